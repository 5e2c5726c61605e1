import { Batcher, OutageLog } from '@app/common';
import { JobProducer, LANES, type Lane } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { FEED_JOB, WAKE_JOB, type FeedPayload } from './job-types';

/**
 * Sends the jobs of validation: wake-ups for runs that wait, and the blocks of a batch. Call it after the commit of the rows they refer to.
 * It never rejects: a lost job costs time but never a run, because workers look for runs by themselves, and the reconciler for batches.
 */
@Injectable()
export class RunDispatcher {
  private readonly outage = new OutageLog(new Logger(RunDispatcher.name), 'jobs are sent again');
  private readonly waking = new Batcher(
    (lanes: readonly Lane[]) => Promise.all(lanes.map((lane) => this.sendWake(lane))),
    {
      most: LANES.length,
      atOnce: 1,
      isOnes: () => false,
      keyOf: (lane) => lane,
    },
  );

  constructor(private readonly producer: JobProducer) {}

  /** Wakes a worker that does not hear of the commit by a notification. Wake-ups of a lane that come while one is sent are one. */
  wake(lane: Lane): Promise<void> {
    return this.waking.ask(lane);
  }

  /** The next block of a batch, in the lane of its runs: it is created when the block before it is nearly done. */
  dispatchBlock(payload: FeedPayload, suffix = ''): Promise<void> {
    const id = `${payload.batch}-${payload.generation}${suffix}`;
    return this.sent(
      `batch ${payload.batch} waits for the reconciler`,
      this.producer.send(FEED_JOB, payload, { id, lane: 'batch' }),
    );
  }

  private sendWake(lane: Lane): Promise<void> {
    return this.sent(`runs of the lane ${lane} wait for workers to look for them`, this.producer.wake(WAKE_JOB, lane));
  }

  private async sent(consequence: string, sending: Promise<void>): Promise<void> {
    try {
      await sending;
      this.outage.succeeded();
    } catch (error) {
      this.outage.failed(consequence, error);
    }
  }
}
