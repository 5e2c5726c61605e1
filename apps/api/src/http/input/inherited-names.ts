import { childPath, type ErrorDetail } from '@app/common';

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Properties that are named like what every object inherits (`constructor`, `toString` …). class-transformer leaves them out
 * without a word, so a body that is made into a DTO must not have them, at any depth.
 */
export function inheritedNames(value: unknown, path = ''): ErrorDetail[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => inheritedNames(item, childPath(path, at)));
  return Object.entries(value).flatMap(([key, child]) => {
    const field = childPath(path, key);
    return INHERITED.has(key)
      ? [{ field, message: 'is a name that no property may have here' }]
      : inheritedNames(child, field);
  });
}
