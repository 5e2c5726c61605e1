import type { Worker } from 'node:worker_threads';
import { startThread } from '@app/common';
import type { RuleOutcome } from '../engine/rule-evaluator';
import {
  BEGUN,
  CURRENT,
  FINISHED,
  KEPT_ASSET,
  LOADING,
  STARTED,
  elapsedSince,
  overBudget,
  type AskedRules,
  type JudgeRequest,
  type ThreadAnswer,
} from './rule-message';

export interface Budget {
  /** Time limit of one rule, in ms. */
  readonly time: number;
  /** Memory limit of one rule, in MB. */
  readonly memory: number;
  /** Step limit of one rule, see StepBudget. */
  readonly steps: number;
}

/** Rules of a run. Their `assetKey` is the same for all slices of the run, and for no other run. */
export interface RunWork extends AskedRules {
  readonly asset: string;
}

export interface Work extends Pick<JudgeRequest, 'turn'> {
  readonly runs: readonly RunWork[];
  /** The slice is interrupted, in the middle of a rule, after so many ms of evaluation. */
  readonly limit: number;
}

/**
 * How a slice ended: all rules evaluated or its time limit reached, or the thread died during a rule (or before any:
 * `error`), or it was interrupted: then the rule that went on has no outcome, and the thread is gone.
 */
export type TurnEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'died'; readonly index: number; readonly outcome: RuleOutcome }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'error'; readonly error: Error };

/** Memory for the loaded code (about 8 MB) in addition to the memory of a rule, in MB. */
const CODE_MEGABYTES = 16;
/** Heap per byte of asset JSON: as objects it takes about eight times the size of its text. */
const ASSET_FACTOR = 8;
/** Maximum time, in ms, until the first rule starts: thread start and parsing of an asset of some MB. */
const LOADING_TIME = 30_000;

/** The heap, in MB, that provides the rule its memory in addition to the asset. */
export function heapFor(asset: string, { memory }: Budget): number {
  return memory + CODE_MEGABYTES + ASSET_FACTOR * Math.floor(asset.length / 2 ** 20);
}

/** One thread and its current work. It has no environment and no arguments, and cannot be reused after it died. */
export class RuleThreadHandle {
  private readonly worker: Worker;
  private onEnd: ((end: TurnEnd) => void) | undefined;
  private onOutcome: (index: number, outcome: RuleOutcome) => void = () => undefined;
  private progress = new Int32Array(new SharedArrayBuffer(12));
  private askedAt = 0n;
  private timer: NodeJS.Timeout | undefined;
  private alive = true;
  private kept: number | undefined;
  private spent = 0;
  private limit = Infinity;

  constructor(
    readonly heap: number,
    private readonly budget: Budget,
  ) {
    this.worker = startThread(__dirname, 'rule-thread', {
      name: 'rules',
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 8 },
    });
    this.worker.unref(); // An idle thread is unreferenced: the process can exit.
    this.worker.on('message', (answer: ThreadAnswer) => this.receive(answer));
    this.worker.on('error', (error: NodeJS.ErrnoException) => this.died(error));
    this.worker.on('exit', () => this.died(new Error('the rule thread ended unexpectedly')));
  }

  /** Evaluates rules in order; reports each outcome as it arrives. One slice at a time. */
  judge(work: Work, onOutcome: (index: number, outcome: RuleOutcome) => void): Promise<TurnEnd> {
    this.onOutcome = onOutcome;
    this.progress = new Int32Array(new SharedArrayBuffer(12));
    this.progress[CURRENT] = LOADING;
    this.askedAt = process.hrtime.bigint();
    this.limit = work.limit;
    this.worker.ref();
    this.watch(this.soonest());
    return new Promise((resolve) => {
      this.onEnd = resolve;
      const { progress, askedAt } = this;
      const { time: budget, steps } = this.budget;
      const runs = work.runs.map(({ asset, ...run }): AskedRules =>
        this.kept === run.assetKey ? run : { ...run, asset },
      );
      this.worker.postMessage({ runs, turn: work.turn, budget, steps, progress, askedAt } satisfies JudgeRequest);
      for (const { asset, assetKey } of work.runs) if (asset.length >= KEPT_ASSET) this.kept = assetKey;
    });
  }

  /** Whether the thread can be used: it may also die while idle. */
  get isAlive(): boolean {
    return this.alive;
  }

  /** Key of the asset that the thread has cached as objects. */
  get keptAsset(): number | undefined {
    return this.kept;
  }

  /** Evaluation time of the last slice, in ms, without loading the thread and the asset. */
  get spentMs(): number {
    return this.spent;
  }

  /** Ends the current slice, and the thread with it. */
  interrupt(): void {
    this.end({ kind: 'interrupted' });
    void this.terminate();
  }

  async terminate(): Promise<void> {
    this.alive = false;
    await this.worker.terminate();
  }

  private receive(answer: ThreadAnswer): void {
    for (const [index, outcome] of answer.outcomes) this.onOutcome(index, outcome);
    if (answer.kind === 'done') this.end({ kind: 'done' });
  }

  /** The earliest that an evaluation can be over a limit, in ms after its begin. */
  private soonest(): number {
    return Math.min(this.budget.time, this.limit);
  }

  /**
   * Checks again when the current rule or the slice could exceed its limit: by the thread's own timestamps, because our
   * event loop may lag. While the thread loads, the first rule may begin at any time.
   */
  private watch(delay: number): void {
    // eslint-disable-next-line house/one-of-each-tool -- a deadline that moves
    this.timer = setTimeout(() => {
      const index = Atomics.load(this.progress, CURRENT);
      const left = this.timeLeft(index);
      if (left < 0) this.stop(index);
      else this.watch((index === LOADING ? Math.min(left, this.soonest()) : left) + 1);
    }, delay);
  }

  private timeLeft(index: number): number {
    const now = elapsedSince(this.askedAt);
    if (index === LOADING) return LOADING_TIME - now;
    const ofRule = this.budget.time - (now - Atomics.load(this.progress, STARTED));
    return Math.min(ofRule, this.limit - (now - Atomics.load(this.progress, BEGUN)));
  }

  private stop(index: number): void {
    if (index === FINISHED) return; // Its last messages are in transit.
    const isLate = elapsedSince(this.askedAt) - Atomics.load(this.progress, STARTED) > this.budget.time;
    if (index === LOADING) this.end({ kind: 'error', error: new Error('the rule thread did not begin in time') });
    else if (isLate) this.end({ kind: 'died', index, outcome: overBudget(this.budget.time) });
    else this.end({ kind: 'interrupted' });
    void this.terminate();
  }

  private died(error: NodeJS.ErrnoException): void {
    this.alive = false;
    const index = Atomics.load(this.progress, CURRENT);
    const reason =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? `needed more than ${this.budget.memory} MB`
        : 'could not be evaluated';
    if (index >= 0) this.end({ kind: 'died', index, outcome: { passed: false, reason } });
    else this.end({ kind: 'error', error });
  }

  private judged(): number {
    const current = Atomics.load(this.progress, CURRENT);
    if (current === LOADING) return 0;
    const until = current === FINISHED ? Atomics.load(this.progress, STARTED) : elapsedSince(this.askedAt);
    return until - Atomics.load(this.progress, BEGUN);
  }

  private end(end: TurnEnd): void {
    clearTimeout(this.timer);
    this.spent = this.judged();
    this.worker.unref();
    const { onEnd } = this;
    this.onEnd = undefined;
    onEnd?.(end);
  }
}
