import { setImmediate } from 'node:timers/promises';

/** Time slice in ms, after which other work gets its turn. */
const SLICE_MS = 20;

/** Limits how long a long task blocks the event loop. */
export class TimeSlice {
  private began = performance.now();

  /** Yields to the event loop if the time slice is used up. Call it every few ms of work. */
  async turn(): Promise<void> {
    if (performance.now() - this.began < SLICE_MS) return;
    await setImmediate();
    this.began = performance.now();
  }
}
