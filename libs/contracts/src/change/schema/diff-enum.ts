import { sameJson } from '@app/common';
import { type ContractColumn, childPath } from '../../document/contract-document';
import { breaking, type Change, compatible, info } from '../../promises/change';

export function diffEnum(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  const [old, now] = [before.extension?.enum ?? undefined, after.extension?.enum ?? undefined];
  if (sameJson(old, now)) return [];
  const at = childPath(path, 'enum');
  const sides = [old, now] as const;
  if (old === undefined) return [compatible(at, sides, 'values outside of the list are now forbidden')];
  if (now === undefined) return [breaking(at, sides, 'values outside of the list are no longer forbidden')];
  if (!Array.isArray(old) || !Array.isArray(now))
    return [breaking(at, sides, 'the list is another, and cannot be compared')];
  const [had, has] = [valuesOf(old), valuesOf(now)];
  const added = [...has].filter((value) => !had.has(value)).length;
  if (added > 0)
    return [breaking(at, sides, `the list allows ${added} ${added === 1 ? 'value' : 'values'} that it did not`)];
  if (has.size < had.size) return [compatible(at, sides, 'the list allows fewer values')];
  return [info(at, sides, 'the list allows the same values')];
}

/** By their texts: a column of numbers and one of texts read an item alike. */
const valuesOf = (list: readonly unknown[]): Set<string> =>
  new Set(list.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))));
