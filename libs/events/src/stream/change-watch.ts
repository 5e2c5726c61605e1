import { endsWithin } from '@app/common';
import type { Database } from '@app/database';

/** A subscription to changes of one key. */
export interface Watch<T> {
  /** The current state, or the state cached since the last notified change: all subscribers share one read. */
  read(): Promise<T>;
  /**
   * Resolves when the state has changed since the subscription or the last wake-up, after `ms`, or when the signal is
   * aborted.
   */
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
  /** Extracts the key from a notification payload. */
  readonly keyOf: (payload: string) => string;
  readonly load: (key: string) => Promise<T>;
  /** Minimum interval between two wake-ups of a key, in ms, to coalesce bursts of changes. */
  readonly restMs?: number;
}

/**
 * Watches database state by notifications. Each key is read once per change, independent of the number of subscribers
 * and their speed. Per subscriber only a pending wake-up is stored.
 */
export class ChangeWatch<T> {
  private readonly watched = new Map<string, Watched<T>>();
  private listening: Promise<unknown> | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: WatchOptions<T>,
  ) {}

  /** No change after this call is missed: read the state after subscribing. */
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
        if (!isWoken) await endsWithin(new Promise<void>((woken) => (wake = woken)), ms, signal);
        isWoken = false;
      },
      close: () => this.leave(key, entry, hear),
    };
  }

  /** The state once it is what is waited for, or as it is after `ms`. @param signal ends the wait */
  async until(key: string, isIt: (state: T) => boolean, ms: number, signal: AbortSignal): Promise<T> {
    const watch = await this.watch(key);
    const end = performance.now() + ms;
    try {
      for (;;) {
        const state = await watch.read();
        const left = end - performance.now();
        if (isIt(state) || left <= 0 || signal.aborted) return state;
        await watch.next(left, signal);
      }
    } finally {
      watch.close();
    }
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

  /** A failed read is not cached. */
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
