import { eventually } from '../eventually';

/** As `eventually`, for what is known by a name. */
export function until<T>(
  what: string,
  withinMs: number,
  ask: () => Promise<T> | T,
  isIt: (answer: T) => boolean,
): Promise<T> {
  return eventually(ask, isIt, withinMs, what);
}

/** All of them, at most `atOnce` at a time, in order. */
export async function pooled<T>(count: number, atOnce: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const i = next++;
      made[i] = await make(i);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
  return made;
}
