import { insert, isRecord, listOf, memberAt, put, textOf, type Edit, type Members } from './draft-text';

/** Rows that a policy lets be read: those that have one of the values in the column. */
export interface RowFilter {
  readonly column: string;
  readonly values: readonly string[];
}

/** The readers of data, and the part that they may read. */
export interface AccessPolicy {
  /** Its index in the document. */
  readonly at: number;
  readonly access: string;
  readonly identities: readonly string[];
  readonly filters: readonly RowFilter[];
}

const POLICIES = ['security', 'policies'];

const statedPolicies = (members: Members) => listOf(memberAt(members, POLICIES));

export const policiesOf = (members: Members): AccessPolicy[] =>
  statedPolicies(members).flatMap((policy, at) => (isRecord(policy) ? [policyOf(policy, at)] : []));

const policyOf = (policy: Members, at: number): AccessPolicy => ({
  at,
  access: textOf(policy.accessPolicy),
  identities: listOf(policy.identities).map(textOf),
  filters: listOf(policy.rowFilters).map((filter) =>
    isRecord(filter)
      ? { column: textOf(filter.columnName), values: listOf(filter.values).map(textOf) }
      : { column: '', values: [] },
  ),
});

export const addPolicy: Edit = (document) => insert(document, POLICIES, {});

export const removePolicy =
  (at: number): Edit =>
  (document) =>
    put(document, [...POLICIES, at], undefined);

export const writeAccess = (at: number, access: string): Edit =>
  write([...POLICIES, at, 'accessPolicy'], access === '' ? undefined : access);

export const writeIdentities = (at: number, identities: readonly string[]): Edit =>
  write([...POLICIES, at, 'identities'], identities.length === 0 ? undefined : [...identities]);

/** A policy or a filter stays where the last of its members goes: it was emptied, and not removed. */
const write =
  (path: readonly (string | number)[], value: unknown): Edit =>
  (document) => {
    if (value !== undefined) put(document, path, value);
    else if (document.hasIn(path)) document.deleteIn(path);
  };

export const addFilter =
  (at: number): Edit =>
  (document) =>
    insert(document, [...POLICIES, at, 'rowFilters'], { columnName: '' });

export const removeFilter =
  (at: number, place: number): Edit =>
  (document) => {
    const filters = [...POLICIES, at, 'rowFilters'];
    document.deleteIn([...filters, place]);
    const { items } = (document.getIn(filters) ?? {}) as { readonly items?: readonly unknown[] };
    if (items?.length === 0) document.deleteIn(filters);
  };

export const writeFilterColumn =
  (at: number, place: number, column: string): Edit =>
  (document) =>
    put(document, [...POLICIES, at, 'rowFilters', place, 'columnName'], column);

/** Values that were numbers, or true and false, stay what they are. */
export const writeFilterValues =
  (members: Members, at: number, place: number, values: readonly string[]): Edit =>
  (document) => {
    const policy = statedPolicies(members)[at];
    const filter = listOf(isRecord(policy) ? policy.rowFilters : undefined)[place];
    const before = new Map(listOf(isRecord(filter) ? filter.values : undefined).map((value) => [textOf(value), value]));
    put(
      document,
      [...POLICIES, at, 'rowFilters', place, 'values'],
      values.map((value) => before.get(value) ?? value),
    );
  };

/** Why a policy cannot be sent. */
export function faultOfPolicy({ access, identities, filters }: AccessPolicy): string | undefined {
  const isEmpty = access.trim() === '' && identities.length === 0 && filters.every(({ column }) => column === '');
  return isEmpty ? 'A policy says who may read, or what' : undefined;
}
