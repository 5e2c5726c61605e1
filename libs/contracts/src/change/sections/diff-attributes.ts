import { isObject } from '@app/common';
import { childPath } from '../../document/contract-document';
import { type Change, info } from '../change';
import { sameJson } from '../same-json';

type Json = Readonly<Record<string, unknown>>;

/** Differing attributes of two objects, except those of `without`: each is info. */
export function diffAttributes(before: Json, after: Json, path: string, without: ReadonlySet<string>): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .filter((key) => !without.has(key) && !sameJson(comparable(key, before[key]), comparable(key, after[key])))
    .map((key) => info(childPath(path, key), [before[key], after[key]], `${key} ${verb(before[key], after[key])}`));
}

function verb(before: unknown, after: unknown): string {
  if (before === undefined) return 'is added';
  return after === undefined ? 'is removed' : 'is another';
}

/**
 * References and tags are compared by target: names and descriptions in them belong to the target. An empty list counts as absent.
 */
function comparable(key: string, value: unknown): unknown {
  if (value === undefined || value === null || !Array.isArray(value)) return value ?? undefined;
  if (value.length === 0) return undefined;
  const target = key === 'tags' ? 'tagFQN' : 'id';
  return value.map((item: unknown) => (isObject(item) && item[target] !== undefined ? item[target] : item));
}
