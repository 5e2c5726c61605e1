import { setTimeout as delay } from 'node:timers/promises';

/** How long a process that starts waits for its first connection, and how long it rests between two tries, in ms. */
const PATIENCE_MS = 15_000;
const REST_MS = 100;

/** pg's message when a reachable server did not answer in time. */
const LATE = /timeout exceeded when trying to connect|terminated due to connection timeout/;

/**
 * Opens the first connection of a pool and retries when it only timed out: no request waits during the start, and a
 * process that exits and restarts on a busy machine adds load. A refusal by the server is reported at once.
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
