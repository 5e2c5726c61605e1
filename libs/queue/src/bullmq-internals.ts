import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresBackend } from 'bullmq';
import { QueueClient, type QueueClientConfig } from './queue-client';

/**
 * Members of BullMQ (6.7) that are used here and that its documentation does not promise: all of them. No other
 * file may reach behind the interface of BullMQ (lint).
 *
 * - `readyPromise` of the PostgreSQL backend: the first connection, which is made again if it has failed
 * - `pgModule`: the class of the connection that listens
 * - `Worker._getNextJob`: fetches a job
 */
interface BackendPart {
  readyPromise?: Promise<void>;
  pgModule?: { readonly Client: typeof QueueListener };
  waitUntilReady(): Promise<void>;
}

/** The connection that listens for jobs. It needs a session of its own, past a pooler. */
class QueueListener extends QueueClient {
  constructor({ directUrl, ...config }: QueueClientConfig) {
    super({ ...config, connectionString: directUrl ?? config.connectionString });
  }
}

/**
 * BullMQ's PostgreSQL backend, with retries of the first connection. BullMQ caches the failure of a first connection
 * for the life of the process: a queue opened while its server is unavailable would never send or receive a job.
 */
export const postgresBackend: typeof createPostgresBackend = (...words) => {
  const backend = createPostgresBackend(...words);
  for (const one of [backend.connection, backend]) forgetFailure(one as unknown as BackendPart);
  // Its pool creates clients of the class given with the connection; the listening connection uses the driver's own
  // class, which is replaced here.
  (backend.connection as unknown as BackendPart).pgModule = { Client: QueueListener };
  return backend;
};

function forgetFailure(one: BackendPart): void {
  const wait = one.waitUntilReady.bind(one);
  one.waitUntilReady = async () => {
    const ready = wait();
    const asked = one.readyPromise;
    try {
      await ready;
    } catch (error) {
      if (one.readyPromise === asked) delete one.readyPromise;
      throw error;
    }
  };
}

interface Asking {
  readonly closing?: Promise<void>;
  _getNextJob(...words: unknown[]): Promise<unknown>;
}

/**
 * BullMQ waits after a refused connection; after any other failure, such as a reset, it retries immediately:
 * thousands of times a second, with one log line each.
 */
export function restAfterFailure(worker: unknown, restMs: number): void {
  const asking = worker as Asking;
  const ask = asking._getNextJob.bind(worker);
  asking._getNextJob = async (...words) => {
    try {
      return await ask(...words);
    } catch (error) {
      if (!asking.closing) await delay(restMs);
      throw error;
    }
  };
}
