import { setImmediate } from 'node:timers/promises';

/** Time slice in ms, after which the loop yields to other work. */
const SLICE_MS = 20;

/** Work that yields where other work may run. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does work step by step; yields to other work between two steps. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const slice = new TimeSlice();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    // Steps can be short: none waits for a promise that has nothing to wait for.
    if (slice.isOver) await slice.turn();
  }
}

/** Does all steps of work that is known to be short. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Limits how long a long task blocks the event loop. */
export class TimeSlice {
  private began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.began >= SLICE_MS;
  }

  /** Yields to the event loop if the time slice is used up. Call it every few ms of work. */
  async turn(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.began = performance.now();
  }
}
