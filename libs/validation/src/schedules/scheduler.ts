import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { Rounds } from '../rounds';
import { RunBlocks } from '../runs/run-blocks';
import type { BlockRun } from '../runs/run-blocks';
import { RunDoorbell } from '../runs/run-doorbell';
import { nextTick, readCron } from './cron';
import { ScheduleRepository } from './schedule.repository';
import type { DueSchedule, NextTick } from './schedule.repository';

/** Between two rounds, in ms. */
const ROUND_MS = 1_000;
/** Ticks of one transaction: as long, its contracts are locked. */
const PAGE = 100;
/** Runs waiting that nobody waits for, over which ticks are left until some are done: they are late, never lost. */
const MOST_WAITING = 2_000;

/**
 * Turns ticks into runs. A tick is taken in the database, in the transaction that makes its run and moves the schedule on: it
 * counts once, whatever dies and however many workers there are; ticks that nobody took while all were down count as one.
 */
@Injectable()
export class Scheduler {
  private readonly log = new Logger(Scheduler.name);
  private readonly rounds = new Rounds(ROUND_MS, this.log, async () => (await this.takeTicks()) === PAGE);

  constructor(
    private readonly database: Database,
    private readonly schedules: ScheduleRepository,
    private readonly blocks: RunBlocks,
    private readonly doorbell: RunDoorbell,
  ) {}

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round; returns how many ticks it took. */
  async takeTicks(): Promise<number> {
    if (await this.schedules.isBehind(MOST_WAITING)) return 0;
    const { ticks, runs } = await this.database.transaction(async (tx) => {
      const due = await this.schedules.due(tx, PAGE);
      if (due.length === 0) return { ticks: 0, runs: [] };
      await this.schedules.moveOn(
        tx,
        due.map((one) => this.next(one)),
      );
      const wanted = due.map(({ contract, updatedBy }) => ({ contract, requestedBy: updatedBy }));
      const made = await this.blocks.request(tx, wanted, 'schedule', 'batch');
      return { ticks: due.length, runs: [...made.values()] };
    });
    await this.ring(runs.filter(({ joined }) => !joined));
    return ticks;
  }

  private async ring(fresh: readonly BlockRun[]): Promise<void> {
    if (fresh.length > 0) await this.doorbell.ringAll(fresh.map((run) => ({ ...run, lane: 'batch', suffix: '' })));
  }

  /** A schedule that cannot be read any more, such as after its zone was abolished, must not hold up the others. */
  private next({ contract, cron, timezone, now }: DueSchedule): NextTick {
    try {
      return { contract, at: nextTick(readCron(cron, timezone), Number(now)) };
    } catch (error) {
      this.log.error(`the schedule "${cron}" ${timezone} of contract ${contract} rests: ${(error as Error).message}`);
      return { contract, at: null };
    }
  }
}
