import type { JsonSchema } from '../definition/json-schema';

/**
 * On input `null` means absent: takes such members out of the objects whose shape the schema knows. What lies in an open object
 * (an extension, a rule) is the caller's own and stays as it is.
 */
export function dropNulls(data: unknown, schema: JsonSchema, parts: Readonly<Record<string, JsonSchema>>): unknown {
  const shape = schema.$ref ? parts[schema.$ref.slice('#/$defs/'.length)] : schema;
  if (!shape) return data;
  if (Array.isArray(data))
    return shape.items ? data.map((item) => dropNulls(item, shape.items as JsonSchema, parts)) : data;
  if (typeof data !== 'object' || data === null || !shape.properties) return data;
  const known = shape.properties;
  const kept = Object.entries(data).filter(([, value]) => value !== null);
  return Object.fromEntries(
    kept.map(([key, value]) => [key, Object.hasOwn(known, key) ? dropNulls(value, known[key] ?? {}, parts) : value]),
  );
}
