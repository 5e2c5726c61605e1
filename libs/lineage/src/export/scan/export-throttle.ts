import { setTimeout as delay } from 'node:timers/promises';
import { Semaphore } from '@app/common';
import { OthersServed } from '../thread/others-served';

/** How long other requests count as active after one of them arrived, in ms: they usually come in series. */
const RECENT = 100;
/**
 * Number of 1 ms pauses before the next fetch. At most so many while others are active, because an export must still
 * progress; and at least FEWEST_PAUSES, because fetches load two cores and without a pause the next request
 * waits for one.
 */
const MOST_PAUSES = 5;
const FEWEST_PAUSES = 2;

/** Throttles an export in favour of other requests. */
export class ExportThrottle {
  private readonly turns = new Semaphore({ atOnce: 1 });

  constructor(private readonly others = new OthersServed()) {}

  /** Whether no other request is served: then the database may prefetch and use both cores. */
  get isAlone(): boolean {
    return !this.others.isServing(RECENT);
  }

  /** Runs database work; while others are served, for one export at a time, so that a core is free for them. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.isAlone ? work() : this.turns.run(work);
  }

  /** Pauses, longer while others are served, up to the limit. */
  async giveWay(): Promise<void> {
    for (let pause = 0; pause < MOST_PAUSES && (pause < FEWEST_PAUSES || this.others.underWay > 0); pause++)
      await delay(1);
  }
}
