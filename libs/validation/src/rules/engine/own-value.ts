/**
 * The value at a dotted path of a JSON value, through own properties only: `constructor`, `__proto__` and paths
 * through null give undefined, as does a missing value.
 */
export function ownValue(value: unknown, path: string): unknown {
  let at = value;
  for (const key of path.split('.')) {
    // Object() converts null and undefined to an empty object.
    if (!Object.hasOwn(Object(at) as object, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** A string property of a reference, tag or other object. */
export function ownText(value: unknown, key: string): string | undefined {
  const found = ownValue(value, key);
  return typeof found === 'string' ? found : undefined;
}
