import type { RuleOutcome } from '../engine/rule-evaluator';

/** What a thread is asked: to judge the rules on one asset, in order. The asset is sent as text once for all of them. */
export interface JudgeRequest {
  /** The asset's full JSON. */
  readonly asset: string;
  readonly rules: readonly { readonly index: number; readonly text: string }[];
  /** Instant of the run in epoch ms. */
  readonly now: number;
  /** Longest time for one rule in ms. */
  readonly budget: number;
  /** Most steps of one rule. */
  readonly steps: number;
  /** No further rule is begun after so many ms of judging: what is left comes in another turn. */
  readonly turn: number;
  /** Three Int32 over shared memory, which the asking side reads while the thread is busy: see the slots below. */
  readonly progress: Int32Array;
  /** `process.hrtime.bigint()` of the asking side when it asked; STARTED is in ms since then. */
  readonly askedAt: bigint;
}

/** Outcomes by the index of their rules. */
export type JudgedRules = readonly (readonly [index: number, outcome: RuleOutcome])[];

/**
 * What a thread answers: outcomes that it has kept for as long as it may, and at the end the rest. What a thread that dies had
 * not yet told is judged again.
 */
export type ThreadAnswer =
  | { readonly kind: 'outcomes'; readonly outcomes: JudgedRules }
  | { readonly kind: 'done'; readonly outcomes: JudgedRules };

/** How long a thread keeps outcomes before it tells them, in ms: a message takes longer than most rules. */
export const KEPT_MS = 2;

/** Slot of `progress` with the index of the rule in work, or LOADING, or FINISHED. */
export const CURRENT = 0;
/** Slot of `progress` with the time at which that rule was begun, or the turn was FINISHED. */
export const STARTED = 1;
/** Slot of `progress` with the time at which the first rule of the turn was begun. */
export const BEGUN = 2;
export const LOADING = -1;
export const FINISHED = -2;

/** Milliseconds since `askedAt`: this clock is one for all threads of a process and is never set. */
export function elapsedSince(askedAt: bigint): number {
  return Number((process.hrtime.bigint() - askedAt) / 1_000_000n);
}

export function overBudget(budget: number): RuleOutcome {
  return { passed: false, reason: `took longer than ${budget / 1000} s` };
}
