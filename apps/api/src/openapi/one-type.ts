type Json = Record<string, unknown>;

/** Members that contain data, in which no member is one of a schema. */
export const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** The members that mean something for values of a type. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum', 'multipleOf', 'format'],
  number: ['minimum', 'maximum', 'multipleOf', 'format'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  // A title is the name of the class.
  object: ['title', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
};
const OF_SOME_TYPE = new Set(Object.values(OF_TYPE).flat());

/**
 * The same schemas with one type each, as clients in languages with types have them: several become alternatives, a list of words says
 * that they are strings, a constant is a list of one, and a default is that of the alternative that it is of. `null` beside one type stays, which generators read.
 */
export function withOneType(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOneType);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    DATA.has(key) ? inner : withOneType(inner),
  ]);
  return oneType(Object.fromEntries(members));
}

function oneType(schema: Json): Json {
  const { type, enum: words, const: constant } = schema;
  if (typeof constant === 'string') {
    const { const: _constant, ...rest } = schema;
    return { ...rest, type: 'string', enum: [constant] };
  }
  if (Array.isArray(words) && type === undefined && words.every((word) => typeof word === 'string'))
    return { type: 'string', ...schema };
  const isMixed = Array.isArray(type) && type.filter((one) => one !== 'null').length > 1;
  return withDefaultInside(isMixed ? alternatives(schema, type) : schema);
}

function alternatives(schema: Json, types: readonly string[]): Json {
  const common = Object.entries(schema).filter(([key]) => key !== 'type' && !OF_SOME_TYPE.has(key));
  const anyOf = types.map((type) => {
    const own = (OF_TYPE[type] ?? []).filter((key) => key in schema).map((key) => [key, schema[key]] as const);
    return { type, ...Object.fromEntries(own) };
  });
  return { ...Object.fromEntries(common), anyOf };
}

/** A choice has no value of its own in languages with types: its default is that of the first alternative that takes it. */
function withDefaultInside(schema: Json): Json {
  const key = (['oneOf', 'anyOf'] as const).find((one) => Array.isArray(schema[one]));
  if (key === undefined || !('default' in schema)) return schema;
  const { default: value, ...rest } = schema;
  const choices = schema[key] as readonly Json[];
  const at = choices.findIndex(({ type }) => isOfType(value, type));
  if (at < 0) return schema;
  return { ...rest, [key]: choices.map((one, index) => (index === at ? { ...one, default: value } : one)) };
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
