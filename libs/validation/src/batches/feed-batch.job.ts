import type { JobHandler } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { RunDispatcher } from '../runs/run-dispatcher';
import { BatchFeedRepository } from './batch-feed.repository';
import type { FeedPayload } from '../runs/job-types';

/** Creates one block of a batch's runs and wakes workers for them; sends the job for the next block. */
@Injectable()
export class FeedBatchJob implements JobHandler<FeedPayload> {
  constructor(
    private readonly batches: BatchFeedRepository,
    private readonly dispatcher: RunDispatcher,
  ) {}

  async handle(payload: FeedPayload): Promise<void> {
    const block = await this.batches.feed(payload);
    if (!block) return;
    if (block.runs.some(({ joined }) => !joined)) await this.dispatcher.wake('batch');
    if (block.left > 0) await this.dispatcher.dispatchBlock({ ...payload, generation: payload.generation + 1 });
  }
}
