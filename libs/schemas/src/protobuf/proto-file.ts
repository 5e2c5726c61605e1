/** Declarations of a Protobuf file, as far as fields need them. */
export interface ProtoFile {
  readonly package: string;
  /** proto2, proto3 or an edition such as 2023. */
  readonly syntax: string;
  readonly imports: readonly string[];
  readonly options: Options;
  /** All messages and enums, nested ones too, by their full names. */
  readonly types: ReadonlyMap<string, ProtoType>;
  /** Messages at the top, in their order. */
  readonly messages: readonly ProtoMessage[];
  readonly extensions: readonly ProtoExtension[];
}

/** `[deprecated = true, (buf.validate.field).required = true]`, by their names as they are written. */
export type Options = ReadonlyMap<string, string>;

export interface ProtoMessage {
  readonly kind: 'message';
  readonly fullName: string;
  readonly description?: string | undefined;
  readonly fields: ProtoField[];
}

export interface ProtoEnum {
  readonly kind: 'enum';
  readonly fullName: string;
  readonly values: string[];
}

export type ProtoType = ProtoMessage | ProtoEnum;

export interface ProtoField {
  readonly name: string;
  /** The type as written: `int32`, `Order.Item`, `.google.protobuf.Timestamp`. */
  readonly type: string;
  readonly label: 'none' | 'optional' | 'required' | 'repeated';
  readonly description?: string | undefined;
  /** The type of the keys of a map, whose values are of `type`. */
  readonly keyType?: string;
  readonly isInOneof: boolean;
  readonly options: Options;
}

/** A field that is declared outside of the message that it belongs to. */
export interface ProtoExtension {
  readonly extended: string;
  /** The full name of what it is declared in. */
  readonly scope: string;
  readonly field: ProtoField;
}
