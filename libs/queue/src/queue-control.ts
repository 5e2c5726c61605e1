import { setTimeout as delay } from 'node:timers/promises';
import { AppError, notFound } from '@app/common';
import { Injectable } from '@nestjs/common';
import { bounded } from './bounded';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';
import type { Lane } from './job-type';

/** How long an operator waits for the queue, in ms. */
const ANSWER_MS = 2_000;

/** Pause between two looks at a queue that is being drained, in ms. */
const LOOK_MS = 100;

/** On PostgreSQL the waiting jobs of a paused queue count under this word, which BullMQ's types do not have. */
const PAUSED = 'paused' as 'waiting';

/** A queue as its operators see it. A paused one is drained when nothing is active any more. */
export interface QueueView {
  readonly name: string;
  readonly lane: Lane;
  readonly paused: boolean;
  /** Jobs that wait for a worker. */
  readonly waiting: number;
  /** Jobs that workers have. */
  readonly active: number;
}

/** Pausing and resuming queues, for all workers at once and across their restarts. What is accepted meanwhile waits. */
@Injectable()
export class QueueControl {
  constructor(
    private readonly producer: JobProducer,
    private readonly registry: JobRegistry,
  ) {}

  list(): Promise<QueueView[]> {
    return Promise.all(this.registry.queues().map(({ name, lane }) => this.view(name, lane)));
  }

  /** Workers finish what they have and take nothing more. @throws {AppError} NOT_FOUND that names the queues there are */
  async pause(name: string): Promise<QueueView> {
    const lane = this.laneOf(name);
    await answered(this.producer.queue(name).pause());
    return this.view(name, lane);
  }

  /**
   * Pauses the queue and waits till no worker has a job of it any more, or for `waitMs`: `active` says which of the two. Runs
   * are not cut short; a further call waits on.
   * @throws {AppError} NOT_FOUND that names the queues there are
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

  /** @throws {AppError} NOT_FOUND that names the queues there are */
  async resume(name: string): Promise<QueueView> {
    const lane = this.laneOf(name);
    await answered(this.producer.queue(name).resume());
    return this.view(name, lane);
  }

  private async view(name: string, lane: Lane): Promise<QueueView> {
    const queue = this.producer.queue(name);
    const [paused, counts] = await answered(
      Promise.all([queue.isPaused(), queue.getJobCounts('waiting', PAUSED, 'active', 'delayed', 'prioritized')]),
    );
    const { active = 0, ...others } = counts;
    return { name, lane, paused, waiting: Object.values(others).reduce((sum, count) => sum + count, 0), active };
  }

  private laneOf(name: string): Lane {
    const queues = this.registry.queues();
    const lane = queues.find((queue) => queue.name === name)?.lane;
    if (lane) return lane;
    const { message } = notFound('queue', name);
    throw new AppError('NOT_FOUND', `${message}; there are ${queues.map((queue) => queue.name).join(', ')}`);
  }
}

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await bounded(work, ANSWER_MS, 'Asking the queue');
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The queue does not answer', { retryAfter: 1, cause });
  }
}
