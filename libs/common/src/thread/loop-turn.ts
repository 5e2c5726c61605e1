import { setImmediate } from 'node:timers/promises';
import { Semaphore } from '../concurrency/semaphore';

const turns = new Semaphore({ atOnce: 1 });

/** Characters of JSON above which it is parsed in a slot: 5 ms. */
const LONG_JSON = 256 * 1024;

/**
 * Does a piece of long work, some milliseconds, in a slot: however much of it comes at once, other requests wait for one piece
 * alone.
 */
export function loopTurn<T>(work: () => T): Promise<T> {
  return turns.run(async () => {
    await setImmediate();
    return work();
  });
}

/** JSON that this process wrote itself: in a slot if it is long. */
export async function parseOwnJson(text: string): Promise<unknown> {
  const parse = (): unknown => JSON.parse(text) as unknown;
  return text.length > LONG_JSON ? loopTurn(parse) : parse();
}
