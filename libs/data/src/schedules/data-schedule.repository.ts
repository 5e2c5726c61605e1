import { Database, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DataRunKind, RunRef } from '../runs/data-run';

/** When runs of a kind come by themselves. */
export interface DataScheduleDocument {
  /** Standard cron expression with five fields. */
  readonly cron: string;
  /** IANA name of the time zone in which the fields are read. */
  readonly timezone: string;
  readonly enabled: boolean;
}

/** The target of the runs, by its node, a bigint in decimal. */
export interface ScheduleKey {
  readonly target: string;
  readonly kind: DataRunKind;
}

/** A schedule whose tick is due, locked by the transaction. */
export interface DueDataSchedule extends ScheduleKey {
  readonly cron: string;
  readonly timezone: string;
  readonly updatedBy: string;
  readonly ref: RunRef;
  /** Whether a run may be made: the service is read, and crawled. */
  readonly isRead: boolean;
  /** The clock of the database, in epoch ms. */
  readonly now: number;
}

export interface NextDataTick extends ScheduleKey {
  /** Epoch ms; null where it cannot be told. */
  readonly at: number | null;
}

/** Schedules of data runs. Times are those of the database. */
@Injectable()
export class DataScheduleRepository {
  constructor(private readonly database: Database) {}

  async of({ target, kind }: ScheduleKey): Promise<DataScheduleDocument | undefined> {
    return (await this.database.read<DataScheduleDocument & object>(OF, [target, kind]))[0];
  }

  now(): Promise<number> {
    return this.database.now();
  }

  /** @param next epoch ms; null while it is disabled. @returns the schedule as it was */
  async put(
    tx: Transaction,
    { target, kind }: ScheduleKey,
    { cron, timezone, enabled }: DataScheduleDocument,
    next: number | null,
    by: string,
  ): Promise<DataScheduleDocument | undefined> {
    const [before] = await query<DataScheduleDocument & object>(tx, LOCK, [target, kind]);
    await query(tx, PUT, [target, kind, cron, timezone, enabled, next, by]);
    return before;
  }

  /** @returns the schedule as it was */
  async remove(tx: Transaction, { target, kind }: ScheduleKey): Promise<DataScheduleDocument | undefined> {
    return (await query<DataScheduleDocument & object>(tx, REMOVE, [target, kind]))[0];
  }

  /** Locks due schedules until the transaction ends; those that another worker has locked are skipped. */
  due(tx: Transaction, limit: number): Promise<DueDataSchedule[]> {
    return query<DueDataSchedule & object>(tx, DUE, [limit]);
  }

  async moveOn(tx: Transaction, ticks: readonly NextDataTick[]): Promise<void> {
    const values = [ticks.map(({ target }) => target), ticks.map(({ kind }) => kind), ticks.map(({ at }) => at)];
    await query(tx, MOVE_ON, values);
  }
}

const instant = (ms: string): string => `to_timestamp(${ms}::float8 / 1000)`;
const DOCUMENT = 'cron, timezone, enabled';

const OF = {
  name: 'data-schedule',
  text: `select ${DOCUMENT} from data_schedule where target = $1 and kind = $2`,
};

const LOCK = `select ${DOCUMENT} from data_schedule where target = $1 and kind = $2 for no key update`;

const PUT = `
  insert into data_schedule (target, kind, cron, timezone, enabled, next_at, updated_by)
  values ($1, $2, $3, $4, $5, ${instant('$6')}, $7)
  on conflict (target, kind) do update
     set cron = excluded.cron, timezone = excluded.timezone, enabled = excluded.enabled, next_at = excluded.next_at,
         updated_by = excluded.updated_by`;

const REMOVE = `delete from data_schedule where target = $1 and kind = $2 returning ${DOCUMENT}`;

const DUE = `
  select s.target::text, s.kind, s.cron, s.timezone, s.updated_by as "updatedBy", ${NOW_MS}::float8 as now,
         jsonb_build_object('id', e.id, 'type', e.type, 'name', e.name, 'fullyQualifiedName', e.fqn) as ref,
         e.deleted_by is null and coalesce(a.suspended_by is null and (a.document ->> 'enabled')::boolean
           and (s.kind <> 'crawl' or (a.document #>> '{crawl,enabled}')::boolean), false) as "isRead"
    from data_schedule s join entity e on e.node = s.target left join data_access a on a.service = e.node
   where s.next_at <= clock_timestamp() order by s.next_at limit $1 for update of s skip locked`;

const MOVE_ON = `
  update data_schedule s set next_at = ${instant('t.at')}
    from unnest($1::bigint[], $2::text[], $3::float8[]) t (target, kind, at)
   where s.target = t.target and s.kind = t.kind`;
