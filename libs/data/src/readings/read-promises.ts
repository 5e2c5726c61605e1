import { type JudgedPromise, keyOfPromise, type ReferencePromise, TEXT_FORMATS } from '@app/contracts';
import {
  declaredIn,
  declaresKeys,
  type DeclaredConstraints,
  enforced,
  enforcementOf,
  NULLS_OF_KEY,
  type Outcome,
  type PromiseCheck,
  type PromisedOption,
  sayKey,
  sayReference,
  saysUnique,
  SHARED_KEY,
  type SourceTable,
} from '@app/sources';
import { type ComputedSubject, namedBeside } from '../checks/computed-subject';
import type { ColumnPromises } from '../access/data-access';
import type { ReadPromise } from '../runs/data-run';
import type { CheckedEntity } from '../tables/table-checks.repository';

/** The promises of a contract that rows judge, by who judges them. */
export interface SortedPromises {
  readonly believed: readonly ReadPromise[];
  readonly asked: readonly JudgedPromise[];
}

/** @param mode absent: data access of before there was a choice */
export function sortPromises(
  promises: readonly JudgedPromise[],
  table: SourceTable,
  { fqn, serviceType }: Pick<CheckedEntity, 'fqn' | 'serviceType'>,
  mode: ColumnPromises | undefined,
): SortedPromises {
  const declared = declaredIn(table);
  const witnesses = [
    ['engine', enforced(declared, enforcementOf(serviceType ?? '', table.hasHeirs ? 'View' : table.kind))],
    ['declaration', believedToo(declared, serviceType ?? '', mode)],
  ] as const;
  const believed: ReadPromise[] = [];
  const asked: JudgedPromise[] = [];
  for (const promise of promises) {
    const by = witnesses.find(([, constraints]) => isSaid(promise, constraints, fqn))?.[0];
    if (by) believed.push({ path: promise.path, key: keyOfPromise(promise), by, status: 'Success' });
    else asked.push(promise);
  }
  return { believed, asked };
}

const NOTHING: DeclaredConstraints = { notNull: new Set(), keys: [], references: [] };

/** The declarations that are believed though the engine does not enforce them. */
function believedToo(
  declared: DeclaredConstraints,
  serviceType: string,
  mode: ColumnPromises | undefined,
): DeclaredConstraints {
  switch (mode) {
    case 'declared':
      return declared;
    case 'read':
      return NOTHING;
    case undefined:
      return declaresKeys(serviceType) ? declared : NOTHING;
  }
}

function isSaid(promise: JudgedPromise, constraints: DeclaredConstraints, fqn: string): boolean {
  if (promise.kind === 'reference') return isSaidReference(promise, constraints, fqn);
  if (promise.kind === 'primaryKey') {
    const names = promise.columns.map(({ names: path }) => path);
    return names.every((path) => path.length === 1) && sayKey(constraints, names.flat());
  }
  const [name = '', ...below] = promise.column.names;
  if (below.length > 0) return false;
  if (promise.kind === 'notNull') return constraints.notNull.has(name);
  return promise.kind === 'unique' && saysUnique(constraints, name);
}

/** @param fqn of the table */
function isSaidReference(
  { columns, table, referred }: ReferencePromise,
  constraints: DeclaredConstraints,
  fqn: string,
): boolean {
  const other = namedBeside({ fqn }, table ?? fqn);
  const isOfTop = columns.every(({ names }) => names.length === 1);
  const from = columns.flatMap(({ names }) => names);
  return other !== undefined && isOfTop && sayReference(constraints, from, { ...other, columns: referred });
}

/** The checks of promises, in their order. @param contract its id */
export const promiseSubjects = (promises: readonly JudgedPromise[], contract: string): ComputedSubject[] =>
  promises.map((promise): ComputedSubject => {
    const said = { name: promise.path, rule: { contract, promise: promise.path } };
    if ('columns' in promise) return { ...said, path: promise.columns[0]!.names, check: { promise: checkOf(promise) } };
    const { names } = promise.column;
    return { ...said, path: names, check: { promise: checkOf(promise), column: names } };
  });

function checkOf(promise: JudgedPromise): PromiseCheck {
  switch (promise.kind) {
    case 'primaryKey':
      return { is: 'key', columns: promise.columns.map(({ names }) => names) };
    case 'reference': {
      const { columns, table, referred } = promise;
      const to = { ...(table !== undefined && { table }), columns: referred };
      return { is: 'reference', columns: columns.map(({ names }) => names), to };
    }
    case 'notNull':
    case 'unique':
      return { is: promise.kind };
    case 'enum':
      return { is: 'enum', values: promise.value as readonly unknown[] };
    case 'option':
      return promise.option === 'format'
        ? { is: 'pattern', value: TEXT_FORMATS[promise.value as string] }
        : { is: promise.option as PromisedOption, value: promise.value };
  }
}

/** The finding of the rows about a promise. */
export function readPromise(promise: JudgedPromise, outcome: Outcome): ReadPromise {
  const { status, reason, message, rows, failedRows, values = [] } = outcome;
  const counts = new Map(values.map(({ name, value }) => [name, Number(value)]));
  return {
    ...{ path: promise.path, key: keyOfPromise(promise), by: 'data', status },
    ...(reason !== undefined && { reason, message }),
    ...(rows !== undefined && { rows }),
    ...(failedRows !== undefined && { failedRows }),
    ...(promise.kind === 'primaryKey' &&
      status !== 'Aborted' && {
        shared: counts.get(SHARED_KEY) ?? 0,
        nulls: promise.columns.map((_, index) => counts.get(NULLS_OF_KEY(index)) ?? 0),
      }),
  };
}
