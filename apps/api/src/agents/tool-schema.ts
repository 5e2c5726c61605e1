import type { JsonSchema } from '@app/catalog';
import type { Type } from '@nestjs/common';
import { checkerOf } from '../http/input';
import { fieldsOf } from '../http/input/dto-fields';

/** Metadata keys of Swagger for the decorators of a DTO class. */
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

/** A choice of more words is named in the list of tools by its description alone; who gives another word is answered all of them. */
const MOST_CHOICES = 8;

/**
 * A schema as short as the list of tools says it, since it stands in the context of every agent: each member by its type and description,
 * without the bounds of texts and long choices, which a refusal names, and without what is inside of members, which answers show.
 */
export function shortSchema({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(properties).map(([name, member]) => [name, shortMember(member)] as const);
  return { ...schema, properties: Object.fromEntries(members) };
}

function shortMember({ type, description, default: usual, minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  const { enum: choices = [], items } = schema;
  return {
    type,
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(choices.length > 0 && choices.length <= MOST_CHOICES && { enum: choices }),
    ...(items && { items: { type: items.type } }),
  };
}

export const text = { type: 'string' } as const;
export const count = { type: 'integer' } as const;
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
/** Templates of the addresses of the items of a list, by type. */
export const LINK_TEMPLATES: JsonSchema = {
  type: 'object',
  description: 'Addresses by type; put in what an item gives',
};
/** How many items each list lacks. */
export const OMITTED: JsonSchema = { type: 'object' };
