import { setTimeout as delay } from 'node:timers/promises';

/** How long a process that starts waits for its first connection, and how long it rests between two tries, in ms. */
const PATIENCE_MS = 15_000;
const REST_MS = 100;

/** What pg says where a server that is there did not answer within the time of a request. */
const LATE = /timeout exceeded when trying to connect|terminated due to connection timeout/;

/**
 * Makes the first connection of a pool, again where it only came late: nobody waits for a start, and a process that gives up
 * on a machine that is busy starting others makes it busier. A server that refuses is told at once.
 */
export async function firstConnection<T>(connect: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!LATE.test((error as Error).message) || Date.now() > deadline) throw error;
      await delay(REST_MS);
    }
  }
}
