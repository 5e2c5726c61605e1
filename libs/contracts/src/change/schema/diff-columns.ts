import { sameJson } from '@app/common';
import type { Platform } from '@app/datatypes';
import { type ContractColumn, childPath, TYPE_MEMBERS } from '../../document/contract-document';
import { type Change, breaking, compatible, info } from '../../promises/change';
import type { ColumnNames } from '../../promises/column-names';
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

interface ColumnComparison {
  readonly platform: Platform;
  /** Absent: names mean what they say. */
  readonly names?: ColumnNames;
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
  const [old, now] = [before, after].map((columns) => columns.map(({ name }) => name));
  const aliases = how.names?.aliases(old!, now!) ?? new Map<string, string>();
  const matched = matchColumns(before, after, aliases);
  const was = new Constraints(before);
  const is = new Constraints(after.map((column) => ({ ...column, name: aliases.get(column.name) ?? column.name })));
  return [
    ...matched.removed.map((column) =>
      breaking(childPath(path, column.name), [column, undefined], 'the column is removed'),
    ),
    ...matched.kept.flatMap(([one, other]) => diffColumn([one, was], [other, is], how, { path, aliases })),
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
  level: { readonly path: string; readonly aliases: ReadonlyMap<string, string> },
): Change[] {
  const [before, was] = old;
  const [after, is] = now;
  const path = childPath(level.path, before.name);
  const isAlias = level.aliases.has(after.name);
  return [
    ...diffName(before, after, isAlias, how.platform, path),
    ...diffType(before, after, how.platform, path),
    ...diffConstraint([before, was], [isAlias ? { ...after, name: before.name } : after, is], path),
    ...(how.isWithoutValues ? [] : [...diffEnum(before, after, path), ...diffOptions(before, after, path)]),
    ...diffAttributes(before, after, path, JUDGED),
    ...diffColumns(before.children ?? [], after.children ?? [], { ...how, names: how.names?.below(before.name) }, path),
  ];
}

function diffName(
  { name: from }: ContractColumn,
  { name: to }: ContractColumn,
  isAlias: boolean,
  { shownName }: Platform,
  path: string,
): Change[] {
  if (from === to) return [];
  if (isAlias)
    return [info(path, [from, to], `${to} is the same column${shownName === undefined ? '' : ` on ${shownName}`}`)];
  return [breaking(path, [from, to], `the column is renamed to ${to} (same place, same type)`)];
}

function diffOrder({ kept }: MatchedColumns, before: readonly ContractColumn[], path: string): Change[] {
  const stay = new Set(kept.map(([old]) => old));
  const from = before.filter((column) => stay.has(column)).map(({ name }) => name);
  const to = kept.map(([old]) => old.name);
  return sameJson(from, to) ? [] : [info(path, [from, to], 'the columns stand in another order')];
}
