import {
  query,
  recordDeletedResults,
  recordResultEvents,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { BulkEntry, PlannedResult, StoredRow } from './bulk-plan';

/** Writes of many results, each in one statement. */
@Injectable()
export class BulkWriteRepository {
  /** Inserts results; returns whether all were: none of them may have the id or the timestamp of another. */
  async add(tx: Transaction, results: readonly IdentifiedEntry[]): Promise<boolean> {
    if (results.length === 0) return true;
    const [row] = await query<{ added: number }>(tx, ADD, [
      ...places(results),
      results.map(({ id }) => id),
      results.map(({ result }) => result.status),
      results.map(({ result }) => result.body),
      results.map(({ result }) => result.details),
      results.map(({ sender }) => sender.name),
      results.map(({ replaced }) => replaced ?? null),
      results.map(originOf),
    ]);
    return row?.added === results.length;
  }

  /** Stored results that have the timestamp or the id of one of these. */
  met(tx: Transaction, entries: readonly BulkEntry[]): Promise<StoredRow[]> {
    const ids = entries.flatMap(({ result }) => result.id ?? []);
    return query<StoredRow>(tx, MET, [...places(entries), ids]);
  }

  /** @param kept the results that replace them */
  async remove(tx: Transaction, rows: readonly StoredRow[], kept: readonly PlannedResult[]): Promise<void> {
    if (rows.length === 0) return;
    const [contracts, times] = [rows.map(({ contract }) => contract), rows.map(({ timestamp }) => timestamp)];
    const there = new Set(kept.map(({ contract, result }) => `${contract.node} ${result.timestamp}`));
    // A result whose id moved to another timestamp is gone from its own. All rows of a request have one sender.
    const gone = rows.filter((row) => !there.has(`${row.contract} ${row.timestamp}`)).map(({ id }) => id);
    const sent = kept[0];
    await query(tx, REMOVE, [contracts, times, gone, sent?.sender.name ?? null, sent ? originOf(sent) : null]);
  }
}

/** A result with its assigned id. */
export type IdentifiedEntry = BulkEntry & Pick<PlannedResult, 'id' | 'replaced'>;

/** As JSON. */
function originOf({ sender }: BulkEntry): string | null {
  return sender.origin ? JSON.stringify(sender.origin) : null;
}

function places(entries: readonly BulkEntry[]): [string[], number[]] {
  return [entries.map(({ contract }) => contract.node), entries.map(({ result }) => result.timestamp)];
}

/** The status of the newest ended result before each new one `a`, also among the new ones; of a replaced one its own. */
const PREVIOUS_STATUS = `
         case when a.replaced is not null then a.replaced
              when a.earlier_at > coalesce(c.ended_at, 0) then a.earlier_status
              when a.timestamp > coalesce(c.ended_at, 0) then c.ended_status
              else (select status from (
                (select o.timestamp, o.status from contract_result o
                  where o.contract = a.contract and o.timestamp < a.timestamp and o.status not in ('Queued', 'Running')
                  order by o.timestamp desc limit 1)
                union all select a.earlier_at, a.earlier_status where a.earlier_at is not null) b
                order by b.timestamp desc limit 1) end`;

// Arrays are passed through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.
const ADD: PreparedStatement = {
  name: 'results-add',
  text: `
  with sent as materialized (
    select * from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::uuid[]), (select $4::text[]), (select $5::jsonb[]),
                         (select $6::jsonb[]), (select $7::text[]), (select $8::text[]), (select $9::jsonb[]))
        s (contract, timestamp, id, status, body, details, pushed_by, replaced, origin)),
  added as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select contract, timestamp, id, status, 'pushed', body, details from sent
    on conflict do nothing
    returning 1),
  ordered as (
    select s.*, lag(timestamp) over series as earlier_at, lag(status) over series as earlier_status,
           lead(timestamp) over series as later_at
      from sent s window series as (partition by contract order by timestamp)),
  events as (
    select a.contract, case when a.replaced is null then 'resultCreated' else 'resultUpdated' end as event_type,
           a.pushed_by as actor, a.origin, a.id, a.timestamp, a.status, ${PREVIOUS_STATUS} as previous_status,
           a.later_at is null and a.timestamp >= coalesce(c.ended_at, 0) as is_latest
      from ordered a join contract c on c.node = a.contract),
  recorded as (${recordResultEvents('events', 'r.origin')})
  select count(*)::int as added from added`,
};

const COLUMNS = `contract::text, timestamp::text, id::text, status, origin`;

const MET = `
  select ${COLUMNS} from contract_result
   where (contract, timestamp) in (select * from unnest($1::bigint[], $2::bigint[]))
  union
  select ${COLUMNS} from contract_result where id = any($3::uuid[])`;

const REMOVE = `
  with gone as (
    delete from contract_result r using unnest($1::bigint[], $2::bigint[]) s (contract, timestamp)
     where r.contract = s.contract and r.timestamp = s.timestamp returning r.*),
  deleted as (select * from gone where id = any($3::uuid[]))
  ${recordDeletedResults('deleted', '$4', '$5::jsonb')}`;
