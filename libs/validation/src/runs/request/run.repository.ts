import { NOW_MS, runPrepared } from '@app/database';
import type { PreparedStatement, Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { noticeSql } from '../run-notice';

/** What made a run come about; shown with `fields=details`. A result that was pushed has the trigger `api`. */
export type RunTrigger = 'manual' | 'batch' | 'schedule' | 'schemaChange';

export interface NewRun {
  readonly resultId: string;
  readonly contract: string;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  readonly requestedBy: string;
}

/** Why a run was aborted: the word for programs, the sentence for people. */
export interface AbortReason {
  readonly reason: string;
  readonly sentence: string;
}

export interface QueuedRun {
  readonly id: string;
  readonly lane: Lane;
}

export interface AbortedRun {
  readonly resultId: string;
  readonly wasRunning: boolean;
}

/** Open runs, from the side of those who ask for them. The caller holds the lock on the contract's row. */
@Injectable()
export class RunRepository {
  async queuedOf(tx: Transaction, contract: string): Promise<QueuedRun | undefined> {
    return (await runPrepared<QueuedRun & object>(tx, QUEUED, [contract]))[0];
  }

  /** Someone waits for a run that nobody waited for. */
  async moveTo(tx: Transaction, resultId: string, lane: Lane): Promise<void> {
    await tx.query(`update validation_run set lane = $2 where result_id = $1`, [resultId, lane]);
  }

  /** Makes the run and its result, at the next millisecond that no result of the contract has. */
  async create(tx: Transaction, run: NewRun): Promise<void> {
    await runPrepared(tx, CREATE, [run.contract, run.resultId, run.trigger, run.lane, run.requestedBy]);
  }

  /** Ends one open run (or all of the contract, without an id) as Aborted. */
  async abort(tx: Transaction, contract: string, why: AbortReason, resultId?: string): Promise<AbortedRun[]> {
    const body = JSON.stringify({ result: why.sentence });
    const details = JSON.stringify({ details: { reason: why.reason } });
    return tx.query<AbortedRun[]>(ABORT, [contract, resultId ?? null, body, details]);
  }

  /** Writers of the contract's results and runs come one after the other; deleted contracts count too. */
  async lockContract(tx: Transaction, contract: string): Promise<void> {
    await tx.query(`select 1 from contract where node = $1 for no key update`, [contract]);
  }
}

const QUEUED: PreparedStatement = {
  name: 'run-queued-of-contract',
  text: `select result_id::text as id, lane from validation_run where contract = $1 and state = 'Queued'`,
};

const CREATE: PreparedStatement = {
  name: 'run-create',
  text: `
  with recursive taken (time) as (
    select ${NOW_MS}
    union all
    select time + 1 from taken where exists (
      select 1 from contract_result where contract = $1::bigint and timestamp = time)),
  free as (select max(time) as time from taken),
  result as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select $1::bigint, time, $2::uuid, 'Queued', 'run', '{}', jsonb_build_object('trigger', $3::text, 'attempts', 0)
      from free)
  insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
  select $2::uuid, $1::bigint, time, 'Queued', $3::text, $4, $5 from free`,
};

const ABORT = `
  with gone as (
    delete from validation_run where contract = $1 and ($2::uuid is null or result_id = $2)
    returning result_id, contract, timestamp, state, attempt, started_at, progress),
  ended as (
    update contract_result r
       set status = 'Aborted',
           body = $3::jsonb || jsonb_strip_nulls(jsonb_build_object('executionTime',
             floor(extract(epoch from clock_timestamp() - gone.started_at) * 1000)::bigint)),
           details = r.details || $4::jsonb || jsonb_build_object('attempts', gone.attempt),
           events = gone.progress
      from gone where r.contract = gone.contract and r.timestamp = gone.timestamp
    returning r.id, gone.state)
  select id::text as "resultId", state = 'Running' as "wasRunning", ${noticeSql('id', `'Aborted'`)}::text as told
    from ended`;
