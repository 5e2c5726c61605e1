import { isObject } from '@app/common';
import { sameJson } from '../../change/same-json';
import type { Json } from '../document/json';

/**
 * `after` with what a document left as it was in the words of the contract. `before` is what the contract's own document says, read as
 * an import reads it, and `after` the same with the sent document laid over it: where the two are equal nothing was said, and the
 * contract keeps its own form (a text without headings, a duration as an object), which going out and coming in would change.
 */
export function withUnsaid(current: Json, before: Json, after: Json): Json {
  const members = Object.entries(after).map(([key, value]) => [key, member(current[key], before[key], value)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function member(current: unknown, before: unknown, after: unknown): unknown {
  if (sameJson(before, after)) return current ?? after;
  if (isObject(current) && isObject(before) && isObject(after)) return withUnsaid(current, before, after);
  const lists = [current, before, after].map(byName);
  const [own, old, next] = lists;
  if (!own || !old || !next) return after;
  return [...next].map(([name, item]) => member(own.get(name), old.get(name), item));
}

/** The items of a list of things that have names; undefined for any other value. */
function byName(value: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(value) || !value.every(isNamed)) return undefined;
  const items = new Map(value.map((item) => [item.name, item] as const));
  return items.size === value.length ? items : undefined;
}

function isNamed(item: unknown): item is Json & { readonly name: string } {
  return isObject(item) && typeof item.name === 'string';
}
