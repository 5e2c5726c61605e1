import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** Where a caller stands. */
export interface RequestCount {
  /** Its requests within the window, this one included. */
  readonly count: number;
  /** Until the window ends, in ms. */
  readonly msLeft: number;
}

/** Counts the requests of each caller within a minute, which begins with its first one. */
export interface RequestCounts {
  /** Counts one more. */
  add(caller: string): Promise<RequestCount>;
}

/** In the memory of this process. */
export class OwnRequestCounts implements RequestCounts {
  // Limits are up to the caller.
  private readonly counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS });

  async add(caller: string): Promise<RequestCount> {
    const { consumedPoints, msBeforeNext } = await this.counts.consume(caller);
    return { count: consumedPoints, msLeft: msBeforeNext };
  }
}
