import { Worker, type Job, type Processor } from 'bullmq';
import { postgresBackend, restAfterFailure } from './bullmq-internals';
import { onRedis, postgresConnection, telemetryOf, type QueueSettings } from './connection';
import { isOnRedis } from './redis/redis-client';

/** The subset of BullMQ's Worker that is identical on both backends. */
export type JobWorker = Pick<
  Worker,
  'name' | 'run' | 'pause' | 'close' | 'cancelAllJobs' | 'isRunning' | 'disconnect'
> & {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (job: Pick<Job, 'id' | 'name'> | undefined, error: Error) => void): unknown;
  on(event: 'stalled', listener: (jobId: string) => void): unknown;
};

/**
 * BullMQ's defaults are 30 s, 30 s and 1: a job of a dead worker would wait up to a minute, and its second crash
 * would drop it. Whether a job is given up is decided by the row it refers to, never by the queue.
 */
const RECOVERY = { lockDuration: 5_000, stalledInterval: 2_500, maxStalledCount: 1_000_000 };
/**
 * On PostgreSQL each look of an idle worker is a transaction. It is notified of jobs, and what a dead worker had is found by its row: a batch
 * is sent again (`BatchReconciler`), a run is claimed when its lease has ended. In ms, and in seconds.
 */
const ON_POSTGRES = { stalledInterval: 15_000, drainDelay: 30 };
/** Delay after an error of the backend, in ms; BullMQ's default is 15 s. */
const RETRY_MS = 500;
/** Two claims and two acknowledgements at a time; more connections do not increase throughput on PostgreSQL. */
const POOL_SIZE = 4;

/** A worker that is idle until `run()` is called. */
export function openWorker(
  settings: QueueSettings,
  name: string,
  process: Processor,
  onError: (error: Error) => void,
): JobWorker {
  const options = {
    ...RECOVERY,
    autorun: false,
    concurrency: settings.workerConcurrency,
    runRetryDelay: RETRY_MS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    ...telemetryOf(),
  };
  const worker = isOnRedis(settings)
    ? onRedis(settings, 'worker', (redis) => new Worker(name, process, { ...options, ...redis }))
    : new Worker(
        name,
        process,
        { ...options, ...ON_POSTGRES, connection: postgresConnection(settings, POOL_SIZE, 'sent again') },
        postgresBackend,
      );
  restAfterFailure(worker, RETRY_MS);
  worker.on('error', onError);
  return worker;
}
