/** A JSON Schema (draft 2020-12) as published in the API document; schema/check lists the supported keywords. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  /** The name of what has this schema, in the API document and as a class of clients. */
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly deprecated?: boolean;
  /** The listed values in any letter case; the value is normalised to the listed spelling. */
  readonly anyCase?: readonly string[];
  /** A reference to an entity of one of these types, in any accepted form. */
  readonly reference?: readonly string[];
  /** A text that people follow: of http, https or mailto, or without a scheme. */
  readonly link?: boolean;
  /** Maximum size of the object in bytes of JSON. */
  readonly maxBytes?: number;
}
