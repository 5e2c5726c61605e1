import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { BulkEntry, StoredRow } from './bulk-plan';

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
    ]);
    return row?.added === results.length;
  }

  /** Stored results that have the timestamp or the id of one of these. */
  met(tx: Transaction, entries: readonly BulkEntry[]): Promise<StoredRow[]> {
    const ids = entries.flatMap(({ result }) => result.id ?? []);
    return query<StoredRow>(tx, MET, [...places(entries), ids]);
  }

  async remove(tx: Transaction, rows: readonly StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    await query(tx, REMOVE, [rows.map(({ contract }) => contract), rows.map(({ timestamp }) => timestamp)]);
  }
}

/** A result with its assigned id. */
export type IdentifiedEntry = BulkEntry & { readonly id: string };

function places(entries: readonly BulkEntry[]): [string[], number[]] {
  return [entries.map(({ contract }) => contract.node), entries.map(({ result }) => result.timestamp)];
}

// Arrays are passed through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.
const ADD: PreparedStatement = {
  name: 'results-add',
  text: `
  with added as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select contract, timestamp, id, status, 'pushed', body, details
      from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::uuid[]), (select $4::text[]), (select $5::jsonb[]),
                  (select $6::jsonb[]))
        s (contract, timestamp, id, status, body, details)
    on conflict do nothing
    returning 1)
  select count(*)::int as added from added`,
};

const COLUMNS = `contract::text, timestamp::text, id::text, origin`;

const MET = `
  select ${COLUMNS} from contract_result
   where (contract, timestamp) in (select * from unnest($1::bigint[], $2::bigint[]))
  union
  select ${COLUMNS} from contract_result where id = any($3::uuid[])`;

const REMOVE = `
  delete from contract_result r using unnest($1::bigint[], $2::bigint[]) gone (contract, timestamp)
   where r.contract = gone.contract and r.timestamp = gone.timestamp`;
