interface SemaphoreLimits {
  /** Pieces of work under way at a time, whatever their keys. */
  readonly atOnce: number;
  /** Pieces of work that may wait; one more is refused at once. */
  readonly queueLength: number;
  /** How long one may wait, in ms. Default: without end. */
  readonly longestWaitMs?: number;
  /** What is thrown where the queue is full or the wait too long. */
  readonly refusal: () => Error;
}

interface Waiting {
  readonly key: unknown;
  readonly start: () => void;
}

/**
 * Runs few pieces of work at a time, and of one key only one; the others wait in the order in which they came. A key is compared as
 * a member of a set: a value, or a new object for work without a key.
 */
export class KeyedSemaphore {
  private readonly running = new Set<unknown>();
  private readonly waiting: Waiting[] = [];

  constructor(private readonly limits: SemaphoreLimits) {}

  async run<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: unknown): Promise<void> {
    if (this.running.size < this.limits.atOnce && !this.running.has(key)) {
      this.running.add(key);
      return;
    }
    if (this.waiting.length >= this.limits.queueLength) throw this.limits.refusal();
    await new Promise<void>((resolve, reject) => this.wait(key, resolve, reject));
  }

  private wait(key: unknown, resolve: () => void, reject: (error: Error) => void): void {
    const { longestWaitMs, refusal } = this.limits;
    if (longestWaitMs === undefined) return void this.waiting.push({ key, start: resolve });
    const timer = setTimeout(() => {
      this.waiting.splice(this.waiting.indexOf(turn), 1);
      reject(refusal());
    }, longestWaitMs);
    const turn: Waiting = {
      key,
      start: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    this.waiting.push(turn);
  }

  private leave(key: unknown): void {
    this.running.delete(key);
    while (this.running.size < this.limits.atOnce) {
      const next = this.waiting.findIndex((turn) => !this.running.has(turn.key));
      if (next < 0) return;
      const [turn] = this.waiting.splice(next, 1) as [Waiting];
      this.running.add(turn.key);
      turn.start();
    }
  }
}
