/** Receives outage messages; Nest's `Logger` is compatible. */
export interface TaskLog {
  log(message: string): void;
  warn(message: string): void;
}

/** Work that fails each time. */
export interface Fault {
  /** The consequence, such as `the search index is behind`. */
  readonly failing: string;
  /** The last error. */
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
  readonly log: TaskLog;
  /** Consequence of an outage, logged with the first error of a series, such as `the search index is behind`. */
  readonly failing: string;
  /** Logged when a round succeeds after failures. */
  readonly recovered?: string;
}

/** Short, so that work resumes soon after a dependency has recovered. */
const LONGEST_RETRY_MS = 2_000;

/**
 * Repeats work until it is stopped: one round at a time, with delays in between that grow while rounds fail. An
 * outage is logged once, however many rounds fail. The timers do not keep the process alive.
 */
export class PeriodicTask {
  private stopping: AbortController | undefined;
  private running: Promise<void> = Promise.resolve();
  private failures = 0;
  private lastError: unknown;
  private isWoken = false;
  private endRest: () => void = () => undefined;

  /** @param work one round; returns `true` if there is more to do, so that the next round follows without a delay */
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

  /** Aborts the signal of the active round and resolves when it has ended; no other round starts. */
  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = undefined;
    this.endRest();
    await this.running;
  }

  private async repeat(signal: AbortSignal): Promise<void> {
    if (this.options.restFirst) await this.rest(performance.now(), signal);
    while (!signal.aborted) {
      this.isWoken = false;
      const began = performance.now();
      const isMore = await this.round(signal);
      if (!isMore) await this.rest(began, signal);
    }
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const { log, failing, recovered } = this.options;
    try {
      const isMore = await this.work(signal);
      if (this.failures > 0 && recovered !== undefined) log.log(recovered);
      this.failures = 0;
      return isMore === true;
    } catch (error) {
      this.lastError = error;
      if (this.failures++ === 0 && !signal.aborted) log.warn(`${failing}: ${(error as Error).message}`);
      return false;
    }
  }

  private rest(began: number, signal: AbortSignal): Promise<void> {
    const ms = this.restMs() - (this.options.fromStart ? performance.now() - began : 0);
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
    const { restMs, longestRetryMs = LONGEST_RETRY_MS } = this.options;
    return this.failures > 0 ? Math.min(restMs * 2 ** this.failures, longestRetryMs) : restMs;
  }
}
