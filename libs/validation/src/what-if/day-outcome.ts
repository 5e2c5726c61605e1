import type { ComparedPromise } from './promise-text';

/** Reasons why the outcome of a day is unknown: a closed list of the API. */
export const DAY_REASONS = ['noResult', 'noEvidence', 'assetChanged', 'hidden', 'notRecorded', 'tooMany'] as const;
export type DayReason = (typeof DAY_REASONS)[number];
export const DAY_OUTCOMES = ['same', 'wouldFail', 'wouldHold', 'unknown'] as const;

/** State of a promise at the end of a day by stored evidence; `ignored`: no verdict counts it. */
export type PromiseState = 'held' | 'broken' | 'ignored' | DayReason;

export interface DayOutcome {
  readonly outcome: (typeof DAY_OUTCOMES)[number];
  readonly reason?: DayReason;
  /** Paths of the promises that decide: those that would be broken. */
  readonly promises?: readonly string[];
}

/** The verdict of a contract on a day. */
export interface DayVerdict {
  readonly isMet: boolean;
  /** The parts that failed. */
  readonly failed: readonly string[];
}

/** The change of a contract; without `before`, a new one. */
export interface PromiseChange {
  readonly after: readonly ComparedPromise[];
  /** Those of `after` that are new or say something else. */
  readonly changed: readonly ComparedPromise[];
  /** The parts of a result that are others. */
  readonly units: ReadonlySet<string>;
  readonly isNew: boolean;
}

/** Promises that are listed of a day. */
const MOST_LISTED = 5;

/**
 * The outcome of a day under the changed contract. The verdict of that day stands for all promises that stay; those that are new or others are judged
 * by the evidence of that day.
 */
export function dayOutcome(
  { after, changed, units, isNew }: PromiseChange,
  verdict: DayVerdict | undefined,
  stateOf: (promise: ComparedPromise) => PromiseState,
): DayOutcome {
  if (isNew) return absolute(after, stateOf);
  if (!verdict) return { outcome: 'unknown', reason: 'noResult' };
  const added = absolute(changed, stateOf);
  if (verdict.isMet) return added.outcome === 'wouldHold' ? { outcome: 'same' } : added;
  // What failed, and stays promised as it was, fails still.
  if (added.outcome === 'wouldFail') return { outcome: 'same' };
  if (isUnclear(verdict, units)) return { outcome: 'unknown', reason: 'notRecorded' };
  if (verdict.failed.some((unit) => !units.has(unit))) return { outcome: 'same' };
  const again = after.filter((one) => one.units.some((unit) => verdict.failed.includes(unit)));
  const judged = absolute([...new Set([...again, ...changed])], stateOf);
  return judged.outcome === 'wouldFail' ? { outcome: 'same' } : judged;
}

/** Whether a result does not say which promises failed: it was pushed without parts, or a column failed that may be one too many. */
const isUnclear = ({ failed }: DayVerdict, units: ReadonlySet<string>): boolean =>
  failed.length === 0 || (units.has('schemaPolicy') && failed.some((unit) => unit.startsWith('schema.')));

function absolute(
  promises: readonly ComparedPromise[],
  stateOf: (promise: ComparedPromise) => PromiseState,
): DayOutcome {
  const states = promises.map((one) => [one.promise.path, stateOf(one)] as const);
  const broken = states.filter(([, state]) => state === 'broken').map(([path]) => path);
  if (broken.length > 0) return { outcome: 'wouldFail', promises: broken.slice(0, MOST_LISTED) };
  const unknown = states.find(([, state]) => state !== 'held' && state !== 'ignored' && state !== 'broken');
  return unknown ? { outcome: 'unknown', reason: unknown[1] as DayReason } : { outcome: 'wouldHold' };
}
