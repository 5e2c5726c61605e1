const FIRST_MS = 200;
const LONGEST_MS = 5_000;

/** A part that ran this long was healthy: its next exit resets the back-off. */
const HEALTHY_MS = 10_000;

/**
 * The pauses before something that ended is started again, such as a part of the stack or a process of a port: 0.2 s, doubling to 5 s, and 0.2 s
 * again after 10 s of life.
 */
export class BackOff {
  private pauseMs = FIRST_MS;

  /** The pause after a life of the given length, in ms. */
  next(livedMs: number): number {
    if (livedMs >= HEALTHY_MS) this.pauseMs = FIRST_MS;
    const pause = this.pauseMs;
    this.pauseMs = Math.min(LONGEST_MS, this.pauseMs * 2);
    return pause;
  }
}
