import { setTimeout as delay } from 'node:timers/promises';
import { AppError, notFound } from '@app/common';
import { Injectable } from '@nestjs/common';
import { answeredWithin, JobProducer } from './job-producer';
import { JobRegistry, type WorkCount } from './job-registry';
import type { Lane } from './job-type';
import type { JobQueue } from './open-queue';

/** Polling interval while a queue is being drained, in ms. */
const LOOK_MS = 100;

/**
 * On PostgreSQL the waiting jobs of a paused queue are counted under this state, which is missing from BullMQ's
 * types.
 */
const PAUSED = 'paused' as 'waiting';

/** Timeout of an operator request to the queue, in ms. */
const ANSWER_MS = 2_000;

/** @throws {AppError} SERVICE_UNAVAILABLE if the queue does not answer within two seconds */
export const answered = <T>(work: Promise<T>): Promise<T> => answeredWithin(work, ANSWER_MS, 'Asking the queue');

/** State of a queue for operators. A paused queue is drained when no job is active. */
export interface QueueView {
  readonly name: string;
  readonly lane: Lane;
  readonly paused: boolean;
  /** Jobs waiting for a worker, and work that stands elsewhere; without those that only wake for it. */
  readonly waiting: number;
  /** The same of what workers have. */
  readonly active: number;
}

/** Pauses and resumes queues, for all workers and across their restarts. Jobs accepted meanwhile wait. */
@Injectable()
export class QueueControl {
  constructor(
    private readonly producer: JobProducer,
    private readonly registry: JobRegistry,
  ) {}

  list(): Promise<QueueView[]> {
    return Promise.all(this.registry.queues().map(({ name, lane }) => this.view(name, lane)));
  }

  /** Workers finish their current jobs and take no more. @throws {AppError} NOT_FOUND naming the existing queues */
  async pause(name: string): Promise<QueueView> {
    const lane = this.laneOf(name);
    await answered(this.producer.queue(name, 'durable').pause());
    return this.view(name, lane);
  }

  /**
   * Pauses the queue and waits until no worker has a job of it, or for `waitMs`: `active` shows which. Active runs
   * are not interrupted; call again to continue waiting.
   * @throws {AppError} NOT_FOUND naming the existing queues
   */
  async drain(name: string, waitMs: number): Promise<QueueView> {
    const end = Date.now() + waitMs;
    let view = await this.pause(name);
    while (view.active > 0 && Date.now() < end) {
      await delay(LOOK_MS);
      view = await this.view(name, view.lane);
    }
    return view;
  }

  /** @throws {AppError} NOT_FOUND naming the existing queues */
  async resume(name: string): Promise<QueueView> {
    const lane = this.laneOf(name);
    await answered(this.producer.queue(name, 'durable').resume());
    return this.view(name, lane);
  }

  private async view(name: string, lane: Lane): Promise<QueueView> {
    const queue = this.producer.queue(name);
    const wakeUps = this.registry.wakeUps(name, lane);
    const [paused, counts, ...others] = await answered(
      Promise.all([
        queue.isPaused(),
        queue.getJobCounts('waiting', PAUSED, 'active', 'delayed', 'prioritized'),
        ...wakeUps.map(async (wakeUp) => ({ work: await wakeUp.count(), own: await countOwn(queue, wakeUp.name) })),
      ]),
    );
    const { active: activeJobs = 0, ...inactive } = counts;
    const jobs = { waiting: Object.values(inactive).reduce((sum, count) => sum + count, 0), active: activeJobs };
    const sum = (of: keyof WorkCount): number =>
      Math.max(
        0,
        others.reduce((left, { own }) => left - own[of], jobs[of]),
      ) + others.reduce((all, { work }) => all + work[of], 0);
    return { name, lane, paused, waiting: sum('waiting'), active: sum('active') };
  }

  private laneOf(name: string): Lane {
    const queues = this.registry.queues();
    const lane = queues.find((queue) => queue.name === name)?.lane;
    if (lane) return lane;
    const { message } = notFound('queue', name);
    throw new AppError('NOT_FOUND', `${message}; there are ${queues.map((queue) => queue.name).join(', ')}`);
  }
}

/** The job of a wake-up, which has the id of its name. */
async function countOwn(queue: JobQueue, name: string): Promise<WorkCount> {
  const job = (await queue.getJob(name)) as { isActive(): Promise<boolean> } | undefined;
  if (!job) return { waiting: 0, active: 0 };
  return (await job.isActive()) ? { waiting: 0, active: 1 } : { waiting: 1, active: 0 };
}
