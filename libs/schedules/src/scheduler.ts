import type { NextRound } from '@app/common';
import { nextTick, readCron } from '@app/contracts';
import { Database, NotifiedTask } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { ScheduledKind, Tick } from './schedule';
import { ScheduleRepository, type NextOfKind } from './schedule.repository';

/** Notified of schedules with an earlier tick than before. */
const CHANNEL = 'schedule';
/** Between two rounds while ticks are due, in ms: of a kind whose queue is full, or that another worker takes. */
const DUE_MS = 1_000;
/** Ticks of a kind per transaction, during which their targets may be locked. */
const PAGE = 100;

/**
 * Converts ticks into runs, of all kinds. A tick is consumed in the transaction that requests its run and moves the schedule on: it counts once,
 * even after crashes and with any number of workers. Ticks missed while all workers were down count as one. Each kind has a transaction
 * of its own: one whose queue is full, or whose requests fail, does not delay the others.
 */
@Injectable()
export class Scheduler {
  private readonly log = new Logger(Scheduler.name);
  // eslint-disable-next-line house/no-learned-ways -- filled while the process starts
  private readonly kinds = new Map<string, ScheduledKind>();
  readonly task: NotifiedTask;

  constructor(
    private readonly database: Database,
    private readonly schedules: ScheduleRepository,
  ) {
    this.task = new NotifiedTask(database, () => this.round(), {
      channel: CHANNEL,
      log: this.log,
      failing: 'due schedules wait',
      recovered: 'due schedules are run again',
    });
  }

  /** Adds kinds. Libraries do so in their module initialisation. */
  register(...kinds: readonly ScheduledKind[]): void {
    for (const kind of kinds) {
      if (this.kinds.has(kind.name)) throw new Error(`Two kinds of scheduled runs are called ${kind.name}`);
      this.kinds.set(kind.name, kind);
    }
  }

  /** Takes ticks that are due. @returns how many @throws the first error of a kind, after all kinds had their ticks */
  async takeTicks(): Promise<number> {
    return this.takeOf(await this.nextOfKinds());
  }

  private async round(): Promise<true | NextRound> {
    const next = await this.nextOfKinds();
    if ((await this.takeOf(next)) >= PAGE) return true;
    return { dueInMs: Math.min(...next.map(({ dueInMs }) => dueInMs || DUE_MS)) };
  }

  private nextOfKinds(): Promise<NextOfKind[]> {
    return this.schedules.nextOfKinds([...this.kinds.keys()]);
  }

  private async takeOf(next: readonly NextOfKind[]): Promise<number> {
    let taken = 0;
    const failures: unknown[] = [];
    for (const { kind, dueInMs } of next) {
      if (dueInMs > 0) continue;
      try {
        taken += await this.take(this.kinds.get(kind)!);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return taken;
  }

  private async take(kind: ScheduledKind): Promise<number> {
    if (await kind.isFull()) return 0;
    const taken = await this.database.transaction(async (tx) => {
      const ticks = await this.schedules.due(tx, kind.name, PAGE);
      if (ticks.length === 0) return 0;
      const next = ticks.map((tick) => ({ target: tick.target, at: this.next(tick) }));
      await this.schedules.moveOn(tx, kind.name, next);
      await kind.request(tx, ticks);
      return ticks.length;
    });
    if (taken > 0) await kind.requested?.();
    return taken;
  }

  /** A schedule that can no longer be read, for example because its time zone was abolished, does not delay the others. */
  private next({ target, kind, cron, timezone, now }: Tick): number | null {
    try {
      return nextTick(readCron(cron, timezone), now);
    } catch (error) {
      this.log.error(`the schedule "${cron}" ${timezone} of ${kind} ${target} rests: ${(error as Error).message}`);
      return null;
    }
  }
}
