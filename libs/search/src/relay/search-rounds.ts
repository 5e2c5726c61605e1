import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { IndexRound } from './index-round';

/** Longest pause after rounds that failed, in ms: what was away is caught up with soon after it is back. */
const LONGEST_PAUSE_MS = 2_000;

/** Brings the index to what is marked, round after round. */
export class SearchRounds {
  private readonly log = new Logger('Search');
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private failures = 0;

  /** @param pauseMs between rounds that found nothing more */
  constructor(
    private readonly round: IndexRound,
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.stopping = new AbortController();
    this.running = this.goRound(this.stopping.signal);
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async goRound(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const more = await this.one();
      if (!more) await delay(this.pause(), undefined, { signal }).catch(() => undefined);
    }
  }

  private async one(): Promise<boolean> {
    try {
      const more = await this.round.run();
      if (this.failures) this.log.log('the search index is written again');
      this.failures = 0;
      return more;
    } catch (error) {
      if (!this.failures) this.log.warn(`the search index is behind: ${(error as Error).message}`);
      this.failures++;
      return false;
    }
  }

  private pause(): number {
    return this.failures ? Math.min(this.pauseMs * 2 ** this.failures, LONGEST_PAUSE_MS) : this.pauseMs;
  }
}
