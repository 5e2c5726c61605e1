import { AppError, withTimeout } from '@app/common';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { openQueue, type JobQueue } from './open-queue';
import type { Durability, QueueSettings } from './connection';
import { LANES, queueOfLane, type JobType, type Lane } from './job-type';

/** Timeout for sending one job, in ms; a request waits for it. */
const SEND_MS = 1_000;
/** How long a request that does not need the queue waits for what it says, in ms. */
const LOOK_MS = 100;
/** Timeout for sending many jobs, in ms. */
const BULK_MS = 10_000;

/** Sends jobs. Connects to a queue on first use. */
@Injectable()
export class JobProducer implements OnApplicationShutdown {
  private readonly log = new Logger(JobProducer.name);
  private readonly queues = new Map<string, JobQueue>();

  constructor(private readonly settings: QueueSettings) {}

  /**
   * @param id while a job of this id waits or runs, a second one is dropped
   * @throws {AppError} SERVICE_UNAVAILABLE if the queue does not accept it within a second; the job may have been
   * stored nevertheless
   */
  async send<Payload>(
    job: JobType<Payload>,
    payload: Payload,
    { id, lane }: { id: string; lane: Lane },
  ): Promise<void> {
    const name = queueOfLane(job.queue, lane);
    await this.sent(name, this.queue(name).add(job.name, payload, { jobId: id }), SEND_MS);
  }

  /**
   * Sends many jobs of one type, one call per lane; jobs whose id waits or runs are dropped.
   *
   * @throws {AppError} SERVICE_UNAVAILABLE as `send` does
   */
  async sendAll<Payload>(
    job: JobType<Payload>,
    jobs: readonly { readonly payload: Payload; readonly id: string; readonly lane: Lane }[],
  ): Promise<void> {
    for (const lane of LANES) {
      const bulk = jobs
        .filter((one) => one.lane === lane)
        .map(({ payload, id }) => ({ name: job.name, data: payload, opts: { jobId: id } }));
      const name = queueOfLane(job.queue, lane);
      if (bulk.length > 0) await this.sent(name, this.queue(name).addBulk(bulk), BULK_MS);
    }
  }

  /**
   * Removes jobs that wait, by their ids; those that a worker has stay.
   *
   * @throws {AppError} SERVICE_UNAVAILABLE as `send` does
   */
  async remove({ queue }: JobType<unknown>, lane: Lane, ids: readonly string[]): Promise<void> {
    const name = queueOfLane(queue, lane);
    await this.sent(name, this.queue(name).removeWaiting(ids), SEND_MS);
  }

  /** Whether workers are to take nothing of the queue; also where it does not say so at once. */
  async isPaused({ queue }: JobType<unknown>, lane: Lane): Promise<boolean> {
    const asked = this.queue(queueOfLane(queue, lane)).isPaused();
    return withTimeout(asked, LOOK_MS, 'Asking the queue').catch(() => true);
  }

  /**
   * A connected queue, created on the first call for its name.
   *
   * @param durability of what is written by it; by default of jobs, which may be sent again
   */
  queue(name: string, durability: Durability = 'sent again'): JobQueue {
    const key = `${durability} ${name}`;
    const known = this.queues.get(key);
    if (known) return known;
    const failed = (error: Error): void => this.log.debug(`queue ${name}: ${error.message}`);
    const queue = openQueue(this.settings, name, failed, durability);
    this.queues.set(key, queue);
    return queue;
  }

  private async sent(queue: string, sending: Promise<unknown>, ms: number): Promise<void> {
    try {
      await withTimeout(sending, ms, `Sending to the queue ${queue}`);
    } catch (cause) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The queue does not answer', { retryAfter: 1, cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const closing = [...this.queues.values()].map((queue) => queue.close());
    await withTimeout(Promise.allSettled(closing), SEND_MS, 'Closing the queues').catch(() => undefined);
  }
}
