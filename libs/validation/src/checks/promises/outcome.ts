import type { NotEvaluatedReason, StatedPromise } from '@app/contracts';

/**
 * Witnesses of a promise: the engine enforces it; the rows; evidence that is stored or was pushed; a declaration that is not enforced; the
 * catalog, for what it alone knows.
 */
export const WITNESSES = ['engine', 'data', 'evidence', 'declaration', 'catalog'] as const;
export type Witness = (typeof WITNESSES)[number];

/** `isUncomputed`: a test that has no result yet, so that a verdict by what is stored fails. */
export type PromiseOutcome =
  | { readonly state: 'held'; readonly by: Witness }
  | { readonly state: 'broken'; readonly by: Witness; readonly isUncomputed?: true }
  | { readonly state: 'blocked' }
  | { readonly state: 'notEvaluated'; readonly reason: NotEvaluatedReason; readonly message: string };

/** `details.promises` of a result. */
export interface PromiseCounts {
  readonly stated: number;
  readonly judged: number;
  readonly held: number;
  readonly broken: number;
  readonly blocked: number;
  readonly notEvaluated: number;
  readonly by: Readonly<Record<Witness, number>>;
}

/** An entry of `details.notEvaluated`. */
export interface NotEvaluated {
  readonly promise: string;
  readonly reason: NotEvaluatedReason;
  readonly message: string;
}

/** The promises of a contract with what became of each. */
export interface CountedPromises {
  readonly promises: PromiseCounts;
  /** In document order, the first of them. */
  readonly notEvaluated: readonly NotEvaluated[];
  /** The same as the list of names that results have: rules by their names, others by their paths. */
  readonly names: readonly string[];
  /** For the end of the sentence of a result; empty where people alone have to judge. */
  readonly sentence: string;
}

/** Most entries of the lists; the number is whole. */
const MOST_LISTED = 200;

const NO_SOURCE: PromiseOutcome = {
  state: 'notEvaluated',
  reason: 'noSource',
  message: 'Nothing that is known says whether it is met',
};

/** Counts what became of promises. One without an outcome is not judged, and listed. */
export function countPromises(
  stated: readonly StatedPromise[],
  outcomes: ReadonlyMap<string, PromiseOutcome>,
): CountedPromises {
  const found = stated.map((promise) => ({ promise, outcome: outcomeOf(promise, outcomes) }));
  const of = (state: PromiseOutcome['state']): number => found.filter(({ outcome }) => outcome.state === state).length;
  const [held, broken, blocked, notEvaluated] = [of('held'), of('broken'), of('blocked'), of('notEvaluated')];
  const by = Object.fromEntries(WITNESSES.map((witness) => [witness, 0])) as Record<Witness, number>;
  for (const { outcome } of found) if ('by' in outcome) by[outcome.by]++;
  const left = found.flatMap(({ promise, outcome }) =>
    outcome.state === 'notEvaluated' ? [{ promise, reason: outcome.reason, message: outcome.message }] : [],
  );
  const listed = left.slice(0, MOST_LISTED);
  return {
    promises: { stated: stated.length, judged: held + broken + blocked, held, broken, blocked, notEvaluated, by },
    notEvaluated: listed.map(({ promise: { path }, reason, message }) => ({ promise: path, reason, message })),
    names: listed.map(({ promise }) => ('name' in promise ? promise.name : promise.path)),
    sentence: sentenceOf(left.map(({ reason }) => reason)),
  };
}

function outcomeOf(promise: StatedPromise, outcomes: ReadonlyMap<string, PromiseOutcome>): PromiseOutcome {
  if (promise.unjudged) return { state: 'notEvaluated', ...promise.unjudged };
  const { unlessFound } = promise;
  return outcomes.get(promise.path) ?? (unlessFound ? { state: 'notEvaluated', ...unlessFound } : NO_SOURCE);
}

/** `3 promises are not judged (2 noCheck, 1 text).` */
function sentenceOf(reasons: readonly NotEvaluatedReason[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) if (reason !== 'forPeople') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return '';
  const parts = [...counts].sort(([, one], [, other]) => other - one).map(([reason, count]) => `${count} ${reason}`);
  return `${total} promise${total === 1 ? ' is' : 's are'} not judged (${parts.join(', ')}).`;
}
