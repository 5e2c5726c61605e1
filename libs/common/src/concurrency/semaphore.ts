interface SemaphoreLimits {
  /** Maximum number of concurrent tasks, across all keys. */
  readonly atOnce: number;
  /** Maximum number of waiting tasks: further ones are refused at once. Default: unlimited. */
  readonly queueLength?: number | (() => number);
  /** Maximum number of concurrent tasks of one key. Default: 1. */
  readonly atOncePerKey?: number;
  /** Maximum number of waiting tasks of one key: further ones are refused at once. Default: unlimited. */
  readonly queueLengthPerKey?: number;
  /** Maximum waiting time, in ms. Default: unlimited. */
  readonly longestWaitMs?: number;
  /** Maximum waiting time while the same task of the key is active, in ms. Default: `longestWaitMs`. */
  readonly longestStandstillMs?: number;
  /** Creates the error if the queue is full or the wait too long; @param waiting number of waiting tasks. */
  readonly refusal?: (waiting: number) => Error;
}

interface Waiting {
  readonly key: unknown;
  readonly start: () => void;
}

/** The active tasks of a key. */
interface Active {
  count: number;
  /** When the last of them began. */
  since: number;
}

/**
 * Limits concurrent tasks, and those of one key (to one by default); the others wait in FIFO order. Keys are compared as
 * Set members; tasks without a key only wait for a free slot.
 */
export class Semaphore {
  private readonly running = new Map<unknown, Active>();
  private active = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly limits: SemaphoreLimits) {}

  /** @throws the error made by `refusal`, if the work is not started */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.runKeyed({}, work);
  }

  /** `run`, but limited among the tasks of the key, too. @throws the error made by `refusal` */
  async runKeyed<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: unknown): Promise<void> {
    if (this.hasRoom(key)) return this.begin(key);
    const { queueLength = Infinity, queueLengthPerKey = Infinity } = this.limits;
    const isFull = this.waiting.length >= (typeof queueLength === 'number' ? queueLength : queueLength());
    if (isFull || this.waitingOf(key, queueLengthPerKey) >= queueLengthPerKey) throw this.refused();
    await new Promise<void>((resolve, reject) => this.wait(key, resolve, reject));
  }

  private hasRoom(key: unknown): boolean {
    const { atOnce, atOncePerKey = 1 } = this.limits;
    return this.active < atOnce && (this.running.get(key)?.count ?? 0) < atOncePerKey;
  }

  private begin(key: unknown): void {
    this.active++;
    this.running.set(key, { count: (this.running.get(key)?.count ?? 0) + 1, since: performance.now() });
  }

  /** Counted only where that is limited: the queue of a semaphore without a limit may be long. */
  private waitingOf(key: unknown, limit: number): number {
    return limit === Infinity ? 0 : this.waiting.filter((turn) => turn.key === key).length;
  }

  private wait(key: unknown, resolve: () => void, reject: (error: Error) => void): void {
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const turn: Waiting = {
      key,
      start: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    this.waiting.push(turn);
    // Checks again when the limit would be reached if nothing changes until then.
    const watch = (): void => {
      const left = this.patienceLeft(key, since);
      if (left === Infinity) return;
      timer = setTimeout(() => {
        if (this.patienceLeft(key, since) > 0) return watch();
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(this.refused());
      }, left);
    };
    watch();
  }

  private patienceLeft(key: unknown, since: number): number {
    const { longestWaitMs = Infinity, longestStandstillMs = Infinity } = this.limits;
    const moved = Math.max(since, this.running.get(key)?.since ?? since);
    return Math.min(since + longestWaitMs, moved + longestStandstillMs) - performance.now();
  }

  private refused(): Error {
    return this.limits.refusal?.(this.waiting.length) ?? new Error(`${this.waiting.length} wait already`);
  }

  private leave(key: unknown): void {
    this.active--;
    const left = this.running.get(key)!;
    if (--left.count === 0) this.running.delete(key);
    while (this.active < this.limits.atOnce) {
      const next = this.waiting.findIndex((turn) => this.hasRoom(turn.key));
      if (next < 0) return;
      const [turn] = this.waiting.splice(next, 1) as [Waiting];
      this.begin(turn.key);
      turn.start();
    }
  }
}
