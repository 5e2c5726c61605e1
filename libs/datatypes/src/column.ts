/** The members of a column that say its type, on either side of a comparison. */
export interface TypedColumn {
  readonly dataType?: string;
  /** The type as the source writes it. */
  readonly dataTypeDisplay?: string;
  readonly arrayDataType?: string;
  readonly dataLength?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly children?: readonly NamedColumn[];
  /** Open; an import from ODCS notes `logicalType`, `logicalTypeOptions` and those of `items` in it. */
  readonly extension?: Readonly<Record<string, unknown>>;
}

export interface NamedColumn extends TypedColumn {
  readonly name: string;
}

/** Known clients send a length of 1 beside a display wherever they have none, and 0 means the same. */
const UNKNOWN_LENGTH = 1;

/** The stated length of a column, without the placeholders of clients. */
export function statedLength({ dataLength, dataTypeDisplay }: TypedColumn): number | undefined {
  if (typeof dataLength !== 'number' || dataLength === 0) return undefined;
  return dataTypeDisplay !== undefined && dataLength <= UNKNOWN_LENGTH ? undefined : dataLength;
}

/** Whether the column gives a type of its elements. */
export function statedElement({ arrayDataType }: TypedColumn): string | undefined {
  return isUnstated(arrayDataType) ? undefined : arrayDataType;
}

/** Ingestion writes UNKNOWN or NULL for a type that its closed list lacks. */
export function isUnstated(dataType: string | undefined): boolean {
  const word = dataType?.toUpperCase();
  return word === undefined || word === '' || word === 'UNKNOWN' || word === 'NULL';
}
