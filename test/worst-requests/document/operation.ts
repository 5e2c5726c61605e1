export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What the suite reads of a JSON schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  readonly example?: Json;
  readonly examples?: readonly Json[];
  readonly default?: Json;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly schema: Schema;
}

interface Media {
  readonly schema: Schema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly body: Readonly<Record<string, Media>>;
  /** Bytes that its body may have. */
  readonly bodyLimit: number;
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
