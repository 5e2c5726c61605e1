import { setImmediate } from 'node:timers/promises';

/** Others have their turn after this time, in ms. */
const SLICE_MS = 20;

/** The time that long work holds the event loop at a stretch. */
export class TimeSlice {
  private began = performance.now();

  /** Waits until others had their turn, where the slice is used up. Asked for every few ms of work. */
  async turn(): Promise<void> {
    if (performance.now() - this.began < SLICE_MS) return;
    await setImmediate();
    this.began = performance.now();
  }
}
