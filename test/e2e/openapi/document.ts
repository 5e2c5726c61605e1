type Json = Record<string, unknown>;

export interface Media {
  readonly schema?: Json;
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
}

export interface Response {
  readonly description: string;
  readonly content?: Record<string, Media>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Json;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<string, Response>;
  readonly security: readonly Json[];
  readonly 'x-permission'?: { readonly anyOf: readonly string[]; readonly resource: string };
}

export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  /** What operations need that say nothing of their own. */
  readonly security: readonly Json[];
  readonly paths: Record<string, Record<string, Omit<Operation, 'security'> & Partial<Operation>>>;
  readonly components: {
    readonly schemas: Record<string, Json>;
    readonly responses: Record<string, Response>;
    readonly securitySchemes: Record<string, Json>;
  };
}

/** One operation and its place. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf({ paths, security }: Document): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation: { security, ...operation } })),
  );
}

/** Every `$ref` in a value. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

/** A path with something in the place of each parameter that is well-formed and names nothing. */
export function filled(path: string): string {
  return path
    .replace('{timestamp}', '1600000000000')
    .replace('{version}', '0.1')
    .replace('{fqn}', 'no.such.name')
    .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
}
