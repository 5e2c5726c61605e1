import { Database } from '@app/database';
import type { Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { DoneDimension } from '../../events/done-dimension';
import type { RunTrigger } from '../request/run.repository';
import type { WaitingRun } from '../run-doorbell';
import { noticeSql } from '../run-notice';

/** A run in the hands of this worker. `attempt` is its fencing token: with an older one nothing can be written. */
export interface ClaimedRun {
  readonly resultId: string;
  readonly contract: string;
  readonly attempt: number;
  /** Leases that ran out in the hands of a worker. */
  readonly crashes: number;
  /** Attempts that ended with an error. */
  readonly failures: number;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  /** Dimensions that earlier attempts reported. */
  readonly progress: readonly DoneDimension[];
  /** Whether another worker had it and did not come back. */
  readonly retaken: boolean;
}

/** What a run comes to: the terminal status and the result without what stands in columns of its own. */
export interface RunOutcome {
  readonly status: ExecutionStatus;
  readonly body: object;
  readonly details: object;
}

export type FenceKey = Pick<ClaimedRun, 'resultId' | 'contract' | 'attempt'>;

/** How long a worker that falls silent keeps a run. By the database's clock, which all workers share. */
const LEASE = `interval '5 s'`;

/** Open runs, from the side of the workers. */
@Injectable()
export class RunClaimRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes a run that is queued while no other of its contract runs, or one whose worker let its lease run out. Undefined for
   * any other: it has ended, someone has it, or the one before it will ring.
   */
  async claim(resultId: string, contract: string, worker: string): Promise<ClaimedRun | undefined> {
    return this.locked(contract, async (tx) => {
      const [run] = await tx.query<ClaimedRun[]>(CLAIM, [resultId, worker]);
      return run;
    });
  }

  /** The runs, out of those that this worker has, that it still has; their leases are longer now. */
  async renew(runs: readonly FenceKey[]): Promise<string[]> {
    const values = [runs.map(({ resultId }) => resultId), runs.map(({ attempt }) => attempt)];
    return (await this.database.query<{ id: string }>(RENEW, values)).map(({ id }) => id);
  }

  /**
   * Writes the terminal result and takes the run away. Undefined when the attempt is no longer the one that counts; then
   * nothing was written. Otherwise the run of the contract that waits, if one does.
   *
   * @param done dimensions that were not reported yet
   */
  async finish(
    run: FenceKey,
    outcome: RunOutcome,
    done: readonly DoneDimension[] = [],
  ): Promise<{ readonly next?: WaitingRun } | undefined> {
    return this.locked(run.contract, async (tx) => {
      const { status, body, details } = outcome;
      const texts = [body, details, done].map((part) => JSON.stringify(part));
      const values = [run.resultId, run.attempt, status, ...texts, run.contract];
      const [row] = await tx.query<{ next: WaitingRun | null }[]>(FINISH, values);
      return row && (row.next ? { next: row.next } : {});
    });
  }

  /** Keeps what was done and tells those who watch. False when the run is no longer ours. */
  async report({ resultId, attempt }: FenceKey, done: readonly DoneDimension[]): Promise<boolean> {
    return (await this.database.query(REPORT, [resultId, attempt, JSON.stringify(done)])).length > 0;
  }

  /** Keeps the run Running for another attempt after `ms`. False when it is no longer ours. */
  async retryAfter({ resultId, attempt }: FenceKey, ms: number): Promise<boolean> {
    return (await this.database.query(RETRY, [resultId, attempt, ms])).length > 0;
  }

  /** Any worker may take the run at once, and none of it counts as a crash. False when it is no longer ours. */
  async handBack({ resultId, attempt }: FenceKey): Promise<boolean> {
    return (await this.database.query(HAND_BACK, [resultId, attempt])).length > 0;
  }

  /** From now on a crash is this run's alone: nothing else is done in this process meanwhile. */
  async markAlone({ resultId, attempt }: FenceKey): Promise<boolean> {
    return (await this.database.query(MARK_ALONE, [resultId, attempt])).length > 0;
  }

  /** Writers of a contract's results and runs come one after the other. */
  private locked<T>(contract: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await tx.query(`select 1 from contract where node = $1 for no key update`, [contract]);
      return work(tx);
    });
  }
}

// A crash counts from the third on only where the run had been tried alone; a run without a worker was handed back.
const CLAIM = `
  with before as (
    select state = 'Running' and worker is not null as lost from validation_run where result_id = $1),
  taken as (
    update validation_run r
       set state = 'Running', attempt = attempt + 1, alone = false, worker = $2,
           crashes = crashes + case
             when state = 'Running' and worker is not null and (crashes < 2 or alone) then 1 else 0 end,
           started_at = coalesce(started_at, clock_timestamp()), lease_until = clock_timestamp() + ${LEASE}
      from before
     where result_id = $1 and case state
       when 'Queued' then not exists (
         select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
       else lease_until < clock_timestamp() end
    returning r.result_id, r.contract, r.timestamp, r.attempt, r.crashes, r.failures, r.trigger, r.lane,
              r.progress, before.lost),
  shown as (
    update contract_result c set status = 'Running', details = c.details || jsonb_build_object('attempts', taken.attempt)
      from taken where c.contract = taken.contract and c.timestamp = taken.timestamp)
  select result_id::text as "resultId", contract::text, attempt, crashes, failures, trigger, lane, progress,
         lost as retaken,
         ${noticeSql('result_id', `'Running'`)}::text as told
    from taken`;

const RENEW = `
  update validation_run r set lease_until = clock_timestamp() + ${LEASE}
    from unnest($1::uuid[], $2::int[]) held (id, attempt)
   where r.result_id = held.id and r.attempt = held.attempt and r.state = 'Running'
  returning r.result_id::text as id`;

const FINISH = `
  with gone as (
    delete from validation_run where result_id = $1 and attempt = $2 and state = 'Running'
    returning contract, timestamp, attempt, started_at, progress),
  ended as (
    update contract_result r
       set status = $3,
           body = $4::jsonb || jsonb_build_object('executionTime',
             greatest(0, floor(extract(epoch from clock_timestamp() - gone.started_at) * 1000))::bigint),
           details = r.details || $5::jsonb || jsonb_build_object('attempts', gone.attempt),
           events = gone.progress || $6::jsonb
      from gone where r.contract = gone.contract and r.timestamp = gone.timestamp
    returning r.id, r.status)
  select ${noticeSql('id', 'status')}::text as told,
         (select json_build_object('resultId', result_id, 'contract', contract::text, 'lane', lane)
            from validation_run where contract = $7 and state = 'Queued') as next
    from ended`;

const STILL_OURS = `where result_id = $1 and attempt = $2 and state = 'Running' returning true`;

const REPORT = `
  update validation_run set progress = progress || $3::jsonb
   where result_id = $1 and attempt = $2 and state = 'Running'
  returning ${noticeSql('result_id', `'Running'`)}::text as told`;

const RETRY = `
  update validation_run
     set failures = failures + 1, worker = null, lease_until = clock_timestamp() + $3 * interval '1 ms' ${STILL_OURS}`;

const HAND_BACK = `update validation_run set worker = null, lease_until = clock_timestamp() - ${LEASE} ${STILL_OURS}`;

const MARK_ALONE = `update validation_run set alone = true ${STILL_OURS}`;
