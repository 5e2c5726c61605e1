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
  /** Whether each run profiles the table, too: of checks alone. */
  readonly profile?: boolean;
}

/** The target of the runs, a service or a table, by its node, a bigint in decimal. */
export interface ScheduleKey {
  readonly target: string;
  readonly kind: DataRunKind;
}

/** A schedule whose tick is due, locked by the transaction. */
export interface DueDataSchedule extends ScheduleKey {
  readonly cron: string;
  readonly timezone: string;
  readonly updatedBy: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly service: { readonly node: string; readonly ref: RunRef };
  /** Where the target is a table. */
  readonly asset?: { readonly node: string; readonly ref: RunRef };
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
    return (await this.database.read<ScheduleRow>(OF, [target, kind]))[0]?.schedule;
  }

  now(): Promise<number> {
    return this.database.now();
  }

  /** @param next epoch ms; null while it is disabled. @returns the schedule as it was */
  async put(
    tx: Transaction,
    { target, kind }: ScheduleKey,
    { cron, timezone, enabled, ...request }: DataScheduleDocument,
    next: number | null,
    by: string,
  ): Promise<DataScheduleDocument | undefined> {
    const [before] = await query<ScheduleRow>(tx, LOCK, [target, kind]);
    await query(tx, PUT, [target, kind, cron, timezone, enabled, next, by, JSON.stringify(request)]);
    return before?.schedule;
  }

  /** @returns the schedule as it was */
  async remove(tx: Transaction, { target, kind }: ScheduleKey): Promise<DataScheduleDocument | undefined> {
    return (await query<ScheduleRow>(tx, REMOVE, [target, kind]))[0]?.schedule;
  }

  /** Locks due schedules until the transaction ends; those that another worker has locked are skipped. */
  async due(tx: Transaction, limit: number): Promise<DueDataSchedule[]> {
    const rows = await query<{ due: DueDataSchedule }>(tx, DUE, [limit]);
    return rows.map(({ due }) => due);
  }

  async moveOn(tx: Transaction, ticks: readonly NextDataTick[]): Promise<void> {
    const values = [ticks.map(({ target }) => target), ticks.map(({ kind }) => kind), ticks.map(({ at }) => at)];
    await query(tx, MOVE_ON, values);
  }
}

const instant = (ms: string): string => `to_timestamp(${ms}::float8 / 1000)`;
const DOCUMENT = `jsonb_build_object('cron', cron, 'timezone', timezone, 'enabled', enabled) || request as schedule`;

interface ScheduleRow {
  readonly schedule: DataScheduleDocument;
}

const OF = {
  name: 'data-schedule',
  text: `select ${DOCUMENT} from data_schedule where target = $1 and kind = $2`,
};

const LOCK = `select ${DOCUMENT} from data_schedule where target = $1 and kind = $2 for no key update`;

const PUT = `
  insert into data_schedule (target, kind, cron, timezone, enabled, next_at, updated_by, request)
  values ($1, $2, $3, $4, $5, ${instant('$6')}, $7, $8)
  on conflict (target, kind) do update
     set cron = excluded.cron, timezone = excluded.timezone, enabled = excluded.enabled, next_at = excluded.next_at,
         updated_by = excluded.updated_by, request = excluded.request`;

const REMOVE = `delete from data_schedule where target = $1 and kind = $2 returning ${DOCUMENT}`;

const refOf = (one: string): string =>
  `jsonb_build_object('node', ${one}.node::text, 'ref',
     jsonb_build_object('id', ${one}.id, 'type', ${one}.type, 'name', ${one}.name, 'fullyQualifiedName', ${one}.fqn))`;

const DUE = `
  select jsonb_strip_nulls(jsonb_build_object(
           'target', s.target::text, 'kind', s.kind, 'cron', s.cron, 'timezone', s.timezone, 'updatedBy', s.updated_by,
           'request', s.request, 'now', ${NOW_MS}, 'service', ${refOf('v')}, 'asset', case when e.node <> v.node then ${refOf('e')} end,
           'isRead', e.deleted_by is null and v.deleted_by is null and coalesce(a.suspended_by is null
             and (a.document ->> 'enabled')::boolean
             and (s.kind <> 'crawl' or (a.document #>> '{crawl,enabled}')::boolean), false))) as due
    from data_schedule s join entity e on e.node = s.target join entity v on v.node = coalesce(e.root, e.node) left join data_access a on a.service = v.node
   where s.next_at <= clock_timestamp() order by s.next_at limit $1 for update of s skip locked`;

const MOVE_ON = `
  update data_schedule s set next_at = ${instant('t.at')}
    from unnest($1::bigint[], $2::text[], $3::float8[]) t (target, kind, at)
   where s.target = t.target and s.kind = t.kind`;
