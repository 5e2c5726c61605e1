import { randomUUID } from 'node:crypto';
import { traceparent } from '@app/common';
import { countDataRun } from '@app/data';
import {
  query,
  recordResultEvents,
  statusBefore,
  type Database,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import type { Lane } from '@app/queue';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../../readings/evidence';
import { noticeSql, wakeUpForSql, wakeUpSql } from '../../events/run-notice';

/** The trigger of the run; shown with `fields=details`. Pushed results have the trigger `api`. */
export const RUN_TRIGGERS = ['manual', 'batch', 'schedule', 'schemaChange'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** A contract to validate, and the actor on whose behalf. The node is a bigint in decimal. */
export interface RequestedContract {
  readonly contract: string;
  readonly requestedBy: string;
}

/** How runs are made. */
export interface RunKind {
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  readonly evidence: Evidence;
}

interface LoneRequest extends RunKind {
  readonly wanted: RequestedContract;
  /** The id of the run if it is created. */
  readonly id: string;
}

export interface ContractRun {
  readonly contract: string;
  readonly resultId: string;
  /** Whether the run was already queued. */
  readonly joined: boolean;
  /** Whether the run was queued in the batch lane and was moved to the urgent one. */
  readonly promoted: boolean;
}

/** Why a run was aborted: a code for programs and a sentence for people. */
export interface AbortReason {
  readonly reason: string;
  readonly sentence: string;
}

/** Open runs: persistence used by requests. */
@Injectable()
export class RunRepository {
  /**
   * Joins the queued run of each contract or creates one, in one statement, and locks the contracts until the
   * transaction ends; use blocks of a few hundred if no request waits. A deleted contract gets no run. Workers are woken with the commit,
   * also for a joined run: a concurrent claim found its contract locked.
   */
  async request(
    tx: Transaction,
    wanted: readonly RequestedContract[],
    kind: RunKind,
  ): Promise<ReadonlyMap<string, ContractRun>> {
    if (wanted.length === 0) return new Map();
    const ids = wanted.map(() => randomUUID());
    const rows = await query<ContractRun>(tx, REQUEST, requestValues(wanted, ids, kind));
    return new Map(rows.map((run) => [run.contract, run]));
  }

  /**
   * The same for one contract, as a transaction of its own.
   *
   * @param keys as for `Database.execute`
   */
  async requestAlone(
    database: Database,
    { wanted, id, ...kind }: LoneRequest,
    keys: readonly string[],
  ): Promise<ContractRun | undefined> {
    const values = requestValues([wanted], [id], kind);
    return (await database.execute<ContractRun>(keys, REQUEST, values))[0];
  }

  /**
   * Aborts one open run, or all open runs of the contract if no id is given, and the readings that they wait for; returns how many. Wakes
   * workers for the run behind it.
   */
  async abort(tx: Transaction, contract: string, why: AbortReason, resultId?: string): Promise<number> {
    const body = JSON.stringify({ result: why.sentence });
    const details = JSON.stringify({ details: { reason: why.reason } });
    // Before the runs: who ends a reading looks at its run as well, in this order.
    const ended = await query(tx, END_READINGS, [contract, resultId ?? null, why.sentence]);
    ended.forEach(() => countDataRun('reading', 'Aborted'));
    return (await query(tx, ABORT, [contract, resultId ?? null, body, details])).length;
  }
}

function requestValues(
  wanted: readonly RequestedContract[],
  ids: readonly string[],
  { trigger, lane, evidence }: RunKind,
): unknown[] {
  const [contracts, requesters] = [wanted.map(({ contract }) => contract), wanted.map((one) => one.requestedBy)];
  return [contracts, ids, requesters, trigger, lane, traceparent() ?? null, evidence];
}

const REQUEST: PreparedStatement = {
  name: 'run-request',
  text: `
  select contract_node::text as contract, run_id::text as "resultId", is_joined as joined, is_promoted as promoted,
         ${wakeUpForSql('$5', 'contract_node')}::text as told
    from request_runs($1, $2, $3, $4, $5, $6, $7)`,
};

const END_READINGS = `
  select end_data_runs(array(
    select d.id from validation_run v join data_run d on d.for_result = v.result_id
     where v.contract = $1 and ($2::uuid is null or v.result_id = $2) and v.reads and d.status in ('Queued', 'Running')),
    'cancelled', $3)`;

const ABORT = `
  with gone as (
    delete from validation_run where contract = $1 and ($2::uuid is null or result_id = $2)
    returning result_id, contract, timestamp, state, attempt, started_at, progress, requested_by),
  ended as (
    update contract_result r
       set status = 'Aborted',
           body = $3::jsonb || jsonb_strip_nulls(jsonb_build_object('executionTime',
             floor(extract(epoch from clock_timestamp() - gone.started_at) * 1000)::bigint)),
           details = r.details || $4::jsonb || jsonb_build_object('attempts', gone.attempt),
           events = gone.progress
      from gone where r.contract = gone.contract and r.timestamp = gone.timestamp
    returning r.id, r.contract, r.timestamp, r.status, gone.state, gone.requested_by),
  events as (
    select ended.contract, 'resultCreated' as event_type, requested_by as actor, id, timestamp, ended.status,
           ${statusBefore('ended.contract', 'timestamp')} as previous_status, timestamp >= coalesce(c.ended_at, 0) as is_latest
      from ended join contract c on c.node = ended.contract),
  recorded as (${recordResultEvents('events')})
  select ${noticeSql('id', `'Aborted'`)}::text as told,
         (select ${wakeUpSql('w.lane')}::text from validation_run w
           where w.contract = ended.contract and w.state = 'Queued' and ended.state = 'Running') as woken
    from ended`;
