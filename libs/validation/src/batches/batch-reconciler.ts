import { PeriodicTask } from '@app/common';
import { Injectable, Logger } from '@nestjs/common';
import { RunDispatcher } from '../runs/run-dispatcher';
import { BatchFeedRepository } from './batch-feed.repository';

/** Between two rounds, in ms; half of what a block that was sent has first. */
const ROUND_MS = 5_000;
/** Batches dispatched per round. */
const PAGE = 50;

/** Re-dispatches stalled batches: their job was lost, or its worker died. Every worker runs one reconciler. */
@Injectable()
export class BatchReconciler {
  readonly task = new PeriodicTask(() => this.dispatchForgotten(), {
    restMs: ROUND_MS,
    restFirst: true,
    log: new Logger(BatchReconciler.name),
    failing: 'forgotten batches wait',
    recovered: 'forgotten batches are looked for again',
  });

  constructor(
    private readonly batches: BatchFeedRepository,
    private readonly dispatcher: RunDispatcher,
  ) {}

  /** Runs one round; returns the number of dispatched batches. */
  async dispatchForgotten(): Promise<number> {
    const forgotten = await this.batches.takeForgotten(PAGE);
    // A new id each time: the previous job may be dead, and its id would deduplicate every later job.
    for (const { batch, generation, dispatches } of forgotten)
      await this.dispatcher.dispatchBlock({ batch, generation }, `-rung-${dispatches}`);
    return forgotten.length;
  }
}
