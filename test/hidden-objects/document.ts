export type Json = Record<string, unknown>;

/** A JSON schema as far as the suite reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly Json[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** What a caller needs on some object of the resource to get past the route. */
export interface Permission {
  readonly anyOf: readonly string[];
  readonly resource: string;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  /** Empty: no token is asked for. */
  readonly security?: readonly Json[];
  readonly 'x-permission'?: Permission;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: Schema; readonly examples?: Record<string, { readonly value: unknown }> }>
    >;
  };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One operation of the document, with the first of its bodies that has an example. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Below the server: `/api/v1/tables/{id}` */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly mediaType: string; readonly example: unknown };
  readonly isOpen: boolean;
  /** undefined: any token will do, or none is needed. */
  readonly permission: Permission | undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [toOperation(method, path, operation)] : [];
    }),
  );
}

function toOperation(method: string, path: string, operation: OperationObject): Operation {
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [example] = Object.values(content?.examples ?? {});
  const body = mediaType !== undefined && example ? { mediaType, example: example.value } : undefined;
  const parameters = operation.parameters ?? [];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    isOpen: operation.security?.length === 0,
    permission: operation['x-permission'],
    ...(body ? { body } : {}),
  };
}
