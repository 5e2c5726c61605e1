/** A JSON Schema (draft 2020-12) as it stands in the API document; the keywords that are checked are listed in schema/check. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
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
  /** The listed words in any letter case; the value becomes the listed spelling. */
  readonly anyCase?: readonly string[];
  /** A reference to an entity of one of these types, in any form that clients send. */
  readonly reference?: readonly string[];
  /** An object of at most so many bytes of JSON. */
  readonly maxBytes?: number;
}
