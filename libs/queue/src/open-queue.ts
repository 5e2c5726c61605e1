import { Queue } from 'bullmq';
import { postgresBackend } from './bullmq-internals';
import { onRedis, postgresConnection, telemetryOf, type Durability, type QueueSettings } from './connection';
import { isOnRedis } from './redis/redis-client';

/** The subset of BullMQ's Queue that is identical on both backends. */
export type JobQueue = Pick<
  Queue,
  | 'name'
  | 'add'
  | 'addBulk'
  | 'clean'
  | 'close'
  | 'disconnect'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobs'
  | 'isPaused'
  | 'pause'
  | 'remove'
  | 'resume'
> & {
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** Pool size for sending and queries: both are short. */
const POOL_SIZE = 2;

/** A queue for sending. `onError` is called for every lost connection; BullMQ reconnects by itself. */
export function openQueue(
  settings: QueueSettings,
  name: string,
  onError: (error: Error) => void,
  durability: Durability = 'sent again',
): JobQueue {
  // Finished jobs are not stored: their results are in domain tables, and their ids become available again.
  const options = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true }, ...telemetryOf() };
  const queue = isOnRedis(settings)
    ? onRedis(settings, 'producer', (redis) => new Queue(name, { ...options, ...redis }))
    : new Queue(name, { ...options, connection: postgresConnection(settings, POOL_SIZE, durability) }, postgresBackend);
  queue.on('error', onError);
  return queue;
}
