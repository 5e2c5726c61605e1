import { Batcher } from '@app/common';
import type { RuleOutcome } from './engine/rule-evaluator';
import { MOST_STEPS } from './engine/step-budget';
import { HeavyRules } from './heavy-rules';
import { TurnQueue } from './turn-queue';
import { KEPT_ASSET } from './thread/rule-message';
import { RuleThreadHandle, heapFor, type Budget, type RunWork, type Work } from './thread/rule-thread-handle';

/** The rules of one contract and the asset they are evaluated on. */
export interface RuleJob {
  /** The asset's full JSON as text. */
  readonly asset: string;
  /** Texts of compiled rules. */
  readonly rules: readonly string[];
  /** Instant of the run in epoch ms. */
  readonly now: number;
  /** The user who asked for the run: slices alternate between requesters. */
  readonly asker?: string;
  /** Aborted when the outcome is no longer wanted: the job then leaves the thread at once, and rejects. */
  readonly signal?: AbortSignal;
}

/** Evaluates rules: one outcome for each, in order. */
export interface RuleJudge {
  judge(job: RuleJob): Promise<RuleOutcome[]>;
}

export interface RuleRunnerOptions {
  /** Maximum number of threads; started on demand. */
  readonly threads?: number;
  readonly budget?: Budget;
  /** Total time limit for the rules of one job, in ms. */
  readonly jobTime?: number;
  /**
   * For a first look at rules: a job over its time limit rejects with `HeavyRules`, and only the time of evaluation
   * counts, since a document that takes long to read does not make its rules heavy.
   */
  readonly isFirstLook?: boolean;
}

/** Budget of one rule; a rule that exceeds it fails, and the others are still evaluated. */
export const RULE_BUDGET: Budget = { time: 1000, memory: 64, steps: MOST_STEPS };

/**
 * Total time limit for the rules of one run, in ms, with the time to start threads and to read the document: nearly
 * thirty rules that each take a full second.
 */
export const RUN_TIME = 30_000;
/** Rules evaluated per slice before other runs get theirs, and the time in ms after which a slice starts no further rule. */
const TURN_RULES = 10;
const TURN_MS = 100;
/** Runs that are looked at together, and the time in ms after which no further rule of theirs is started. */
const TOGETHER = { most: 16, atOnce: 1, isOnes: () => false };
const TOGETHER_MS = 20;
const RUN_SPENT: RuleOutcome = { passed: false, reason: 'budget of the run spent' };

/**
 * Evaluates rules in a small thread pool, so that no rule can block or end the process. A thread whose rule exceeds
 * its budget is terminated, and the remaining rules of the contract continue in a new one. Runs alternate, so that
 * none waits for all rules of another one, and not for all runs of another asker (`TurnQueue`).
 */
export class RuleRunner implements RuleJudge {
  private readonly idle: RuleThreadHandle[] = [];
  private readonly busy = new Set<RuleThreadHandle>();
  private readonly turns: TurnQueue;
  private readonly looking = new Batcher((jobs: readonly RuleJob[]) => this.lookTogether(jobs), TOGETHER);
  private closed = false;
  private nextAsset = 1;
  private readonly budget: Budget;
  private readonly jobTime: number;
  private readonly isFirstLook: boolean;

  constructor({ threads = 1, budget = RULE_BUDGET, jobTime = RUN_TIME, isFirstLook = false }: RuleRunnerOptions = {}) {
    this.turns = new TurnQueue({ places: threads });
    this.budget = budget;
    this.jobTime = jobTime;
    this.isFirstLook = isFirstLook;
  }

  /**
   * Rejects if the runner is closed or a thread cannot be started: this is not an error of a rule and can be retried.
   */
  async judge(job: RuleJob): Promise<RuleOutcome[]> {
    const { asset, rules, now, asker = '', signal } = job;
    const outcomes = new Array<RuleOutcome | undefined>(rules.length).fill(undefined);
    if (this.isFirstLook && asset.length < KEPT_ASSET) Object.assign(outcomes, await this.looking.ask(job));
    let left = rules.map((text, index) => ({ index, text })).filter(({ index }) => outcomes[index] === undefined);
    const assetKey = this.nextAsset++;
    let [evaluated, held] = [0, 0];
    const timeLeft = () => this.jobTime - (this.isFirstLook ? evaluated : held);
    while (left.length > 0 && timeLeft() > 0) {
      if (this.closed) throw closedError();
      await this.turns.take({ asker, held, signal });
      const begun = performance.now();
      try {
        const run = { asset, assetKey, rules: left.slice(0, TURN_RULES), now };
        evaluated += await this.turn({ runs: [run], turn: TURN_MS, limit: timeLeft() }, outcomes, signal);
      } finally {
        held += performance.now() - begun;
        this.turns.leave(asker);
      }
      left = left.filter(({ index }) => outcomes[index] === undefined);
    }
    if (left.length > 0 && this.isFirstLook) throw new HeavyRules('the rules need more time than a first look');
    return outcomes.map((outcome) => outcome ?? RUN_SPENT);
  }

  /** Terminates all threads; queued and active work rejects. */
  async close(): Promise<void> {
    this.closed = true;
    this.turns.refuse(closedError());
    const threads = [...this.idle.splice(0), ...this.busy];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  /**
   * Looks at the rules of runs that come together in one message: it takes longer than most rules. Whatever is not done in a short slice is
   * left out: of these runs each is looked at alone.
   */
  private async lookTogether(jobs: readonly RuleJob[]): Promise<(RuleOutcome | undefined)[][]> {
    const outcomes: (RuleOutcome | undefined)[] = [];
    if (jobs.length === 1) return [outcomes];
    const runs = jobs.map(({ asset, rules, now }, at) => {
      const asked = rules.slice(0, TURN_RULES).map((text, rule) => ({ index: at * TURN_RULES + rule, text }));
      return { asset, assetKey: this.nextAsset++, rules: asked, now };
    });
    const { asker = '' } = jobs[0]!;
    await this.turns.take({ asker, held: 0 });
    try {
      await this.turn({ runs, turn: TOGETHER_MS, limit: this.jobTime }, outcomes);
    } finally {
      this.turns.leave(asker);
    }
    return jobs.map((_, at) => outcomes.slice(at * TURN_RULES, (at + 1) * TURN_RULES));
  }

  /** Evaluates some of the rules, at least one if its time limit is not reached before; returns the time of evaluation in ms. */
  private async turn(work: Work, outcomes: (RuleOutcome | undefined)[], signal?: AbortSignal): Promise<number> {
    signal?.throwIfAborted();
    const thread = this.takeThread(work.runs);
    const interrupt = () => thread.interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    const end = await thread.judge(work, (index, outcome) => (outcomes[index] = outcome));
    signal?.removeEventListener('abort', interrupt);
    this.busy.delete(thread);
    if (end.kind === 'done') this.idle.push(thread);
    // What several runs needed together says nothing of the rule that was under way.
    if (end.kind === 'died' && work.runs.length === 1) outcomes[end.index] ??= end.outcome;
    if (this.closed) throw closedError();
    if (end.kind === 'error') throw end.error;
    signal?.throwIfAborted();
    return thread.spentMs;
  }

  /** An idle thread with a large enough heap, best one that has read the asset; a smaller one is replaced by a new one. */
  private takeThread(runs: readonly RunWork[]): RuleThreadHandle {
    if (this.closed) throw closedError();
    const heap = Math.max(...runs.map(({ asset }) => heapFor(asset, this.budget)));
    const fit = this.idle.filter((idle) => idle.isAlive && idle.heap >= heap);
    const known = fit.find((idle) => runs.some(({ assetKey }) => idle.keptAsset === assetKey)) ?? fit[0];
    if (known) this.idle.splice(this.idle.indexOf(known), 1);
    else void this.idle.pop()?.terminate();
    const thread = known ?? new RuleThreadHandle(heap, this.budget);
    this.busy.add(thread);
    return thread;
  }
}

function closedError(): Error {
  return new Error('the rule runner is closed');
}
