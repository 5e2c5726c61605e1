import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Counter } from 'prom-client';
import { openQueue } from './backend/open-queue';
import type { JobQueue } from './backend/open-queue';
import type { QueueSettings } from './backend/queue-settings';
import { bounded } from './bounded';

/** No worker serves this queue and no handler is registered for it: it only keeps. */
const PARKED_QUEUE = 'parked';
/** More than this are not kept: the oldest goes. */
const KEPT = 1_000;
/** How long keeping one may take, and making room for it, in ms; its worker waits meanwhile. */
const PARK_MS = 1_000;

const parkedJobs = new Counter({
  name: 'queue_jobs_parked_total',
  help: 'Jobs that no handler knows or whose payload is none, by the queue that they came through',
  labelNames: ['queue'] as const,
});

/** A job that could not be run, as it is kept. */
interface ParkedJob {
  /** The one that it came through, of its lane. */
  readonly queue: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly payload: unknown;
  readonly reason: string;
  /** In ms since 1970. */
  readonly at: number;
}

/**
 * Keeps copies of the jobs that no attempt can ever run, for people to look at. The jobs themselves are not kept in their queues:
 * while one is, a later job of its id is dropped. Connects at the first one.
 */
export class ParkedJobs {
  private readonly log = new Logger(ParkedJobs.name);
  private queue: JobQueue | undefined;

  constructor(private readonly settings: QueueSettings) {}

  /** One copy of each payload, however often it comes: its first one. Rejects when the queue does not take it in time. */
  async park(job: Job, reason: string): Promise<void> {
    const { queueName, name, id, data: payload } = job as Job<unknown>;
    const copy: ParkedJob = { queue: queueName, name, id, payload, reason, at: Date.now() };
    const queue = (this.queue ??= this.open());
    await bounded(queue.add(name, copy, { jobId: idOf(copy) }), PARK_MS, 'Parking a job');
    parkedJobs.inc({ queue: queueName });
    await bounded(makeRoom(queue), PARK_MS, 'Removing old parked jobs').catch((error: Error) =>
      this.log.warn(`queue ${PARKED_QUEUE}: ${error.message}`),
    );
  }

  async close(): Promise<void> {
    const closing = this.queue?.close();
    if (closing) await bounded(closing, PARK_MS, 'Closing the queue').catch(() => undefined);
  }

  private open(): JobQueue {
    return openQueue(this.settings, PARKED_QUEUE, (error) => this.log.debug(`queue ${PARKED_QUEUE}: ${error.message}`));
  }
}

/** A worker that dies between parking a job and failing it leaves it to the next one, which parks it again. */
function idOf({ queue, name, id, payload }: ParkedJob): string {
  return createHash('sha256')
    .update(JSON.stringify([queue, name, id, payload]))
    .digest('hex');
}

/** Several workers that do this at the same time may remove a few more than they must. */
async function makeRoom(queue: JobQueue): Promise<void> {
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  // A limit of none would be no limit.
  if (waiting > KEPT) await queue.clean(0, waiting - KEPT, 'waiting');
}
