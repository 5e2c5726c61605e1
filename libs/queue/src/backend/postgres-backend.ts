import { createPostgresBackend } from 'bullmq';

/** What keeps to itself the promise of its first connection. */
interface Readiness {
  readyPromise?: Promise<void>;
  waitUntilReady(): Promise<void>;
}

/**
 * BullMQ's backend on PostgreSQL, whose first connection may fail. BullMQ remembers that failure for the life of the process: a queue
 * that is opened in the moment in which its server is away would never send nor take a job.
 */
export const postgresBackend: typeof createPostgresBackend = (...words) => {
  const backend = createPostgresBackend(...words);
  for (const one of [backend.connection, backend]) forgetFailure(one as unknown as Readiness);
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
