/** Receives outage messages; Nest's `Logger` is compatible. */
export interface TaskLog {
  log(message: string): void;
  warn(message: string): void;
}

/** Work that fails each time. */
export interface Fault {
  /** The consequence, such as `the search index is behind`. */
  readonly failing: string;
  readonly error: unknown;
}

/** Failures in a row from which on work counts as failing each time. */
export const STEADY_FAILURES = 3;

interface PeriodicTaskOptions {
  /** Delay between the end of a round and the start of the next one, in ms. */
  readonly restMs: number;
  /**
   * Measures the delay from the start of a round, so that a slow round does not delay the next one. Rounds never
   * overlap.
   */
  readonly fromStart?: boolean;
  /** Whether to wait before the first round. */
  readonly restFirst?: boolean;
  /**
   * Delays double after each failure, up to this limit, in ms; a longer `restMs` is reduced to it while rounds fail.
   * Default: 2 s.
   */
  readonly longestRetryMs?: number;
  /** Delay that is doubled while rounds fail, in ms; default: `restMs`. */
  readonly firstRetryMs?: number;
  readonly log: TaskLog;
  /** Consequence of an outage, logged with the first error of a series, such as `the search index is behind`. */
  readonly failing: string;
  /** Logged when a round succeeds after failures. */
  readonly recovered?: string;
}

/** A result of a round that knows when the next one has something to do. */
export interface NextRound {
  /** Delay until then, in ms, where it is shorter than the usual one; undefined: nothing is known of it. */
  readonly dueInMs: number | undefined;
}

/** Short, so that work resumes soon after a dependency has recovered. */
const LONGEST_RETRY_MS = 2_000;

const NEXT_UNKNOWN: NextRound = { dueInMs: undefined };

const isNextRound = (value: unknown): value is NextRound =>
  typeof value === 'object' && value !== null && 'dueInMs' in value;

/**
 * Repeats work until it is stopped: one round at a time, with delays in between that grow while rounds fail. An
 * outage is logged once, however many rounds fail. The timers are unreferenced: the process can exit.
 */
export class PeriodicTask {
  private stopping: AbortController | undefined;
  private running: Promise<void> = Promise.resolve();
  private failures = 0;
  private lastError: unknown;
  private isWoken = false;
  private endRest: () => void = () => undefined;
  private waking: NodeJS.Timeout | undefined;

  /**
   * @param work one round; returns `true` if there is more to do, so that the next round follows without a delay, or when that is due
   *   (`NextRound`)
   */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<unknown>,
    private readonly options: PeriodicTaskOptions,
  ) {}

  /** The fault of rounds that fail each time. */
  get faults(): readonly Fault[] {
    const { failing } = this.options;
    return this.failures < STEADY_FAILURES ? [] : [{ failing, error: this.lastError }];
  }

  /** No-op while started. May be called again after `stop`. */
  start(): void {
    if (this.stopping) return;
    const { signal } = (this.stopping = new AbortController());
    this.running = this.running.then(() => this.repeat(signal));
  }

  /** Skips the current delay; if a round is active, another one follows at once. */
  wake(): void {
    this.isWoken = true;
    this.endRest();
  }

  /** `wake` within so many ms: what else asks for it until then is part of that round. */
  wakeWithin(ms: number): void {
    this.waking ??= setTimeout(() => {
      this.waking = undefined;
      this.wake();
    }, ms).unref();
  }

  /** Aborts the signal of the active round and resolves when it has ended; no other round starts. */
  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = undefined;
    clearTimeout(this.waking);
    this.waking = undefined;
    this.endRest();
    await this.running;
  }

  private async repeat(signal: AbortSignal): Promise<void> {
    if (this.options.restFirst) await this.rest(performance.now(), signal, undefined);
    while (!signal.aborted) {
      this.isWoken = false;
      const began = performance.now();
      const next = await this.round(signal);
      if (next !== true) await this.rest(began, signal, next.dueInMs);
    }
  }

  private async round(signal: AbortSignal): Promise<true | NextRound> {
    const { log, failing, recovered } = this.options;
    try {
      const next = await this.work(signal);
      if (this.failures > 0 && recovered !== undefined) log.log(recovered);
      this.failures = 0;
      return next === true || isNextRound(next) ? next : NEXT_UNKNOWN;
    } catch (error) {
      this.lastError = error;
      if (this.failures++ === 0 && !signal.aborted) log.warn(`${failing}: ${(error as Error).message}`);
      return NEXT_UNKNOWN;
    }
  }

  private rest(began: number, signal: AbortSignal, dueInMs = Infinity): Promise<void> {
    const rest = this.restMs() - (this.options.fromStart ? performance.now() - began : 0);
    const ms = Math.min(rest, dueInMs);
    return new Promise((resolve) => {
      if (this.isWoken || signal.aborted) return resolve();
      const timer = setTimeout(resolve, Math.max(0, ms)).unref();
      this.endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private restMs(): number {
    const { restMs, firstRetryMs = restMs, longestRetryMs = LONGEST_RETRY_MS } = this.options;
    return this.failures > 0 ? Math.min(firstRetryMs * 2 ** this.failures, longestRetryMs) : restMs;
  }
}
