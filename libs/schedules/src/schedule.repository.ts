import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ScheduleDocument, ScheduledRequest, Tick } from './schedule';

/** The schedule of a target, for one kind of runs. */
export interface ScheduleKey {
  /** By its node, a bigint in decimal. */
  readonly target: string;
  readonly kind: string;
}

interface StoredSchedule extends ScheduleDocument {
  readonly request: ScheduledRequest;
}

/** The next tick in epoch ms; null where none can be computed. */
interface NextTick {
  readonly target: string;
  readonly at: number | null;
}

/** The next tick of a kind. */
export interface NextOfKind {
  readonly kind: string;
  /** Until it is due, in ms; 0: it is. */
  readonly dueInMs: number;
}

/** Schedules of all kinds. Times are from the clock of the database. */
@Injectable()
export class ScheduleRepository {
  constructor(private readonly database: Database) {}

  async of({ target, kind }: ScheduleKey): Promise<ScheduleDocument | undefined> {
    return shown(await this.database.read<StoredSchedule & object>(SCHEDULE, [target, kind]));
  }

  /** @param next epoch ms; null while it is disabled. @returns the schedule as it was */
  async put(
    tx: Transaction,
    { target, kind }: ScheduleKey,
    { cron, timezone, enabled, request }: StoredSchedule,
    next: number | null,
    by: string,
  ): Promise<ScheduleDocument | undefined> {
    const before = await query<StoredSchedule & object>(tx, LOCK, [target, kind]);
    await query(tx, PUT, [target, kind, cron, timezone, enabled, next, by, JSON.stringify(request)]);
    return shown(before);
  }

  /** @returns the schedule as it was */
  async remove(tx: Transaction, { target, kind }: ScheduleKey): Promise<ScheduleDocument | undefined> {
    return shown(await query<StoredSchedule & object>(tx, REMOVE, [target, kind]));
  }

  /** The next tick of each kind that has one: one look at the index for each, without a transaction. */
  nextOfKinds(kinds: readonly string[]): Promise<NextOfKind[]> {
    return this.database.read<NextOfKind & object>(NEXT_OF_KINDS, [kinds]);
  }

  /** Locks due schedules of a kind until the transaction ends; those that another worker has locked are skipped. */
  due(tx: Transaction, kind: string, limit: number): Promise<Tick[]> {
    return query<Tick & object>(tx, DUE, [kind, limit]);
  }

  async moveOn(tx: Transaction, kind: string, ticks: readonly NextTick[]): Promise<void> {
    await query(tx, MOVE_ON, [kind, ticks.map(({ target }) => target), ticks.map(({ at }) => at)]);
  }
}

function shown([stored]: readonly StoredSchedule[]): ScheduleDocument | undefined {
  if (!stored) return undefined;
  const { request, ...times } = stored;
  return { ...times, ...request };
}

const instant = (ms: string): string => `to_timestamp(${ms}::float8 / 1000)`;
const STORED = 'cron, timezone, enabled, request';
const OF_KEY = 'target = $1 and kind = $2';

const SCHEDULE: PreparedStatement = { name: 'schedule', text: `select ${STORED} from schedule where ${OF_KEY}` };

const LOCK = `select ${STORED} from schedule where ${OF_KEY} for no key update`;

const PUT = `
  insert into schedule (target, kind, cron, timezone, enabled, next_at, updated_by, request)
  values ($1, $2, $3, $4, $5, ${instant('$6')}, $7, $8)
  on conflict (target, kind) do update
     set cron = excluded.cron, timezone = excluded.timezone, enabled = excluded.enabled, next_at = excluded.next_at,
         updated_by = excluded.updated_by, request = excluded.request`;

const REMOVE = `delete from schedule where ${OF_KEY} returning ${STORED}`;

const IS_DUE = 's.next_at <= statement_timestamp()';

// The order has each kind look along its part of the index, whatever the planner thinks of the others.
const NEXT_OF_KINDS: PreparedStatement = {
  name: 'next-ticks-of-kinds',
  text: `
  select k.kind, greatest(extract(epoch from first.next_at - clock_timestamp()) * 1000, 0)::float8 as "dueInMs" from unnest($1::text[]) k (kind)
   cross join lateral (
     select s.next_at from schedule s where s.kind = k.kind and s.next_at is not null order by s.next_at limit 1) first`,
};

const DUE = `
  select s.target::text, s.kind, s.cron, s.timezone, s.updated_by as "updatedBy", s.request, ${NOW_MS}::float8 as now
    from schedule s where s.kind = $1 and ${IS_DUE} order by s.next_at, s.target limit $2 for update skip locked`;

const MOVE_ON = `
  update schedule s set next_at = ${instant('t.at')} from unnest($2::bigint[], $3::float8[]) t (target, at)
   where s.kind = $1 and s.target = t.target`;
