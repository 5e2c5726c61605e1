import type { JsonSchema } from '@app/catalog';

type Json = Record<string, unknown>;

/** On input null means absent, in the objects whose members the schema knows; what is the sender's own stays as it is. */
export function withoutNulls(value: unknown, { properties, items }: JsonSchema): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => withoutNulls(item, items)) : value;
  if (typeof value !== 'object' || value === null || !properties) return value;
  const given = Object.entries(value as Json).filter(([, member]) => member !== null);
  const known = (name: string): JsonSchema => (Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {});
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member, known(name))]));
}
