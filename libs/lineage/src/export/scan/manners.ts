import { setTimeout as delay } from 'node:timers/promises';
import { isServing, newMarks, underWay } from '../thread/served-marks';
import type { ServedMarks } from '../thread/served-marks';

/** Others count as served for so long after one of them came, in ms: requests come again. */
const RECENT = 100;
/**
 * Pauses of a millisecond before the next rows are asked for: at most so many for those under way, since an export goes on all the
 * same; and at least so many, since rows on their way keep two cores busy, and without a rest whoever comes next waits for one.
 */
const MOST_PAUSES = 5;
const FEWEST_PAUSES = 2;

/** How an export behaves beside others. */
export class Manners {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly marks: ServedMarks = newMarks()) {}

  /** Whether nobody else is served: then the database may work ahead, and both cores with it. */
  get isAlone(): boolean {
    return !isServing(this.marks, RECENT);
  }

  /** Has the database work: beside others for one export at a time, so that they have a core. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.isAlone) return work();
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Rests, longer while others are served, though not for long. */
  async giveWay(): Promise<void> {
    for (let pause = 0; pause < MOST_PAUSES && (pause < FEWEST_PAUSES || underWay(this.marks) > 0); pause++)
      await delay(1);
  }
}
