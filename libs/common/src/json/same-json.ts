import { isObject } from './json-value';

/**
 * Whether two JSON values are equal, ignoring member order; undefined members count as absent. Unlike Node's deep equality it
 * ignores prototypes, which JSON and YAML parsers set differently.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  return sameMembers(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
}

/** Documents are compared at each write: no lists are made of their members. */
function sameMembers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  let more = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
    more--;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) more++;
  return more === 0;
}

/** A text that two JSON values share if and only if `sameJson`: a lookup key. */
export function jsonKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonKey).join()}]`;
  // Number's own text of -0 is that of 0, which it equals.
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const members = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${members
    .sort()
    .map((key) => `${JSON.stringify(key)}:${jsonKey(value[key])}`)
    .join()}}`;
}
