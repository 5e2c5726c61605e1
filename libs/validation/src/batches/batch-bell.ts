import { JobProducer } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { FEED_JOB } from './feed-job';
import type { FeedPayload } from './feed-job';

/** Tells a worker that a batch wants its next block. One that is lost costs time only: the batch keeper rings again. */
@Injectable()
export class BatchBell {
  private readonly log = new Logger(BatchBell.name);

  constructor(private readonly producer: JobProducer) {}

  /** It goes through the lane of the runs that it makes: a block is made when the one before it is nearly done. */
  async ring(payload: FeedPayload, suffix = ''): Promise<void> {
    const id = `${payload.batch}-${payload.generation}${suffix}`;
    try {
      await this.producer.send(FEED_JOB, payload, { id, lane: 'batch' });
    } catch (error) {
      this.log.warn(`batch ${payload.batch} waits for the next round: ${(error as Error).message}`);
    }
  }
}
