import { type ContractStatus, inForce } from '../document/contract-status';

/** From when until when a contract is in force (epoch ms; absent: from ever, for ever), and its status. */
export interface Validity {
  readonly status: string;
  readonly from?: number;
  readonly until?: number;
}

export const LIFECYCLE_STATES = ['draft', 'upcoming', 'inForce', 'deprecated', 'ended'] as const;

export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** Where a contract is in its life at an instant. `from` is the first instant of being in force, `until` the first one after it. */
export function lifecycleState({ status, from, until }: Validity, now: number): LifecycleState {
  if (until !== undefined && until <= now && status !== 'Draft') return 'ended';
  if (status === 'Deprecated') return 'deprecated';
  if (!inForce(status)) return 'draft';
  return from !== undefined && from > now ? 'upcoming' : 'inForce';
}

/** The statuses of a contract in force, as a list in SQL. */
const IN_FORCE = (['Active', 'Approved'] satisfies ContractStatus[]).map((status) => `'${status}'`).join(', ');

/** Current time in SQL, in epoch ms: that of the clock, since a statement may wait for locks. */
const NOW = `(extract(epoch from clock_timestamp()) * 1000)`;

/** The same in SQL, of a row of `contract` by its alias. */
export const lifecycleSql = (alias: string): string => `
  case when ${hasEnded(alias)} then 'ended' when ${alias}.status = 'Deprecated' then 'deprecated'
       when ${alias}.status not in (${IN_FORCE}) then 'draft' when ${alias}.effective_from > ${NOW} then 'upcoming' else 'inForce' end`;

const hasEnded = (alias: string): string => `(${alias}.effective_until <= ${NOW} and ${alias}.status <> 'Draft')`;

/** In SQL: a contract is in force. */
export const isInForce = (alias: string): string =>
  `(${alias}.status in (${IN_FORCE}) and coalesce(${alias}.effective_from <= ${NOW}, true) and coalesce(${alias}.effective_until > ${NOW}, true))`;

/**
 * In SQL: a contract is neither upcoming nor ended, so that its verdicts say something about now. Without dates it always is, and no
 * clock is asked.
 */
export const isCurrent = (alias: string): string => `
  (coalesce(${alias}.effective_from, ${alias}.effective_until) is null or
   not coalesce(${hasEnded(alias)} or (${alias}.effective_from > ${NOW} and ${alias}.status in (${IN_FORCE})), false))`;

/** In SQL: a contract has dates, so that it may not be current. The rows are found by index. */
export const isDated = (alias: string): string =>
  `(${alias}.effective_from is not null or ${alias}.effective_until is not null)`;
