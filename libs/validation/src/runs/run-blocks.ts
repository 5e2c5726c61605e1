import { randomUUID } from 'node:crypto';
import { NOW_MS } from '@app/database';
import type { Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import { Injectable } from '@nestjs/common';
import type { RunTrigger } from './request/run.repository';

/** A contract for which a run is wanted, and in whose name. The node is a bigint in decimal. */
export interface WantedRun {
  readonly contract: string;
  readonly requestedBy: string;
}

/** The run that a contract got. */
export interface BlockRun {
  readonly contract: string;
  readonly resultId: string;
  /** Whether it was queued already. */
  readonly joined: boolean;
}

/**
 * Runs for many contracts at once, in two statements: for batches, schedules and changes of assets, where nobody waits. Blocks
 * are to be small, some hundred, since the contracts are locked until the transaction ends.
 */
@Injectable()
export class RunBlocks {
  /** Joins the queued run of a contract or queues one; contracts that are no longer there get none. */
  async request(
    tx: Transaction,
    wanted: readonly WantedRun[],
    trigger: RunTrigger,
    lane: Lane,
  ): Promise<ReadonlyMap<string, BlockRun>> {
    const locked = await tx.query<{ node: string }[]>(LOCK, [wanted.map(({ contract }) => contract)]);
    const live = new Set(locked.map(({ node }) => node));
    const asked = wanted.filter(({ contract }) => live.has(contract));
    if (asked.length === 0) return new Map();
    const rows = await tx.query<BlockRun[]>(REQUEST, [
      asked.map(({ contract }) => contract),
      asked.map(() => randomUUID()),
      asked.map(({ requestedBy }) => requestedBy),
      trigger,
      lane,
    ]);
    return new Map(rows.map((run) => [run.contract, run]));
  }
}

// In one order everywhere, so that blocks never wait for each other in a circle.
const LOCK = `
  select c.node::text from contract c where c.node = any($1::bigint[]) and c.live order by c.node for no key update`;

// As RunRepository's statement for one: a result at the next millisecond that none of the contract has, and its run. A run that a
// batch made is no longer its own when a schedule or a change of the asset joins it: it goes on when the batch is cancelled.
const REQUEST = `
  with wanted as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[]) w (contract, id, requested_by)),
  queued as (
    select w.contract, r.result_id from wanted w
      join validation_run r on r.contract = w.contract and r.state = 'Queued'),
  wanted_too as (
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
    select id, contract, time, 'Queued', $4::text, $5, requested_by from fresh)
  select contract::text, result_id::text as "resultId", true as joined from queued
  union all select contract::text, id::text, false from fresh`;
