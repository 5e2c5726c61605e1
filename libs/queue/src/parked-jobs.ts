import { setTimeout as delay } from 'node:timers/promises';
import { AppError, notFound } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { Job } from 'bullmq';
import { DEAD_LETTER_QUEUE, type DeadLetter } from './dead-letters';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';
import type { JobQueue } from './open-queue';
import { answered } from './queue-control';

/** Characters of a payload that are shown: any client of the queue may have written it. */
const MOST_SHOWN = 1_000;

/** How long it is waited for a worker that has parked a job to remove it, and how often it is looked for, in ms. */
const [LET_GO_MS, LOOK_EVERY_MS] = [2_000, 50] as const;

/** A job that no worker could run, for operators. */
export interface ParkedJobView {
  readonly id: string;
  /** The queue that it came through, with its lane. */
  readonly queue: string;
  readonly name: string;
  readonly reason: string;
  /** The beginning of its payload as JSON. */
  readonly payload: string;
  /** In ms since 1970. */
  readonly parkedAt: number;
}

/** Lists, sends again and removes the jobs that `DeadLetters` of the workers set aside. The same on both backends. */
@Injectable()
export class ParkedJobs {
  constructor(
    private readonly producer: JobProducer,
    private readonly registry: JobRegistry,
  ) {}

  /** The newest first, and how many there are. */
  async list(limit: number): Promise<{ total: number; jobs: ParkedJobView[] }> {
    const [{ waiting = 0 }, jobs] = await answered(
      Promise.all([
        this.queue.getJobCounts('waiting'),
        limit > 0 ? this.queue.getJobs('waiting', 0, limit - 1, false) : [],
      ]),
    );
    // One may be removed between the list of the ids and the reading of each.
    const shown = jobs.filter((job) => job !== undefined && job !== null).map((job) => viewOf(job as Job<DeadLetter>));
    return { total: waiting, jobs: shown.sort((a, b) => b.parkedAt - a.parkedAt) };
  }

  /**
   * Sends the job to its queue again. A worker that still cannot run it parks it again.
   *
   * @throws {AppError} NOT_FOUND; CONFLICT if no worker of this release serves its queue, or one still has a job of its id
   */
  async sendAgain(id: string): Promise<void> {
    const { data: copy } = await this.find(id);
    if (!this.registry.queues().some(({ name }) => name === copy.queue)) {
      throw new AppError('CONFLICT', `No worker of this release serves the queue ${copy.queue}`);
    }
    const queue = this.producer.queue(copy.queue, 'durable');
    if (copy.id !== undefined) await letGo(queue, copy.id);
    // Before it is sent: a worker that parks it again meanwhile would find this copy, and add none.
    await answered(this.queue.remove(id));
    const options = copy.id === undefined ? {} : { jobId: copy.id };
    try {
      await answered(queue.add(copy.name, copy.payload, options));
    } catch (error) {
      await this.queue.add(copy.name, copy, { jobId: id }).catch(() => undefined);
      throw error;
    }
  }

  /** @throws {AppError} NOT_FOUND */
  async remove(id: string): Promise<void> {
    await this.find(id);
    await answered(this.queue.remove(id));
  }

  private async find(id: string): Promise<Job<DeadLetter>> {
    const job = (await answered(this.queue.getJob(id))) as Job<DeadLetter> | undefined;
    if (!job) throw notFound('parked job', id);
    return job;
  }

  private get queue(): JobQueue {
    return this.producer.queue(DEAD_LETTER_QUEUE, 'durable');
  }
}

/**
 * A worker parks a job before it removes it. Until then one of its id is not added, and with the removal both would be gone.
 *
 * @throws {AppError} CONFLICT if a worker still has it
 */
async function letGo(queue: JobQueue, id: string): Promise<void> {
  const deadline = Date.now() + LET_GO_MS;
  while (await answered(isActive(queue, id))) {
    if (Date.now() > deadline)
      throw new AppError('CONFLICT', `A worker still has a job of the id ${id} of the queue ${queue.name}; try again`);
    await delay(LOOK_EVERY_MS);
  }
}

async function isActive(queue: JobQueue, id: string): Promise<boolean> {
  const job = (await queue.getJob(id)) as Job | undefined;
  return job !== undefined && job.isActive();
}

function viewOf({ id = '', data: { queue, name, reason, payload, at } }: Job<DeadLetter>): ParkedJobView {
  return { id, queue, name, reason, payload: (JSON.stringify(payload) ?? '').slice(0, MOST_SHOWN), parkedAt: at };
}
