import { Injectable, Logger } from '@nestjs/common';
import { Rounds } from '../rounds';
import { BatchBell } from './batch-bell';
import { BatchFeedRepository } from './batch-feed.repository';

/** Between two rounds, in ms. */
const ROUND_MS = 1_000;
/** Batches that one round rings for. */
const PAGE = 50;

/** Rings again for batches that do not go on: a job was lost, or the worker that had it died. Each worker has one. */
@Injectable()
export class BatchKeeper {
  private readonly rounds = new Rounds(ROUND_MS, new Logger(BatchKeeper.name), async () => {
    await this.ringForForgotten();
    return false;
  });

  constructor(
    private readonly batches: BatchFeedRepository,
    private readonly bell: BatchBell,
  ) {}

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round; returns for how many batches it rang. */
  async ringForForgotten(): Promise<number> {
    const forgotten = await this.batches.takeForgotten(PAGE);
    // An id of its own each time: the job before it may be dead and swallow every other.
    for (const { batch, generation, rings } of forgotten) await this.bell.ring({ batch, generation }, `-rung-${rings}`);
    return forgotten.length;
  }
}
