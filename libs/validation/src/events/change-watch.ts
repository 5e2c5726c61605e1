import type { Database } from '@app/database';

/** Someone's interest in what changes under a key. */
export interface Watch<T> {
  /** The state now, or as it was since the last change that was heard of: all who watch share one read. */
  read(): Promise<T>;
  /** Resolves when something has changed since the watch began or was last woken, after `ms`, or when the signal is aborted. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface Watched<T> {
  readonly watchers: Set<() => void>;
  state?: Promise<T>;
  rest?: NodeJS.Timeout;
}

export interface WatchOptions<T> {
  readonly channel: string;
  /** The key of which a notification speaks. */
  readonly keyOf: (payload: string) => string;
  readonly load: (key: string) => Promise<T>;
  /** Least time between two wakes of a key, in ms, where changes come in crowds. */
  readonly restMs?: number;
}

/**
 * Watches states in the database by its notifications. However many watch, and however slowly they read: a key is read once
 * for each change, and nothing is kept for anybody but that they were not woken yet.
 */
export class ChangeWatch<T> {
  private readonly watched = new Map<string, Watched<T>>();
  private listening: Promise<unknown> | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: WatchOptions<T>,
  ) {}

  /** From then on no change is missed: the state is to be read after it. */
  async watch(key: string): Promise<Watch<T>> {
    await this.open();
    const entry = this.watched.get(key) ?? { watchers: new Set() };
    this.watched.set(key, entry);
    let isWoken = false;
    let wake = (): void => undefined;
    const hear = (): void => {
      isWoken = true;
      wake();
    };
    entry.watchers.add(hear);
    return {
      read: () => (entry.state ??= this.load(key, entry)),
      next: async (ms, signal) => {
        if (!isWoken) await waken(ms, signal, (done) => (wake = done));
        isWoken = false;
      },
      close: () => this.leave(key, entry, hear),
    };
  }

  private async open(): Promise<void> {
    const { channel, keyOf } = this.options;
    this.listening ??= this.database.listen(
      channel,
      (payload) => this.hear(keyOf(payload)),
      () => [...this.watched.values()].forEach((entry) => this.wake(entry)),
    );
    try {
      await this.listening;
    } catch (error) {
      this.listening = undefined;
      throw error;
    }
  }

  /** A read that failed is nobody's state. */
  private load(key: string, entry: Watched<T>): Promise<T> {
    const state = this.options.load(key);
    state.catch(() => void (entry.state === state && delete entry.state));
    return state;
  }

  private hear(key: string): void {
    const entry = this.watched.get(key);
    if (!entry || entry.rest) return;
    const { restMs = 0 } = this.options;
    if (restMs === 0) return this.wake(entry);
    entry.rest = setTimeout(() => {
      delete entry.rest;
      this.wake(entry);
    }, restMs);
  }

  private wake(entry: Watched<T>): void {
    delete entry.state;
    entry.watchers.forEach((hear) => hear());
  }

  private leave(key: string, entry: Watched<T>, hear: () => void): void {
    entry.watchers.delete(hear);
    if (entry.watchers.size > 0) return;
    clearTimeout(entry.rest);
    if (this.watched.get(key) === entry) this.watched.delete(key);
  }
}

async function waken(ms: number, signal: AbortSignal, ready: (wake: () => void) => void): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    ready(done);
  });
}
