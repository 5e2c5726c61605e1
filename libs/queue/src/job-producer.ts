import { AppError, withTimeout } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { openQueue, type JobQueue } from './open-queue';
import type { Durability, QueueSettings } from './connection';
import { queueOfLane, type JobType, type Lane } from './job-type';

/** Timeout of a call of the queue, in ms: what calls goes on without it. */
const ANSWER_MS = 1_000;

/** Sends jobs. Connects to a queue on first use. */
@Injectable()
export class JobProducer implements OnApplicationShutdown {
  private readonly log = new Logger(JobProducer.name);
  // eslint-disable-next-line house/no-learned-ways -- connections, by the names of queues
  private readonly queues = new Map<string, JobQueue>();
  private isClosed = false;

  constructor(@Inject(APP_SETTINGS) private readonly settings: QueueSettings) {}

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
    await answered(name, this.queue(name).add(job.name, payload, { jobId: id }));
  }

  /**
   * Sends a job that says only that there may be work; one of it waits in a lane at a time.
   *
   * @throws {AppError} SERVICE_UNAVAILABLE as `send` does
   */
  wake(job: JobType<undefined>, lane: Lane): Promise<void> {
    return this.send<unknown>(job, {}, { id: job.name, lane });
  }

  /**
   * Whether workers are to take nothing of the queue.
   *
   * @throws {AppError} SERVICE_UNAVAILABLE if the queue does not say so within a second
   */
  async isPaused({ queue }: JobType<unknown>, lane: Lane): Promise<boolean> {
    const name = queueOfLane(queue, lane);
    return answered(name, this.queue(name).isPaused());
  }

  /**
   * A connected queue, created on the first call for its name. None is created while the process stops.
   *
   * @param durability of what is written by it; by default of jobs, which may be sent again
   */
  queue(name: string, durability: Durability = 'sent again'): JobQueue {
    const key = `${durability} ${name}`;
    const known = this.queues.get(key);
    if (known) return known;
    // It would stay open behind the process's end.
    if (this.isClosed) throw new AppError('SERVICE_UNAVAILABLE', 'The process is stopping', { retryAfter: 1 });
    const failed = (error: Error): void => this.log.debug(`queue ${name}: ${error.message}`);
    const queue = openQueue(this.settings, name, failed, durability);
    this.queues.set(key, queue);
    return queue;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    const closing = [...this.queues.values()].map((queue) => queue.close());
    await withTimeout(Promise.allSettled(closing), ANSWER_MS, 'Closing the queues').catch(() => undefined);
  }
}

const answered = <T>(queue: string, asked: Promise<T>): Promise<T> =>
  answeredWithin(asked, ANSWER_MS, `Asking the queue ${queue}`);

/** @throws {AppError} SERVICE_UNAVAILABLE if the queue does not answer within so many ms */
export async function answeredWithin<T>(asked: Promise<T>, ms: number, what: string): Promise<T> {
  try {
    return await withTimeout(asked, ms, what);
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The queue does not answer', { retryAfter: 1, cause });
  }
}
