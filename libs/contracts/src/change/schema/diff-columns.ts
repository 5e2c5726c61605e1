import { sameJson } from '@app/common';
import type { Platform } from '@app/datatypes';
import { type ContractColumn, childPath, TYPE_MEMBERS } from '../../document/contract-document';
import { type Change, breaking, compatible, info } from '../change';
import { diffAttributes } from '../sections/diff-attributes';
import { Constraints, diffConstraint } from './diff-constraints';
import { diffEnum } from './diff-enum';
import { diffOptions } from './diff-options';
import { diffType } from './diff-type';
import { type MatchedColumns, matchColumns } from './match-columns';

/** Compared by separate rules, or (the last two) not part of the contract. */
const JUDGED: ReadonlySet<string> = new Set([
  ...['name', ...TYPE_MEMBERS, 'extension', 'constraint', 'constraints', 'children', 'fullyQualifiedName', 'profile'],
]);

/** How columns are compared. */
interface ColumnComparison {
  readonly platform: Platform;
  /** Without lists and options of their values. */
  readonly isWithoutValues?: boolean;
}

/** Changes in one level of columns and all nested levels; `path` is that of the level. */
export function diffColumns(
  before: readonly ContractColumn[],
  after: readonly ContractColumn[],
  how: ColumnComparison,
  path = 'schema',
): Change[] {
  if (sameJson(before, after)) return [];
  const matched = matchColumns(before, after);
  const was = new Constraints(before);
  const is = new Constraints(after);
  return [
    ...matched.removed.map((column) =>
      breaking(childPath(path, column.name), [column, undefined], 'the column is removed'),
    ),
    ...matched.kept.flatMap(([old, now]) => diffColumn([old, was], [now, is], how, path)),
    ...matched.added.map((column) =>
      compatible(childPath(path, column.name), [undefined, column], 'the column is added'),
    ),
    ...diffOrder(matched, before, path),
  ];
}

function diffColumn(
  old: readonly [ContractColumn, Constraints],
  now: readonly [ContractColumn, Constraints],
  how: ColumnComparison,
  level: string,
): Change[] {
  const [before] = old;
  const [after] = now;
  const path = childPath(level, before.name);
  const renamed = before.name !== after.name;
  const reason = `the column is renamed to ${after.name} (same place, same type)`;
  return [
    ...(renamed ? [breaking(path, [before.name, after.name], reason)] : []),
    ...diffType(before, after, how.platform, path),
    ...diffConstraint(old, now, path),
    ...(how.isWithoutValues ? [] : [...diffEnum(before, after, path), ...diffOptions(before, after, path)]),
    ...diffAttributes(before, after, path, JUDGED),
    ...diffColumns(before.children ?? [], after.children ?? [], how, path),
  ];
}

function diffOrder({ kept }: MatchedColumns, before: readonly ContractColumn[], path: string): Change[] {
  const stay = new Set(kept.map(([old]) => old));
  const from = before.filter((column) => stay.has(column)).map(({ name }) => name);
  const to = kept.map(([old]) => old.name);
  return sameJson(from, to) ? [] : [info(path, [from, to], 'the columns stand in another order')];
}
