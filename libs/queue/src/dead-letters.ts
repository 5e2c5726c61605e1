import { createHash } from 'node:crypto';
import { withTimeout } from '@app/common';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Counter } from 'prom-client';
import { openQueue, type JobQueue } from './open-queue';
import type { QueueSettings } from './connection';

/** No worker serves this queue and no handler is registered for it: it is storage only. */
export const DEAD_LETTER_QUEUE = 'parked';
/** Maximum number of dead-lettered jobs; the oldest are removed. */
const MOST_DEAD_LETTERS = 1_000;
/** Timeout for storing one and for removing old ones, in ms; its worker waits meanwhile. */
const STORE_MS = 1_000;

const deadLetters = new Counter({
  name: 'queue_jobs_parked_total',
  help: 'Jobs that no handler knows or whose payload is none, by the queue that they came through',
  labelNames: ['queue'] as const,
});

/** Counted from 0: a series that begins with its first job shows no increase, and alerts would miss that job. */
export function showDeadLettersOf(queue: string): void {
  deadLetters.inc({ queue }, 0);
}

/** A dead-lettered job as it is stored. */
export interface DeadLetter {
  /** The queue it was received from, including its lane. */
  readonly queue: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly payload: unknown;
  readonly reason: string;
  /** In ms since 1970. */
  readonly at: number;
}

/**
 * Stores copies of jobs that can never run, for inspection. The jobs themselves are removed from their queues: a
 * remaining one would deduplicate later jobs of its id. Connects on first use.
 */
export class DeadLetters {
  private readonly log = new Logger(DeadLetters.name);
  private queue: JobQueue | undefined;

  constructor(private readonly settings: QueueSettings) {}

  /** Stores one copy per payload: the first one. Rejects if the queue does not accept it in time. */
  async add(job: Job, reason: string): Promise<void> {
    const { queueName, name, id, data: payload } = job as Job<unknown>;
    const copy: DeadLetter = { queue: queueName, name, id, payload, reason, at: Date.now() };
    const queue = (this.queue ??= this.open());
    await withTimeout(queue.add(name, copy, { jobId: idOf(copy) }), STORE_MS, 'Dead-lettering a job');
    deadLetters.inc({ queue: queueName });
    await withTimeout(makeRoom(queue), STORE_MS, 'Removing old dead letters').catch((error: Error) =>
      this.log.warn(`queue ${DEAD_LETTER_QUEUE}: ${error.message}`),
    );
  }

  async close(): Promise<void> {
    const closing = this.queue?.close();
    if (closing) await withTimeout(closing, STORE_MS, 'Closing the queue').catch(() => undefined);
  }

  private open(): JobQueue {
    return openQueue(this.settings, DEAD_LETTER_QUEUE, (error) =>
      this.log.debug(`queue ${DEAD_LETTER_QUEUE}: ${error.message}`),
    );
  }
}

/**
 * If a worker dies after dead-lettering a job and before failing it, the next worker dead-letters it again under the
 * same id.
 */
function idOf({ queue, name, id, payload }: DeadLetter): string {
  return createHash('sha256')
    .update(JSON.stringify([queue, name, id, payload]))
    .digest('hex');
}

/** Workers that do this concurrently may remove a few more than necessary. */
async function makeRoom(queue: JobQueue): Promise<void> {
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  // A limit of 0 would mean no limit.
  if (waiting > MOST_DEAD_LETTERS) await queue.clean(0, waiting - MOST_DEAD_LETTERS, 'waiting');
}
