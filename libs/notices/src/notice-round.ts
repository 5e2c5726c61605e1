import { BackgroundTasks, PeriodicTask } from '@app/common';
import { NotifiedTask, type Database } from '@app/database';
import { EVENT_CHANNEL } from '@app/events';
import { Logger } from '@nestjs/common';
import type { DueNotices } from './due/due-notices';
import type { NoticeMaker } from './events/notice-maker';

/** How long events are gathered for one look, in ms. */
const GATHER_MS = 250;
/** Interval between checks of dates, in ms: a date is notified within a minute. */
const DATES_MS = 15_000;
/** From one look for budgets that are due to the next, in ms. */
const BUDGETS_MS = 5_000;
/** From one look for instants that have come to the next, in ms. */
const DUE_MS = 5_000;

/** Makes notices as things happen, and as dates come. Every worker does so. */
export class NoticeRound extends BackgroundTasks {
  constructor(database: Pick<Database, 'listen'>, maker: NoticeMaker, due: DueNotices) {
    const options = {
      longestRetryMs: 30_000,
      log: new Logger(NoticeRound.name),
      failing: 'notices of contracts are late',
      recovered: 'notices of contracts are made again',
    };
    super([
      new NotifiedTask(database, () => maker.ofEvents(), { ...options, channel: EVENT_CHANNEL, gatherMs: GATHER_MS }),
      new PeriodicTask(() => maker.ofDates(), { ...options, restMs: DATES_MS }),
      new PeriodicTask(() => maker.ofBudgets(), { ...options, restMs: BUDGETS_MS }),
      new PeriodicTask(() => due.round(), { ...options, restMs: DUE_MS }),
    ]);
  }
}
