import { isDeepStrictEqual } from 'node:util';
import type { FoundEntity } from '@app/catalog';
import { notFound, type Actor } from '@app/common';
import { nextTick, readCron } from '@app/contracts';
import { Database, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DataRunKind } from '../runs/data-run';
import { DataScheduleRepository, type DataScheduleDocument } from './data-schedule.repository';

/** Reads and changes when data runs come by themselves. The caller has found the target, and judged whether the actor may. */
@Injectable()
export class DataSchedules {
  constructor(
    private readonly database: Database,
    private readonly schedules: DataScheduleRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND where there is none */
  async get(target: FoundEntity, kind: DataRunKind): Promise<DataScheduleDocument> {
    const schedule = await this.schedules.of({ target: target.node, kind });
    if (!schedule) throw notFound('schedule', target.id);
    return schedule;
  }

  /** The first tick is the next one from now on, whatever schedule it replaces. @throws {AppError} BAD_REQUEST for what cannot be read */
  async put(
    actor: Actor,
    target: FoundEntity,
    kind: DataRunKind,
    sent: DataScheduleDocument,
  ): Promise<{ readonly schedule: DataScheduleDocument; readonly isNew: boolean }> {
    const schedule = {
      cron: sent.cron.trim(),
      timezone: sent.timezone,
      enabled: sent.enabled,
      ...(sent.profile !== undefined && { profile: sent.profile }),
    };
    const cron = readCron(schedule.cron, schedule.timezone);
    const next = schedule.enabled ? nextTick(cron, await this.schedules.now()) : null;
    return this.writing(actor, target, async (tx) => {
      const before = await this.schedules.put(tx, { target: target.node, kind }, schedule, next, actor.name);
      if (!isDeepStrictEqual({ ...before }, schedule))
        await record(tx, actor, 'scheduleSet', target, { before, after: schedule });
      return { schedule, isNew: before === undefined };
    });
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async remove(actor: Actor, target: FoundEntity, kind: DataRunKind): Promise<void> {
    await this.writing(actor, target, async (tx) => {
      const before = await this.schedules.remove(tx, { target: target.node, kind });
      if (!before) throw notFound('schedule', target.id);
      await record(tx, actor, 'scheduleRemoved', target, { before });
    });
  }

  /** One writer after the other, so that each knows what was there before. */
  private writing<T>(actor: Actor, { node }: FoundEntity, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([`schedule ${node}`], work, actor.origin);
  }
}

function record(
  tx: Transaction,
  { name }: Actor,
  action: 'scheduleSet' | 'scheduleRemoved',
  { node }: FoundEntity,
  states: { readonly before?: DataScheduleDocument | undefined; readonly after?: DataScheduleDocument },
): Promise<void> {
  return recordAction(tx, { action, actor: name, to: { nodes: [node] }, ...states });
}
