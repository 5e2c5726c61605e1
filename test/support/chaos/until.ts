/** How often a state is asked for, in ms. */
const LOOK_EVERY = 50;

/** Asks until the answer is what is waited for; fails with the last answer when it takes longer. */
export async function until<T>(
  what: string,
  withinMs: number,
  ask: () => Promise<T> | T,
  isIt: (answer: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: after ${withinMs} ms it still is ${JSON.stringify(answer)}`);
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY));
  }
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
