import { Queue } from 'bullmq';
import { postgresConnection, redisProducer } from './connection';
import { postgresBackend } from './postgres-backend';
import { prefixOf } from './queue-settings';
import type { QueueSettings } from './queue-settings';

/** The part of BullMQ's Queue that is the same on both backends. */
export type JobQueue = Pick<
  Queue,
  'name' | 'add' | 'addBulk' | 'clean' | 'close' | 'isPaused' | 'pause' | 'resume' | 'getJobCounts' | 'disconnect'
> & {
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** Connections for sending and asking: both are short. */
const POOL_SIZE = 2;

/** A queue to send to. `onError` hears of every lost connection; BullMQ opens it again by itself. */
export function openQueue(settings: QueueSettings, name: string, onError: (error: Error) => void): JobQueue {
  // Finished jobs are not kept: what came of them stands in the domain's own rows, and their ids become free again.
  const defaultJobOptions = { removeOnComplete: true, removeOnFail: true };
  const queue: JobQueue = settings.redisUrl
    ? new Queue(name, { connection: redisProducer(settings.redisUrl), defaultJobOptions, ...prefixOf(settings) })
    : new Queue(name, { connection: postgresConnection(settings, POOL_SIZE), defaultJobOptions }, postgresBackend);
  queue.on('error', onError);
  return queue;
}
