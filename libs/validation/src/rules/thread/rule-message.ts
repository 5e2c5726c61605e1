import type { RuleOutcome } from '../engine/rule-evaluator';

/** Rules to evaluate on one asset, in order. The asset is sent once as text for all of them. */
export interface AskedRules {
  /** The asset's full JSON; absent if the thread has cached it in an earlier slice. */
  readonly asset?: string;
  readonly assetKey: number;
  /** No two rules of a request have the same index. */
  readonly rules: readonly { readonly index: number; readonly text: string }[];
  /** Instant of the run in epoch ms. */
  readonly now: number;
}

/** Request to a thread: evaluate the rules of one run, or of several. */
export interface JudgeRequest {
  readonly runs: readonly AskedRules[];
  /** Time limit of one rule in ms. */
  readonly budget: number;
  /** Step limit of one rule. */
  readonly steps: number;
  /** No further rule is started after this many ms of evaluation: the rest follows in another slice. */
  readonly turn: number;
  /** Three Int32 in shared memory, which the caller reads while the thread is busy: see the slots below. */
  readonly progress: Int32Array;
  /** `process.hrtime.bigint()` of the caller at the time of the request; STARTED is in ms since then. */
  readonly askedAt: bigint;
}

export type JudgedRules = readonly (readonly [index: number, outcome: RuleOutcome])[];

/**
 * Response of a thread: buffered outcomes, and at the end the rest. Outcomes that a thread did not send before it
 * died are evaluated again.
 */
export type ThreadAnswer =
  | { readonly kind: 'outcomes'; readonly outcomes: JudgedRules }
  | { readonly kind: 'done'; readonly outcomes: JudgedRules };

/** How long a thread buffers outcomes before it sends them, in ms: a message takes longer than most rules. */
export const KEPT_MS = 2;

/** Slot of `progress` with the index of the current rule, or LOADING, or FINISHED. */
export const CURRENT = 0;
/** Slot of `progress` with the start time of that rule, or the end time of the slice (FINISHED). */
export const STARTED = 1;
/** Slot of `progress` with the start time of the first rule of the slice. */
export const BEGUN = 2;
export const LOADING = -1;
export const FINISHED = -2;

/** Milliseconds since `askedAt`: this clock is shared by all threads of a process and monotonic. */
export function elapsedSince(askedAt: bigint): number {
  return Number((process.hrtime.bigint() - askedAt) / 1_000_000n);
}

/** Characters of an asset from which on a thread caches it, as objects, for the next slice of the same run: reading takes longer. */
export const KEPT_ASSET = 64 * 1024;

export function overBudget(budget: number): RuleOutcome {
  return { passed: false, reason: `took longer than ${budget / 1000} s` };
}
