import { randomUUID } from 'node:crypto';
import { PeriodicTask } from '@app/common';
import { nextTick, readCron } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { DataRunRepository } from '../runs/request/data-run.repository';
import { DataScheduleRepository, type DueDataSchedule, type NextDataTick } from './data-schedule.repository';

/** Between two rounds, in ms. */
const ROUND_MS = 1_000;
/** Ticks per transaction. */
const PAGE = 100;

/**
 * Makes ticks to data runs. A tick is consumed in the transaction that makes its run and moves the schedule on: it counts once, even after
 * crashes and with any number of workers. Ticks that were missed while all workers were down count as one. A tick of a service that is not read
 * makes no run.
 */
@Injectable()
export class DataScheduler {
  private readonly log = new Logger(DataScheduler.name);
  readonly task = new PeriodicTask(async () => (await this.takeTicks()) === PAGE, {
    restMs: ROUND_MS,
    restFirst: true,
    log: this.log,
    failing: 'due schedules of data runs wait',
    recovered: 'due schedules of data runs are run again',
  });

  constructor(
    private readonly database: Database,
    private readonly schedules: DataScheduleRepository,
    private readonly runs: DataRunRepository,
  ) {}

  /** One round. @returns the number of consumed ticks */
  takeTicks(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const due = await this.schedules.due(tx, PAGE);
      if (due.length === 0) return 0;
      await this.schedules.moveOn(
        tx,
        due.map((one) => this.next(one)),
      );
      for (const { target, kind, request, service, asset, updatedBy } of due.filter(({ isRead }) => isRead))
        await this.runs.request(tx, {
          ...{ id: randomUUID(), kind, request, joinKey: `${kind} ${target}`, service, ...(asset && { asset }) },
          ...{ trigger: 'schedule', requestedBy: updatedBy, isAwaited: false, isUrgent: false },
        });
      return due.length;
    });
  }

  /** A schedule that cannot be read any more, as when its time zone was abolished, does not hold up the others. */
  private next({ target, kind, cron, timezone, now }: DueDataSchedule): NextDataTick {
    try {
      return { target, kind, at: nextTick(readCron(cron, timezone), now) };
    } catch (error) {
      this.log.error(`the schedule "${cron}" ${timezone} of ${kind} ${target} rests: ${(error as Error).message}`);
      return { target, kind, at: null };
    }
  }
}
