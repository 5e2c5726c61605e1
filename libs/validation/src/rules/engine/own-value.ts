/**
 * The value at a dotted path of a JSON value, through own properties only: `constructor` or `__proto__` lead nowhere, as
 * does a path through null. Undefined when there is nothing.
 */
export function ownValue(value: unknown, path: string): unknown {
  let at = value;
  for (const key of path.split('.')) {
    // Of null and undefined it is an object without anything.
    if (!Object.hasOwn(Object(at) as object, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** A member of a reference, tag or other object, when it is a text. */
export function ownText(value: unknown, key: string): string | undefined {
  const found = ownValue(value, key);
  return typeof found === 'string' ? found : undefined;
}
