import { AppError, Semaphore } from '@app/common';
import { Injectable } from '@nestjs/common';

/** Events that are written at a time: fewer than half of the connections, so that other requests do not wait for one. */
const AT_ONCE = 4;

/** How long the newest event in line may have to wait, in ms; producers give up after some seconds. */
const LONGEST_WAIT_MS = 2_000;

/** The cost of an event before any was measured, in ms. */
const FIRST_GUESS_MS = 20;

/** Weight of the newest event in the running mean. */
const WEIGHT = 0.1;

/**
 * A semaphore whose queue is as long as its pace allows. Lets a few events be written at a time, and refuses more where this process is behind: when those in line would take longer than
 * two seconds, at the pace of the last ones.
 */
@Injectable()
export class AdmissionControl {
  private readonly events = new Semaphore({
    atOnce: AT_ONCE,
    // Those who would wait for as long as is allowed, and one more.
    queueLength: () => Math.floor((LONGEST_WAIT_MS * AT_ONCE) / this.meanMs) + 1,
    refusal: (waiting) => this.refusal(waiting),
  });
  private meanMs = FIRST_GUESS_MS;

  /** @throws {AppError} TOO_MANY_REQUESTS with the seconds after which there may be room */
  pass<T>(work: () => Promise<T>): Promise<T> {
    return this.events.run(async () => {
      const start = performance.now();
      try {
        return await work();
      } finally {
        // eslint-disable-next-line house/no-learned-ways -- says how many may wait, not what is done with them
        this.meanMs += (performance.now() - start - this.meanMs) * WEIGHT;
      }
    });
  }

  private refusal(waiting: number): AppError {
    const retryAfter = Math.ceil((waiting * this.meanMs) / AT_ONCE / 1_000);
    return new AppError(
      'TOO_MANY_REQUESTS',
      `${waiting} lineage events are waiting to be written; send this one again after ${retryAfter} s`,
      { retryAfter },
    );
  }
}
