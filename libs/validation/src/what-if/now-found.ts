import { NOT_EVALUATED_REASONS, type StatedPromise } from '@app/contracts';
import type { PromiseOutcome, Witness } from '../checks/promises/outcome';

/** Reasons why it is unknown whether a promise is met at present: a closed list of the API. */
export const NOW_REASONS = [...NOT_EVALUATED_REASONS, 'hidden', 'blocked', 'learned'] as const;
export type NowReason = (typeof NOW_REASONS)[number];

interface BrokenBy {
  readonly by: Witness;
  /** A test that has no result yet. */
  readonly notComputed?: true;
}

/** The promises of a contract by what is stored: `stated` is the sum of `held`, `broken` and `unknown`. */
export interface NowFound {
  readonly stated: number;
  readonly held: number;
  readonly broken: readonly ({ readonly promise: string } & BrokenBy)[];
  readonly unknown: readonly { readonly promise: string; readonly reason: NowReason }[];
}

/** Sorts the promises of a contract by their outcomes, in the order of the document. */
export function nowFound(
  stated: readonly StatedPromise[],
  outcomes: ReadonlyMap<string, PromiseOutcome>,
  isHidden: (promise: StatedPromise) => boolean,
): NowFound {
  const found = stated.map((promise) => ({ promise: promise.path, ...stateOf(promise, outcomes, isHidden) }));
  return {
    stated: stated.length,
    held: found.filter((one) => !('by' in one) && !('reason' in one)).length,
    broken: found.flatMap((one) => ('by' in one ? [one] : [])),
    unknown: found.flatMap((one) => ('reason' in one ? [one] : [])),
  };
}

type Found = Readonly<Record<never, never>> | BrokenBy | { readonly reason: NowReason };

function stateOf(
  promise: StatedPromise,
  outcomes: ReadonlyMap<string, PromiseOutcome>,
  isHidden: (promise: StatedPromise) => boolean,
): Found {
  if (promise.unjudged) return { reason: promise.unjudged.reason };
  if (isHidden(promise)) return { reason: 'hidden' };
  const outcome = outcomes.get(promise.path);
  if (!outcome) return { reason: missing(promise) };
  switch (outcome.state) {
    case 'held':
      return {};
    case 'broken':
      return { by: outcome.by, ...(outcome.isUncomputed && { notComputed: true }) };
    case 'blocked':
      return { reason: 'blocked' };
    case 'notEvaluated':
      return { reason: outcome.reason };
  }
}

function missing(promise: StatedPromise): NowReason {
  if (promise.kind === 'sla' && promise.member.startsWith('learned')) return 'learned';
  return promise.unlessFound?.reason ?? 'noSource';
}
