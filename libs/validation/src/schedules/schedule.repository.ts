import { isCurrent } from '@app/contracts';
import { Database, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../readings/evidence';

/** The validation schedule of a contract. */
export interface ScheduleDocument {
  /** Standard cron expression with five fields. */
  readonly cron: string;
  /** IANA name of the time zone in which the fields are interpreted. */
  readonly timezone: string;
  readonly enabled: boolean;
  /** Where the evidence of its runs comes from; absent: `auto`. */
  readonly evidence?: Evidence;
}

/** A schedule whose tick is due, locked by the transaction. */
export interface DueSchedule {
  /** The contract's node, a bigint in decimal. */
  readonly contract: string;
  readonly cron: string;
  readonly timezone: string;
  readonly updatedBy: string;
  readonly evidence: Evidence;
  /** False while the contract is upcoming or has ended. */
  readonly isCurrent: boolean;
  /** Current time of the database, in epoch ms. */
  readonly now: string;
}

/** The next tick of a contract in epoch ms; null if it cannot be computed. */
export interface NextTick {
  readonly contract: string;
  readonly at: number | null;
}

/** Schedules of contracts. Times are from the database clock. */
@Injectable()
export class ScheduleRepository {
  constructor(private readonly database: Database) {}

  async of(contract: string): Promise<ScheduleDocument | undefined> {
    const rows = await this.database.read<{ schedule: ScheduleDocument }>(SCHEDULE, [contract]);
    return rows[0]?.schedule;
  }

  /** The schedule as it was. @param next epoch ms; null while it is disabled */
  async put(
    tx: Transaction,
    contract: string,
    schedule: ScheduleDocument,
    next: number | null,
    by: string,
  ): Promise<ScheduleDocument | undefined> {
    const { cron, timezone, enabled, evidence = 'auto' } = schedule;
    const [before] = await query<{ schedule: ScheduleDocument }>(tx, LOCK, [contract]);
    await query(tx, PUT, [contract, cron, timezone, enabled, next, by, evidence]);
    return before?.schedule;
  }

  /** The schedule as it was. */
  async remove(tx: Transaction, contract: string): Promise<ScheduleDocument | undefined> {
    const text = `delete from contract_schedule where contract = $1 returning ${DOCUMENT} as schedule`;
    const [removed] = await query<{ schedule: ScheduleDocument }>(tx, text, [contract]);
    return removed?.schedule;
  }

  /** Locks due schedules until the transaction ends; those locked by another worker are skipped. */
  due(tx: Transaction, limit: number): Promise<DueSchedule[]> {
    return query<DueSchedule>(tx, DUE, [limit]);
  }

  async moveOn(tx: Transaction, ticks: readonly NextTick[]): Promise<void> {
    await query(tx, MOVE_ON, [ticks.map(({ contract }) => contract), ticks.map(({ at }) => at)]);
  }

  /** Whether at least `limit` batch-lane runs are waiting. */
  async isBehind(limit: number): Promise<boolean> {
    const [row] = await this.database.read<{ waiting: number }>(WAITING, [limit]);
    return row!.waiting >= limit;
  }
}

const instant = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`;

/** The schedule as it is shown: the evidence where it is not the default. */
const DOCUMENT = `json_strip_nulls(json_build_object('cron', cron, 'timezone', timezone, 'enabled', enabled, 'evidence', nullif(evidence, 'auto')))`;

const SCHEDULE = {
  name: 'schedule-of-contract',
  text: `select ${DOCUMENT} as schedule from contract_schedule where contract = $1`,
};

const LOCK = `select ${DOCUMENT} as schedule from contract_schedule where contract = $1 for no key update`;

const PUT = `
  insert into contract_schedule as s (contract, cron, timezone, enabled, next_at, updated_by, evidence)
  values ($1, $2, $3, $4, ${instant('$5')}, $6, $7)
  on conflict (contract) do update
     set cron = excluded.cron, timezone = excluded.timezone, enabled = excluded.enabled, next_at = excluded.next_at,
         updated_by = excluded.updated_by, evidence = excluded.evidence`;

const DUE = `
  select s.contract::text, s.cron, s.timezone, s.updated_by as "updatedBy", s.evidence, ${isCurrent('c')} as "isCurrent",
         ${NOW_MS}::text as now
    from contract_schedule s join contract c on c.node = s.contract
   where s.next_at <= clock_timestamp() and c.live order by s.next_at limit $1 for update of s skip locked`;

const MOVE_ON = `
  update contract_schedule s set next_at = ${instant('t.at')} from unnest($1::bigint[], $2::float8[]) t (contract, at)
   where s.contract = t.contract`;

const WAITING = {
  name: 'runs-nobody-waits-for',
  text: `select count(*)::int as waiting from (
           select 1 from validation_run where state = 'Queued' and lane = 'batch' limit $1) w`,
};
