import { columnPromises, levelOf } from '../promises/column-promises';
import { NOT_NULL, PRIMARY_KEY, UNIQUE } from '../promises/constraints';
import { ENUM } from '../promises/enum';
import { OPTION, TYPE_OPTION } from '../promises/options';
import { CLASSIFICATION, POLICY, TERMS } from './kinds/people';
import { EXPECTATION, QUALITY_RULE } from './kinds/quality';
import { PARTITION } from './kinds/partition';
import { RELATIONSHIP } from './kinds/relationships';
import { COLUMN, SCHEMA_POLICY } from './kinds/schema';
import { SEMANTICS } from './kinds/semantics';
import { SLA } from './kinds/sla';
import { STORED_DOCUMENT } from './kinds/stored-document';
import type { PromiseKindName, StatedContract, StatedPromise } from '../promises/promise';
import type { ComparedContracts, DocumentPaths, PromiseKind } from '../promises/promise-kind';
import type { Change } from '../promises/change';

/** All kinds of promise, in the order in which documents state them: a name without its kind does not compile. */
const KINDS: { readonly [Name in PromiseKindName]: PromiseKind<Name> } = {
  column: COLUMN,
  notNull: NOT_NULL,
  unique: UNIQUE,
  primaryKey: PRIMARY_KEY,
  enum: ENUM,
  option: OPTION,
  typeOption: TYPE_OPTION,
  schemaPolicy: SCHEMA_POLICY,
  semantics: SEMANTICS,
  expectation: EXPECTATION,
  rule: QUALITY_RULE,
  sla: SLA,
  classification: CLASSIFICATION,
  policy: POLICY,
  terms: TERMS,
  reference: RELATIONSHIP,
  partition: PARTITION,
  document: STORED_DOCUMENT,
};

export const PROMISE_KINDS: readonly PromiseKind[] = Object.values(KINDS);

/** Members of a contract that promise nothing; all others are members of a kind. */
export const NO_PROMISES: readonly string[] = [
  ...['entityStatus', 'effectiveFrom', 'effectiveUntil', 'sourceUrl', 'extension', 'extension.resultRetention'],
  ...[
    'displayName',
    'description',
    'fullyQualifiedName',
    'tags',
    'ordinalPosition',
    'profile',
    'customMetrics',
    'extension',
  ].map((member) => `schema[].${member}`),
  ...['sla.inherited', 'security.inherited'],
];

/** Everything that a contract promises, in document order. */
export function statedPromises(stated: StatedContract): StatedPromise[] {
  const columns = columnPromises(
    levelOf(stated.contract.schema ?? []),
    (column) => PROMISE_KINDS.flatMap(({ ofColumn }) => ofColumn?.(column) ?? []),
    (level) => PROMISE_KINDS.flatMap(({ ofLevel }) => ofLevel?.(level) ?? []),
  );
  return [...columns, ...PROMISE_KINDS.flatMap(({ ofContract }) => ofContract?.(stated) ?? [])];
}

/** Changes of all promises, in the order of the registry. */
export const diffPromises = (contracts: ComparedContracts): Change[] =>
  PROMISE_KINDS.flatMap(({ compare }) => (typeof compare === 'function' ? compare(contracts) : []));

/** The path of the imported document that states a promise. */
export function documentPathOf(promise: StatedPromise, paths: DocumentPaths): string {
  const kind: PromiseKind = KINDS[promise.kind];
  return kind.documentPath(promise, paths);
}
