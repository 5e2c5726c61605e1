import { isDeepStrictEqual } from 'node:util';
import { notFound, type Actor } from '@app/common';
import { nextTick, readCron } from '@app/contracts';
import { Database, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ScheduleDocument, ScheduledRequest } from './schedule';
import { ScheduleRepository } from './schedule.repository';

/** The target of a schedule, and its kind of runs. The caller has found the target and decided whether the actor may. */
export interface ScheduleOf {
  readonly target: { readonly node: string; readonly id: string };
  readonly kind: string;
}

/** Reads and changes schedules of all kinds of runs. */
@Injectable()
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly schedules: ScheduleRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND where there is none */
  async get({ target, kind }: ScheduleOf): Promise<ScheduleDocument> {
    const schedule = await this.find({ target, kind });
    if (!schedule) throw notFound('schedule', target.id);
    return schedule;
  }

  find({ target, kind }: ScheduleOf): Promise<ScheduleDocument | undefined> {
    return this.schedules.of({ target: target.node, kind });
  }

  /**
   * The first tick is the next one from now on, whatever schedule it replaces.
   *
   * @param request members of each request, which the schedule shows
   * @throws {AppError} BAD_REQUEST for what cannot be read
   */
  async put(
    actor: Actor,
    { target, kind }: ScheduleOf,
    { cron: text, timezone, enabled }: ScheduleDocument,
    request: ScheduledRequest = {},
  ): Promise<{ readonly schedule: ScheduleDocument; readonly isNew: boolean }> {
    const times = { cron: text.trim(), timezone, enabled };
    const schedule = { ...times, ...request };
    const cron = readCron(times.cron, timezone);
    const next = enabled ? nextTick(cron, await this.database.now()) : null;
    return this.writing(actor, target.node, async (tx) => {
      const key = { target: target.node, kind };
      const before = await this.schedules.put(tx, key, { ...times, request }, next, actor.name);
      if (!isDeepStrictEqual(before, schedule))
        await record(tx, actor, 'scheduleSet', target.node, { before, after: schedule });
      return { schedule, isNew: before === undefined };
    });
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async remove(actor: Actor, { target, kind }: ScheduleOf): Promise<void> {
    await this.writing(actor, target.node, async (tx) => {
      const before = await this.schedules.remove(tx, { target: target.node, kind });
      if (!before) throw notFound('schedule', target.id);
      await record(tx, actor, 'scheduleRemoved', target.node, { before });
    });
  }

  /** One writer after the other, so that each knows what was there before. */
  private writing<T>(actor: Actor, node: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([`schedule ${node}`], work, actor.origin);
  }
}

function record(
  tx: Transaction,
  { name }: Actor,
  action: 'scheduleSet' | 'scheduleRemoved',
  node: string,
  states: { readonly before?: ScheduleDocument | undefined; readonly after?: ScheduleDocument },
): Promise<void> {
  return recordAction(tx, { action, actor: name, to: { nodes: [node] }, ...states });
}
