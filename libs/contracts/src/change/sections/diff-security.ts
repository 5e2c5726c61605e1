import { type AccessPolicy, type ContractSecurity, type RowFilter, childPath } from '../../document/contract-document';
import { type Change, breaking, compatible, info } from '../../promises/change';
import type { ColumnNames } from '../../promises/column-names';
import { diffAttributes } from './diff-attributes';

const JUDGED: ReadonlySet<string> = new Set(['dataClassification', 'policies', 'inherited']);
const MOST_LISTED = 5;
const POLICY_JUDGED: ReadonlySet<string> = new Set(['accessPolicy', 'identities', 'rowFilters']);

/** Changes in access to the data: narrowing is breaking, widening is compatible. */
export function diffSecurity(before: ContractSecurity, after: ContractSecurity, names?: ColumnNames): Change[] {
  return [
    ...diffClassification(before.dataClassification, after.dataClassification),
    ...diffPolicies(before.policies ?? [], after.policies ?? [], names),
    ...diffAttributes(before, after, 'security', JUDGED),
  ];
}

function diffClassification(from: string | undefined, to: string | undefined): Change[] {
  if (from === to) return [];
  const path = 'security.dataClassification';
  const [was, is] = [classificationRank(from), classificationRank(to)];
  if (was === undefined || is === undefined)
    return [info(path, [from, to], 'the classification is another, of unknown rank')];
  if (is > was) return [breaking(path, [from, to], 'the classification is raised: fewer people may read the data')];
  if (is < was) return [compatible(path, [from, to], 'the classification is lowered')];
  return [info(path, [from, to], 'both classifications have the same rank')];
}

function diffPolicies(before: readonly AccessPolicy[], after: readonly AccessPolicy[], names?: ColumnNames): Change[] {
  const [old, now] = [keyed(before), keyed(after)];
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].flatMap((key) => diffPolicy(old.get(key), now.get(key), childPath('security.policies', key), names));
}

/** A policy is identified by its accessPolicy; several of the same name also by their order. */
function keyed(policies: readonly AccessPolicy[]): Map<string, AccessPolicy> {
  const met = new Map<string, number>();
  return new Map(
    policies.map((policy) => {
      const name = policy.accessPolicy ?? '';
      const count = (met.get(name) ?? 0) + 1;
      met.set(name, count);
      return [count === 1 ? name : `${name} #${count}`, policy];
    }),
  );
}

function diffPolicy(
  before: AccessPolicy | undefined,
  after: AccessPolicy | undefined,
  path: string,
  names?: ColumnNames,
): Change[] {
  if (!after) return [breaking(path, [before, undefined], 'the policy is removed: whom it let in has no access by it')];
  if (!before) return [compatible(path, [undefined, after], 'the policy is added: it lets in whom it names')];
  return [
    ...diffIdentities(before.identities ?? [], after.identities ?? [], `${path}.identities`),
    ...diffRowFilters(before.rowFilters ?? [], after.rowFilters ?? [], `${path}.rowFilters`, names),
    ...diffAttributes(before, after, path, POLICY_JUDGED),
  ];
}

function diffIdentities(before: readonly string[], after: readonly string[], path: string): Change[] {
  const gone = without(before, after);
  const come = without(after, before);
  const sides = [before, after] as const;
  if (gone.length > 0) return [breaking(path, sides, `the policy is narrowed: it no longer names ${listed(gone)}`)];
  return come.length > 0 ? [compatible(path, sides, `the policy is widened: it names ${listed(come)} too`)] : [];
}

function without<T>(values: readonly T[], others: readonly T[]): T[] {
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
}

/** The first few values; `from` and `to` of the change have all. */
function listed(values: readonly unknown[]): string {
  const more = values.length > MOST_LISTED ? ` and ${values.length - MOST_LISTED} more` : '';
  return values.slice(0, MOST_LISTED).map(String).join(', ') + more;
}

/** A filter shows only the rows with one of its values; filters on the same column are merged. */
function diffRowFilters(
  before: readonly RowFilter[],
  after: readonly RowFilter[],
  path: string,
  names?: ColumnNames,
): Change[] {
  const keyOf = (name: string): string => names?.keyOfPath(name) ?? name;
  const old = byColumn(before);
  const earlier = new Map([...old.keys()].map((name) => [keyOf(name), name]));
  const now = byColumn(
    after.map((filter) =>
      old.has(filter.columnName)
        ? filter
        : { ...filter, columnName: earlier.get(keyOf(filter.columnName)) ?? filter.columnName },
    ),
  );
  const columns = new Set([...old.keys(), ...now.keys()]);
  return [...columns].flatMap((column) => diffRowFilter(old.get(column), now.get(column), childPath(path, column)));
}

function byColumn(filters: readonly RowFilter[]): Map<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>();
  for (const filter of filters) {
    const known = values.get(filter.columnName);
    if (known) known.push(...(filter.values ?? []));
    else values.set(filter.columnName, [...(filter.values ?? [])]);
  }
  return values;
}

function diffRowFilter(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  path: string,
): Change[] {
  const sides = [before, after] as const;
  if (!before) return [breaking(path, sides, 'a row filter is added: fewer rows are seen')];
  if (!after) return [compatible(path, sides, 'the row filter is removed: more rows are seen')];
  const hidden = without(before, after);
  if (hidden.length > 0) return [breaking(path, sides, `rows with ${listed(hidden)} are no longer seen`)];
  return without(after, before).length > 0 ? [compatible(path, sides, 'rows with more values are seen')] : [];
}

/** Common classifications, from public to most restricted. No classification is as strict as the lowest. */
const RANKS: readonly (readonly string[])[] = [
  ['public', 'open', 'unclassified', 'none'],
  ['internal', 'private', 'general'],
  ['confidential', 'sensitive', 'pii', 'personal'],
  ['restricted', 'highly confidential', 'highly sensitive'],
  ['secret', 'highly restricted'],
  ['top secret'],
];

const RANK_OF_WORD: ReadonlyMap<string, number> = new Map(
  RANKS.flatMap((words, rank) => words.map((word) => [word, rank] as const)),
);

/** Strictness of a data classification, from 0; undefined for an unknown one. */
export function classificationRank(classification: string | undefined): number | undefined {
  if (classification === undefined) return 0;
  return RANK_OF_WORD.get(
    classification
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
}
