import { columnPromises, levelOf } from './column-promises';
import { NOT_NULL, PRIMARY_KEY, UNIQUE } from './kinds/constraints';
import { ENUM } from './kinds/enum';
import { OPTION, TYPE_OPTION } from './kinds/options';
import { CLASSIFICATION, POLICY, TERMS } from './kinds/people';
import { EXPECTATION, QUALITY_RULE } from './kinds/quality';
import { COLUMN, SCHEMA_POLICY } from './kinds/schema';
import { SEMANTICS } from './kinds/semantics';
import { SLA } from './kinds/sla';
import { STORED_DOCUMENT } from './kinds/stored-document';
import type { PromiseKind, StatedContract, StatedPromise } from './promise';

/** All kinds of promise, in the order in which documents state them. */
export const PROMISE_KINDS: readonly PromiseKind[] = [
  ...[COLUMN, NOT_NULL, UNIQUE, PRIMARY_KEY, ENUM, OPTION, TYPE_OPTION, SCHEMA_POLICY],
  ...[SEMANTICS, EXPECTATION, QUALITY_RULE, SLA, CLASSIFICATION, POLICY, TERMS, STORED_DOCUMENT],
];

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
