import {
  assetPath,
  type AssetColumns,
  type JudgedPromise,
  type StatedPromise,
  type ValuePromise,
} from '@app/contracts';
import type { PromiseOutcome } from '../checks/promises/outcome';
import type { JudgedDimensions } from '../checks/promises/outcomes-of';
import { isAdvisory } from '../checks/quality-check';
import type { DayReason, PromiseState } from './day-outcome';
import type { PastValue } from './past-evidence.repository';

/** Findings for the end of a day. */
export interface FoundOfDay {
  readonly outcomes: ReadonlyMap<string, PromiseOutcome>;
  readonly found: JudgedDimensions;
  /** Records about values, of that day. */
  readonly values: readonly PastValue[];
  /** The end of the day, in epoch ms. */
  readonly end: number;
}

/** Knowledge of the asset, whatever the day. */
export interface FoundOfAsset {
  readonly columns: AssetColumns | undefined;
  /** Its last change, in epoch ms: of earlier days its columns and members are not known. */
  readonly changedAt: number;
  /** Its last refresh by its life cycle, which says nothing of those before. */
  readonly refreshedAt: number | undefined;
  /** Nothing is known of earlier observations, in epoch ms. */
  readonly observedSince: number;
}

/** The state of a promise at the end of a day, by the same judgement as that of a run; whether it is hidden is asked before. */
export function stateAt(promise: StatedPromise, day: FoundOfDay, asset: FoundOfAsset): PromiseState {
  switch (promise.kind) {
    case 'policy':
    case 'classification':
    case 'terms':
    case 'document':
      return 'ignored';
    case 'expectation':
      return ofTest(day.found.expected[promise.index]);
    case 'rule':
      return ofTest(day.found.rules.get(promise.index));
    case 'sla':
      return ofTarget(promise.member, day, asset);
    case 'notNull':
    case 'unique':
    case 'enum':
    case 'option':
    case 'primaryKey':
    case 'reference':
      return ofValues(promise, day, asset);
    case 'column':
    case 'typeOption':
    case 'partition':
    case 'semantics':
    case 'schemaPolicy':
      return ofCatalog(day.outcomes.get(promise.path), day, asset);
  }
}

function ofTest(test: JudgedDimensions['expected'][number] | undefined): PromiseState {
  if (test && isAdvisory(test)) return 'ignored';
  if (!test?.newest || test.blockedBy !== undefined) return 'noEvidence';
  return test.newest.status === 'Success' ? 'held' : 'broken';
}

function ofTarget(
  member: string,
  { found, end }: FoundOfDay,
  { refreshedAt, observedSince }: FoundOfAsset,
): PromiseState {
  if (member.startsWith('learned')) return 'notRecorded';
  const state = found.sla?.targets?.get(member);
  if (state === undefined) return 'ignored';
  if (state === 'held') return 'held';
  const isSeen = found.sla?.evidence?.some(({ target }) => target === member) === true;
  const isOutdated = refreshedAt !== undefined && refreshedAt > end;
  return state === 'blocked' || !isSeen || isOutdated || end < observedSince ? 'noEvidence' : 'broken';
}

function ofCatalog(
  outcome: PromiseOutcome | undefined,
  { end }: FoundOfDay,
  { changedAt }: FoundOfAsset,
): PromiseState {
  if (!outcome || outcome.state === 'notEvaluated') return 'ignored';
  return changedAt > end ? 'assetChanged' : (stateOf(outcome) ?? 'noEvidence');
}

function ofValues(promise: JudgedPromise, day: FoundOfDay, asset: FoundOfAsset): PromiseState {
  const outcome = day.outcomes.get(promise.path);
  const isOfCatalog = outcome !== undefined && 'by' in outcome && outcome.by !== 'evidence' && outcome.by !== 'data';
  if (outcome && 'by' in outcome && !isOfCatalog) return stateOf(outcome) ?? 'noEvidence';
  // Of a constraint that nothing is known of, a run says that it is not declared: that is no evidence of that day.
  if (isOfCatalog) return stateOf(outcome) === 'broken' ? 'noEvidence' : ofCatalog(outcome, day, asset);
  const measured = 'column' in promise ? byFigures(promise, day.values, asset) : undefined;
  return measured ?? unknownBy(outcome);
}

function unknownBy(outcome: PromiseOutcome | undefined): DayReason | 'ignored' {
  const isNever = outcome?.state === 'notEvaluated' && outcome.reason !== 'noSource';
  return isNever ? 'ignored' : 'noEvidence';
}

const stateOf = ({ state }: PromiseOutcome): 'held' | 'broken' | undefined =>
  state === 'held' || state === 'broken' ? state : undefined;

/** The figure of a profile that a bound is compared with, and whether it keeps it. */
const BOUNDS: Readonly<Record<string, readonly [figure: string, keeps: (found: number, bound: number) => boolean]>> = {
  minimum: ['min', (found, bound) => found >= bound],
  maximum: ['max', (found, bound) => found <= bound],
  exclusiveMinimum: ['min', (found, bound) => found > bound],
  exclusiveMaximum: ['max', (found, bound) => found < bound],
  minLength: ['minLength', (found, bound) => found >= bound],
  maxLength: ['maxLength', (found, bound) => found <= bound],
};

/** A bound by the newest profile: a run reads the rows for it, and without them says nothing. A profile of some rows can only break it. */
function byFigures(
  { option = '', value, column }: ValuePromise,
  values: readonly PastValue[],
  { columns }: FoundOfAsset,
): 'held' | 'broken' | undefined {
  const [figure, keeps] = BOUNDS[option] ?? [];
  if (figure === undefined || keeps === undefined || typeof value !== 'number' || !columns) return undefined;
  const path = assetPath(column, columns);
  const profile = values.find((one) => one.kind === 'profile' && one.path === path);
  const body = profile?.body as Readonly<Record<string, unknown>> | undefined;
  const found = body?.[figure];
  if (typeof found !== 'number') return undefined;
  if (!keeps(found, value)) return 'broken';
  return body?.sampled === undefined ? 'held' : undefined;
}
