import type { RuleOutcome } from './engine/rule-evaluator';
import { MOST_STEPS } from './engine/step-budget';
import type { Budget, Work } from './thread/rule-thread-handle';
import { RuleThreadHandle, heapFor } from './thread/rule-thread-handle';

/** The rules of one contract and the asset they are judged on. */
export interface RuleJob {
  /** The asset's full JSON as text. */
  readonly asset: string;
  /** Texts of compiled rules. */
  readonly rules: readonly string[];
  /** Instant of the run in epoch ms. */
  readonly now: number;
}

/** Judges rules: one outcome for each, in their order. */
export interface RuleJudge {
  judge(job: RuleJob): Promise<RuleOutcome[]>;
}

export interface RuleRunnerOptions {
  /** Threads at most; they are started when needed. */
  readonly threads?: number;
  readonly budget?: Budget;
  /** Time for the rules of one job together, in ms. */
  readonly jobTime?: number;
}

/** What one rule may take; over it the rule fails and the others are judged. */
export const RULE_BUDGET: Budget = { time: 1000, memory: 64, steps: MOST_STEPS };

/** What the rules of one run may take together, in ms: thirty that take their whole second. */
export const RUN_TIME = 30_000;
/** Rules that are judged before other runs have their turn, and the time after which the turn ends earlier, in ms. */
const TURN_RULES = 10;
const TURN_MS = 250;
const RUN_SPENT: RuleOutcome = { passed: false, reason: 'budget of the run spent' };

/**
 * Judges rules in a small pool of threads, so that no rule can hold up or end the process. A thread whose rule is over its
 * budget is ended, and the rest of the contract's rules go on in a fresh one. Runs take turns, so that none waits for all rules of
 * another one.
 */
export class RuleRunner implements RuleJudge {
  private readonly idle: RuleThreadHandle[] = [];
  private readonly busy = new Set<RuleThreadHandle>();
  private readonly waiting: { start: () => void; refuse: (error: Error) => void }[] = [];
  private free: number;
  private closed = false;
  private readonly budget: Budget;
  private readonly jobTime: number;

  constructor({ threads = 1, budget = RULE_BUDGET, jobTime = RUN_TIME }: RuleRunnerOptions = {}) {
    this.free = threads;
    this.budget = budget;
    this.jobTime = jobTime;
  }

  /** Rejects when the runner is closed or a thread cannot be started: that is no fault of a rule, and may be tried again. */
  async judge({ asset, rules, now }: RuleJob): Promise<RuleOutcome[]> {
    const outcomes = new Array<RuleOutcome | undefined>(rules.length).fill(undefined);
    let left = rules.map((text, index) => ({ index, text }));
    let spent = 0;
    while (left.length > 0 && spent < this.jobTime) {
      await this.takePlace();
      try {
        spent += await this.turn({ asset, rules: left.slice(0, TURN_RULES), now, turn: TURN_MS }, outcomes);
      } finally {
        this.leavePlace();
      }
      left = left.filter(({ index }) => outcomes[index] === undefined);
    }
    return outcomes.map((outcome) => outcome ?? RUN_SPENT);
  }

  /** Ends all threads; what waits or is under way rejects. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { refuse } of this.waiting.splice(0)) refuse(closedError());
    const threads = [...this.idle.splice(0), ...this.busy];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  /** Judges some of the rules, at least one; returns how long it took, in ms. */
  private async turn(work: Work, outcomes: (RuleOutcome | undefined)[]): Promise<number> {
    const thread = this.takeThread(heapFor(work.asset, this.budget));
    const end = await thread.judge(work, (index, outcome) => (outcomes[index] = outcome));
    this.busy.delete(thread);
    if (this.closed) throw closedError();
    if (end.kind === 'error') throw end.error;
    if (end.kind === 'done') this.idle.push(thread);
    else outcomes[end.index] ??= end.outcome;
    return thread.spentMs;
  }

  /** An idle thread whose heap is large enough; a smaller one gives way to a new one. */
  private takeThread(heap: number): RuleThreadHandle {
    if (this.closed) throw closedError();
    const fit = this.idle.findIndex((idle) => idle.isAlive && idle.heap >= heap);
    const [known] = fit >= 0 ? this.idle.splice(fit, 1) : [];
    if (!known) void this.idle.pop()?.terminate();
    const thread = known ?? new RuleThreadHandle(heap, this.budget);
    this.busy.add(thread);
    return thread;
  }

  private async takePlace(): Promise<void> {
    if (this.closed) throw closedError();
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((start, refuse) => this.waiting.push({ start, refuse }));
  }

  /** A place that is left goes to whoever waits longest, without being free in between. */
  private leavePlace(): void {
    const next = this.waiting.shift();
    if (next) next.start();
    else this.free += 1;
  }
}

function closedError(): Error {
  return new Error('the rule runner is closed');
}
