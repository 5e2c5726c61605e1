import { groupBy, PeriodicTask } from '@app/common';
import { nextTick, readCron } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { RunRepository, type ContractRun } from '../runs/request/run.repository';
import { RunDispatcher } from '../runs/run-dispatcher';
import { ScheduleRepository, type DueSchedule, type NextTick } from './schedule.repository';

/** Between two rounds, in ms. */
const ROUND_MS = 1_000;
/** Ticks per transaction, during which its contracts are locked. */
const PAGE = 100;
/** Waiting batch-lane runs above which ticks are postponed until some have ended: ticks are late, never lost. */
const MOST_WAITING = 2_000;

/**
 * Converts ticks into runs. A tick is consumed in the transaction that creates its run and advances the schedule: it
 * counts once, even after crashes and with any number of workers. Ticks missed while all workers were down count as
 * one. A tick of a contract that is upcoming or has ended makes no run.
 */
@Injectable()
export class Scheduler {
  private readonly log = new Logger(Scheduler.name);
  readonly task = new PeriodicTask(async () => (await this.takeTicks()) === PAGE, {
    restMs: ROUND_MS,
    restFirst: true,
    log: this.log,
    failing: 'due schedules wait',
    recovered: 'due schedules are run again',
  });

  constructor(
    private readonly database: Database,
    private readonly schedules: ScheduleRepository,
    private readonly runs: RunRepository,
    private readonly dispatcher: RunDispatcher,
  ) {}

  /** Runs one round; returns the number of consumed ticks. */
  async takeTicks(): Promise<number> {
    if (await this.schedules.isBehind(MOST_WAITING)) return 0;
    const { ticks, runs } = await this.database.transaction(async (tx) => {
      const due = await this.schedules.due(tx, PAGE);
      if (due.length === 0) return { ticks: 0, runs: [] };
      const next = due.map((one) => this.next(one));
      await this.schedules.moveOn(tx, next);
      const current = due.filter(({ isCurrent }) => isCurrent);
      const made: ContractRun[] = [];
      for (const [evidence, ticks] of groupBy(current, (one) => one.evidence)) {
        const wanted = ticks.map(({ contract, updatedBy }) => ({ contract, requestedBy: updatedBy }));
        made.push(...(await this.runs.request(tx, wanted, { trigger: 'schedule', lane: 'batch', evidence })).values());
      }
      return { ticks: due.length, runs: made };
    });
    if (runs.some(({ joined }) => !joined)) await this.dispatcher.wake('batch');
    return ticks;
  }

  /**
   * A schedule that can no longer be parsed, for example because its time zone was abolished, must not block the
   * others.
   */
  private next({ contract, cron, timezone, now }: DueSchedule): NextTick {
    try {
      return { contract, at: nextTick(readCron(cron, timezone), Number(now)) };
    } catch (error) {
      this.log.error(`the schedule "${cron}" ${timezone} of contract ${contract} rests: ${(error as Error).message}`);
      return { contract, at: null };
    }
  }
}
