import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import { Logger } from '@nestjs/common';
import type { NoticeMaker } from './notice-maker';

/** From one look at events to the next, and from one look at dates to the next, in ms: a date is told within a minute. */
const EVENTS_MS = 1_000;
const DATES_MS = 15_000;
/** From one look for budgets that are due to the next, in ms: each is due half a minute after the look before. */
const BUDGETS_MS = 5_000;

/** Makes notices as things happen, and as dates come. Every worker does so. */
export class NoticeRound implements BackgroundTask {
  private readonly tasks: readonly PeriodicTask[];

  constructor(maker: NoticeMaker) {
    const options = {
      longestRetryMs: 30_000,
      log: new Logger(NoticeRound.name),
      failing: 'notices of contracts are late',
      recovered: 'notices of contracts are made again',
    };
    this.tasks = [
      new PeriodicTask(() => maker.ofEvents(), { ...options, restMs: EVENTS_MS }),
      new PeriodicTask(() => maker.ofDates(), { ...options, restMs: DATES_MS }),
      new PeriodicTask(() => maker.ofBudgets(), { ...options, restMs: BUDGETS_MS }),
    ];
  }

  get faults(): readonly Fault[] {
    return this.tasks.flatMap(({ faults }) => faults);
  }

  start(): void {
    for (const task of this.tasks) task.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}
