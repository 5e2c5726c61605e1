import type { ApiDocument } from './api-document';
import type { Json, Schema } from './operation';

/** Deeper than that only what must be there is filled in. */
const MOST_LEVELS = 6;

const FORMATS: Readonly<Record<string, Json>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-11-20T06:00:12.345Z',
  date: '2026-11-20',
  email: 'a@example.org',
  uri: 'https://example.org/a',
  binary: '{}',
};

/** A schema with its alternatives decided: the first of each, the members of all parts. */
export function flat(document: ApiDocument, sent: Schema): Schema {
  const schema = document.resolve(sent);
  const [first] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const parts = [...(schema.allOf ?? []), ...(first ? [first] : [])].map((part) => flat(document, part));
  if (parts.length === 0) return schema;
  const properties = Object.assign(
    {},
    schema.properties,
    ...parts.map((part) => part.properties),
  ) as Schema['properties'];
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    ...(Object.keys(properties!).length > 0 && { properties }),
  } as Schema;
}

const typeOf = ({ type, properties, items }: Schema): string => {
  const [first] = [type ?? []].flat();
  return first ?? (properties ? 'object' : items ? 'array' : 'any');
};

function textOf({ format, minLength = 1, pattern }: Schema): Json {
  const known = FORMATS[format ?? ''];
  if (known !== undefined) return known;
  return (pattern ? 'A' : 'a').repeat(Math.max(1, minLength));
}

/** A value that fits the schema, with as little as it takes; `number` tells it from others of its kind. */
export function sample(document: ApiDocument, sent: Schema, number = 0, level = 0): Json {
  const schema = flat(document, sent);
  const shown = schema.example ?? schema.examples?.[0];
  if (schema.enum) return schema.enum[0] ?? null;
  if (shown !== undefined && typeof shown !== 'object') return shown;
  const type = typeOf(schema);
  if (type === 'object') return sampleObject(document, schema, number, level);
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, (_, at) => sample(document, schema.items ?? {}, at, level + 1));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return type === 'string' ? textOf(schema) : 'a';
}

function sampleObject(document: ApiDocument, schema: Schema, number: number, level: number): Json {
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) === true && level < MOST_LEVELS,
  );
  const filled = members.map(([name, member]) => [name, sample(document, member, number, level + 1)] as const);
  const object = Object.fromEntries(filled);
  // What has a name is told by it from its neighbours.
  return 'name' in (schema.properties ?? {}) ? { ...object, name: `n${number}` } : object;
}
