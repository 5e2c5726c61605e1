import { MOST_PATCH_OPERATIONS } from '@app/catalog';
import type { Type } from '@nestjs/common';
import { ApiBody, ApiResponse, type ApiBodyOptions } from '@nestjs/swagger';
import { component, integer, list, object, oneOf, text } from './schemas';

type SchemaObject = Extract<ApiBodyOptions, { schema: unknown }>['schema'];

/** A schema of the library in standard OpenAPI terms. */
export function documented(schema: object): SchemaObject {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => withoutOwnWords(value)) as SchemaObject;
}

function withoutOwnWords(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, unknown] =>
    key === 'maxBytes' ? ['description', `At most ${String(member)} bytes as JSON`] : [key, member],
  );
  return Object.fromEntries(members);
}

/** A sentence for people. */
export const MESSAGE = component('Message', { message: text });

/** Where a page of a list lies; `total` of all pages. */
export const PAGING = component('Paging', {
  total: integer,
  'before?': { ...text, description: 'Cursor of the previous page' },
  'after?': { ...text, description: 'Cursor of the next page' },
});

/** `{data, paging}` of entries of a schema. */
export const pageOf = (schema: object) => object({ data: list(documented(schema)), paging: PAGING });

const POINTER = { type: 'string', pattern: '^/.' };

const operation = (title: string, names: readonly string[], more: Readonly<Record<string, object>>) =>
  component(title, { op: oneOf(names), path: POINTER, ...more });

/** A JSON Patch (RFC 6902). */
export const JSON_PATCH = {
  title: 'JsonPatch',
  type: 'array' as const,
  maxItems: MOST_PATCH_OPERATIONS,
  items: {
    oneOf: [
      operation('JsonPatchWithValue', ['add', 'replace', 'test'], { value: {} }),
      operation('JsonPatchFrom', ['move', 'copy'], { from: POINTER }),
      operation('JsonPatchRemoval', ['remove'], {}),
    ],
  },
};

export const entity = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The response of a route, with an example. */
export function Answer(status: number, description: string, schema: object, example: unknown): MethodDecorator {
  return ApiResponse({ status, description, content: { 'application/json': { schema, example } } });
}

/** The request body of a route, of a DTO class or of a schema, with an example. */
export function Takes(body: Type<object> | object, example: unknown): MethodDecorator {
  const examples = { example: { value: example } };
  return ApiBody(typeof body === 'function' ? { type: body, examples } : { schema: documented(body), examples });
}
