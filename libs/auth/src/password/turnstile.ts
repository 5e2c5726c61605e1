import { AppError } from '@app/common';

interface Turn {
  readonly key: unknown;
  readonly start: () => void;
}

/**
 * Lets few through at a time, and of one key only one: hashes share the threads that files and names are looked up
 * with, and attempts on one account are counted one after the other. A key is a value, or a new object for work without one. Who finds a long queue is told to come back.
 */
export class Turnstile {
  private readonly inside = new Set<unknown>();
  private readonly waiting: Turn[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly queueLength: number,
  ) {}

  async run<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: unknown): Promise<void> {
    if (this.inside.size < this.atOnce && !this.inside.has(key)) {
      this.inside.add(key);
      return;
    }
    if (this.waiting.length >= this.queueLength) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many logins at once, try again in a second', { retryAfter: 1 });
    }
    await new Promise<void>((start) => this.waiting.push({ key, start }));
  }

  private leave(key: unknown): void {
    this.inside.delete(key);
    while (this.inside.size < this.atOnce) {
      const next = this.waiting.findIndex((turn) => !this.inside.has(turn.key));
      if (next < 0) return;
      const [turn] = this.waiting.splice(next, 1) as [Turn];
      this.inside.add(turn.key);
      turn.start();
    }
  }
}
