import { setTimeout as delay } from 'node:timers/promises';
import { isServing, newMarks, underWay } from '../thread/served-marks';
import type { ServedMarks } from '../thread/served-marks';

/** Others count as served for so long after one of them came, in ms: requests come again. */
const RECENT = 100;
/** Pauses of a millisecond for those under way, at most, before the next rows are asked for: an export goes on all the same. */
const PAUSES = 5;

/** How an export behaves beside others. */
export class Manners {
  constructor(private readonly marks: ServedMarks = newMarks()) {}

  /** Whether nobody else is served: then the database may work ahead, and both cores with it. */
  get isAlone(): boolean {
    return !isServing(this.marks, RECENT);
  }

  /** Waits while others are served, though not for long. */
  async giveWay(): Promise<void> {
    for (let pause = 0; pause < PAUSES && underWay(this.marks) > 0; pause++) await delay(1);
  }
}
