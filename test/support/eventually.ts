import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long a test waits for what comes by itself, in ms. Far above what it takes on a busy machine, and below the limit that Jest has,
 * so that the test can say what it waited for. No promise of the service is measured by it.
 */
export const PATIENCE_MS = 100_000;

/** How often a state is asked for, in ms. */
const LOOK_EVERY_MS = 50;

/** Asks until the answer is what is waited for; fails with the last answer, and what it was asked for, when it takes longer. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isIt: (answer: T) => boolean = Boolean,
  withinMs = PATIENCE_MS,
  what = String(ask),
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: after ${withinMs} ms it still is ${JSON.stringify(answer)}`);
    await delay(LOOK_EVERY_MS);
  }
}
