import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeOperation, type Operation } from './complete-operation';
import { documentConfig } from './document-config';
import { ERROR_SCHEMA, errorResponses } from './error-responses';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

export function operationsOf(document: OpenAPIObject): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as unknown as Operation | undefined;
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/**
 * Bodies that are DTOs take no members but their own. Swagger cannot say "any value": what stands for it goes; and it puts a schema that
 * has a description into an allOf of one, for which generators make a class of its own.
 */
function closedInputs(schemas: object = {}): object {
  const closed = Object.entries(schemas).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]);
  return JSON.parse(JSON.stringify(Object.fromEntries(closed)), (_, value: unknown) =>
    withoutPlaceholder(withoutSingleAllOf(value)),
  ) as object;
}

function withoutSingleAllOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('allOf' in value)) return value;
  const {
    allOf,
    default: _default,
    ...rest
  } = value as { readonly allOf: readonly object[]; readonly default?: unknown };
  const [only, ...more] = allOf;
  // A default that is an object is none that a class could have; the description gives the default.
  return only && more.length === 0 ? { ...only, ...rest } : value;
}

function withoutPlaceholder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('oneOf' in value)) return value;
  const { oneOf, ...rest } = value;
  return JSON.stringify(oneOf) === '[{}]' ? rest : value;
}

/**
 * The OpenAPI document of an app: what the controllers say, and what follows from their access, media types and limits.
 *
 * @param schemas shared schemas that controllers refer to by `#/components/schemas/<name>`
 */
export function buildOpenApi(app: INestApplication, schemas: Readonly<Record<string, object>> = {}): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, documentConfig() as OpenAPIObject, {
    autoTagControllers: false,
  });
  for (const { operation } of operationsOf(document)) completeOperation(operation);
  const components = document.components ?? {};
  return {
    ...document,
    components: {
      ...components,
      schemas: { ...closedInputs(components.schemas), ...schemas, Error: ERROR_SCHEMA },
      responses: { ...components.responses, ...errorResponses() },
    } as OpenAPIObject['components'],
  };
}
