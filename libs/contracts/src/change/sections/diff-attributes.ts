import { isObject, sameJson } from '@app/common';
import { childPath } from '../../document/contract-document';
import { type Change, info } from '../../promises/change';

type Json = Readonly<Record<string, unknown>>;

/** Differing attributes of two objects, except those of `without`: each is info. */
export function diffAttributes(before: Json, after: Json, path: string, without: ReadonlySet<string>): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !without.has(key));
  return keys.flatMap((key) => {
    const [from, to] = [ownPart(before[key]), ownPart(after[key])];
    if (sameJson(comparable(key, from), comparable(key, to))) return [];
    return [info(childPath(path, key), [from, to], `${key} ${verb(from, to)}`)];
  });
}

/** Owners and domains that the asset hands down are shown with the newest version alone, and change with the asset. */
function ownPart(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const own = value.filter((item: unknown) => !isObject(item) || item.inherited !== true);
  return own.length === 0 && value.length > 0 ? undefined : own;
}

function verb(before: unknown, after: unknown): string {
  if (before === undefined) return 'is added';
  return after === undefined ? 'is removed' : 'changed';
}

/**
 * References and tags are compared by target: names and descriptions in them belong to the target. An empty list counts as absent.
 */
function comparable(key: string, value: unknown): unknown {
  if (key === 'successor' && isObject(value)) return value.id;
  if (value === undefined || value === null || !Array.isArray(value)) return value ?? undefined;
  if (value.length === 0) return undefined;
  const target = key === 'tags' ? 'tagFQN' : 'id';
  return value.map((item: unknown) => (isObject(item) && item[target] !== undefined ? item[target] : item));
}
