export interface SchemaField {
  readonly name: string;
  /** A word of the catalog's list of data types. */
  readonly dataType: string;
  /** The whole type, in words that the comparison of types reads: `decimal(10,2)`, `array<long>`. */
  readonly dataTypeDisplay: string;
  readonly description?: string;
  /** NULL where the field may be absent or null. */
  readonly constraint: 'NULL' | 'NOT_NULL';
  readonly children?: readonly SchemaField[];
}

/** The type of a field, of the elements of a list, or of a whole message. */
export interface FieldType {
  readonly dataType: string;
  readonly display: string;
  readonly children?: readonly SchemaField[];
  readonly isNullable?: boolean;
}

/** A member of a record before its type is read. */
export interface Member {
  readonly name: string;
  readonly description?: string | undefined;
  /** Whether the record may lack it, whatever its type says. */
  readonly isOptional?: boolean;
  readonly type: () => FieldType;
}

/** Type of the messages that a schema text describes. */
export interface Root {
  /** Undefined where the text gives it none. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly type: FieldType;
}

/** A part of the schema that could not be read, and its location. */
export interface SchemaNote {
  /** The path of a field, or `schemaText`. */
  readonly field: string;
  readonly message: string;
}
