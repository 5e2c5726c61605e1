import type { JobHandler } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { RunDoorbell } from '../runs/run-doorbell';
import { BatchBell } from './batch-bell';
import { BatchFeedRepository } from './batch-feed.repository';
import type { FeedPayload } from './feed-job';

/** Makes a block of a batch's runs and sends their jobs at once, then the job for the next block behind them. */
@Injectable()
export class FeedBatchJob implements JobHandler<FeedPayload> {
  constructor(
    private readonly batches: BatchFeedRepository,
    private readonly doorbell: RunDoorbell,
    private readonly bell: BatchBell,
  ) {}

  async handle(payload: FeedPayload): Promise<void> {
    const block = await this.batches.feed(payload);
    if (!block) return;
    const fresh = block.runs.filter(({ joined }) => !joined);
    await this.doorbell.ringAll(fresh.map((run) => ({ ...run, lane: 'batch', suffix: '' })));
    if (block.left > 0) await this.bell.ring({ ...payload, generation: payload.generation + 1 });
  }
}
