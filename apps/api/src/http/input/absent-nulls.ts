const isClassInstance = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
};

/**
 * Null means absent: removes the properties that are null from an instance of a DTO and from those in it. A free object (an
 * extension, a rule, a document) is left as it came.
 */
export function dropNulls(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach(dropNulls);
  if (!isClassInstance(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (child === null) Reflect.deleteProperty(value, key);
    else dropNulls(child);
  }
}
