import { ResilientClient } from '@app/database';
import { createPostgresBackend } from 'bullmq';

/** Source of the connection that listens for jobs. */
interface ListenerSource {
  pgModule?: { readonly Client: typeof ResilientClient };
}

/** An object with a private promise of its first connection. */
interface Readiness {
  readyPromise?: Promise<void>;
  waitUntilReady(): Promise<void>;
}

/**
 * BullMQ's PostgreSQL backend, with retries of the first connection. BullMQ caches the failure of a first connection
 * for the life of the process: a queue opened while its server is unavailable would never send or receive a job.
 */
export const postgresBackend: typeof createPostgresBackend = (...words) => {
  const backend = createPostgresBackend(...words);
  for (const one of [backend.connection, backend]) forgetFailure(one as unknown as Readiness);
  // Its pool creates clients of the class given with the connection; the listening connection uses the driver's own
  // class, which is replaced here.
  (backend.connection as unknown as ListenerSource).pgModule = { Client: ResilientClient };
  return backend;
};

function forgetFailure(one: Readiness): void {
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
