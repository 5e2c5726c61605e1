/** Rounds that are not the best so far, by this factor, before the side counts as steady. */
const GAIN = 1.03;
const ROUNDS_WITHOUT_GAIN = 2;

/**
 * Repeats an unmeasured round until it becomes no faster: connections are open, pages are in memory, and V8 has compiled for good what
 * runs once a request, which takes it some thousand requests. A service that runs for days is measured, not its first seconds.
 * @param round one round; resolves with its rate
 * @param most rounds at most
 */
export async function untilSteady(round: () => Promise<number>, most: number): Promise<void> {
  let best = 0;
  let idle = 0;
  for (let rounds = 0; rounds < most; rounds++) {
    const rate = await round();
    idle = rate > best * GAIN ? 0 : idle + 1;
    best = Math.max(best, rate);
    if (idle === ROUNDS_WITHOUT_GAIN) return;
  }
}
