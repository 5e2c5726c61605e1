import { Injectable } from '@nestjs/common';
import { BatchKeeper } from './batches/batch-keeper';
import { Reconciler } from './runs/work/reconciler';
import { Scheduler } from './schedules/scheduler';

/** What a worker looks after beside its jobs. Nothing goes round before `start()`. */
@Injectable()
export class WorkerRounds {
  constructor(
    private readonly reconciler: Reconciler,
    private readonly batches: BatchKeeper,
    private readonly scheduler: Scheduler,
  ) {}

  start(): void {
    for (const round of this.all()) round.start();
  }

  /** Resolves when the rounds that are under way have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.all().map((round) => round.stop()));
  }

  private all(): readonly (Reconciler | BatchKeeper | Scheduler)[] {
    return [this.reconciler, this.batches, this.scheduler];
  }
}
