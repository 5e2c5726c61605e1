import { randomUUID } from 'node:crypto';
import { lockContracts } from '@app/contracts';
import { NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { noticeSql } from '../run-notice';

/** What triggered the run; shown with `fields=details`. Pushed results have the trigger `api`. */
export type RunTrigger = 'manual' | 'batch' | 'schedule' | 'schemaChange';

/** A contract to validate, and the actor on whose behalf. The node is a bigint in decimal. */
export interface RequestedContract {
  readonly contract: string;
  readonly requestedBy: string;
}

/** The run assigned to a contract. */
export interface ContractRun {
  readonly contract: string;
  readonly resultId: string;
  /** Whether the run was already queued. */
  readonly joined: boolean;
  /** Whether the run was queued in the batch lane and was moved to the urgent one, where it needs a job. */
  readonly promoted: boolean;
}

/** Why a run was aborted: a code for programs and a sentence for people. */
export interface AbortReason {
  readonly reason: string;
  readonly sentence: string;
}

export interface AbortedRun {
  readonly resultId: string;
  readonly wasRunning: boolean;
}

/** Open runs: persistence used by requests. */
@Injectable()
export class RunRepository {
  /**
   * Joins the queued run of each contract or creates one, in two statements, and locks the contracts until the
   * transaction ends; use blocks of a few hundred if no request waits. A deleted contract gets no run.
   */
  async request(
    tx: Transaction,
    wanted: readonly RequestedContract[],
    trigger: RunTrigger,
    lane: Lane,
  ): Promise<ReadonlyMap<string, ContractRun>> {
    const nodes = wanted.map(({ contract }) => contract);
    const live = await lockContracts(tx, nodes, { live: true });
    const requested = wanted.filter(({ contract }) => live.has(contract));
    if (requested.length === 0) return new Map();
    const rows = await query<ContractRun & object>(tx, REQUEST, [
      requested.map(({ contract }) => contract),
      requested.map(() => randomUUID()),
      requested.map(({ requestedBy }) => requestedBy),
      trigger,
      lane,
    ]);
    return new Map(rows.map((run) => [run.contract, run]));
  }

  /** Aborts one open run, or all open runs of the contract if no id is given. */
  async abort(tx: Transaction, contract: string, why: AbortReason, resultId?: string): Promise<AbortedRun[]> {
    const body = JSON.stringify({ result: why.sentence });
    const details = JSON.stringify({ details: { reason: why.reason } });
    return query<AbortedRun & object>(tx, ABORT, [contract, resultId ?? null, body, details]);
  }
}

// The result of a new run gets the next millisecond that no result of the contract uses. A batch run that another
// requester joins is no longer exclusive to the batch: it continues if the batch is cancelled. Arrays are passed
// through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.
const REQUEST: PreparedStatement = {
  name: 'run-request',
  text: `
  with wanted as (
    select * from unnest((select $1::bigint[]), (select $2::uuid[]), (select $3::text[])) w (contract, id, requested_by)),
  queued as (
    select w.contract, r.result_id, $5::text = 'urgent' and r.lane <> 'urgent' as promoted from wanted w
      join validation_run r on r.contract = w.contract and r.state = 'Queued'),
  moved as (
    update validation_run r set lane = $5::text from queued q where r.result_id = q.result_id and q.promoted),
  shared as (
    update validation_batch_item i set own = false from queued q
     where i.result_id = q.result_id and i.own and $4::text <> 'batch'),
  fresh as (
    select w.*, (
      with recursive taken (time) as (
        select ${NOW_MS}
        union all
        select time + 1 from taken where exists (
          select 1 from contract_result c where c.contract = w.contract and c.timestamp = taken.time))
      select max(time) from taken) as time
      from wanted w where not exists (select 1 from queued q where q.contract = w.contract)),
  result as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select contract, time, id, 'Queued', 'run', '{}', jsonb_build_object('trigger', $4::text, 'attempts', 0) from fresh),
  run as (
    insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
    select id, contract, time, 'Queued', $4::text, $5::text, requested_by from fresh)
  select contract::text, result_id::text as "resultId", true as joined, promoted from queued
  union all select contract::text, id::text, false, false from fresh`,
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
