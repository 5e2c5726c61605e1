import type { JsonSchema } from '@app/catalog';
import type { Type } from '@nestjs/common';
import { checkerOf } from '../http/input';
import { fieldsOf } from '../http/input/dto-fields';

/** Where Swagger keeps what the decorators of a DTO class say. */
const DOCUMENTED = 'swagger/apiModelProperties';
/** The members of it that are JSON Schema. */
const KEYWORDS = [
  ...['type', 'description', 'enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'format'],
  ...['items', 'minItems', 'maxItems'],
];

/** The JSON Schema of a DTO class of values and lists of values: what its decorators say. */
export function inputSchemaOf(dto: Type<object>): JsonSchema {
  // Its making documents the defaults.
  checkerOf(dto);
  const fields = fieldsOf(dto).map(({ name }) => {
    const said = Reflect.getMetadata(DOCUMENTED, dto.prototype as object, name) as Record<string, unknown>;
    const schema = Object.fromEntries(KEYWORDS.flatMap((key) => (key in said ? [[key, said[key]]] : [])));
    return { name, required: said.required === true, schema };
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

export const text = { type: 'string' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const time = { type: 'string', format: 'date-time' } as const;

export const list = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

/** An object with these members and no others; those of `optional` may be absent. */
export const object = (
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

export const LINKS = object({ api: text }, { page: text });
export const OMITTED: JsonSchema = {
  type: 'object',
  additionalProperties: count,
  description: 'How many items each list lacks; the links lead to all of them',
};
