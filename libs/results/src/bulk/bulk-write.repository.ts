import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { resultJson, resultParts } from '../store/result-json';
import type { BulkEntry, PlannedResult, StoredRow } from './bulk-plan';

/** The stored form of a planned result. */
export interface WrittenRow {
  readonly at: number;
  /** JSON text as it is returned. */
  readonly json: string;
  /** False if another contract has taken the id since the plan was made. */
  readonly isStored: boolean;
}

/** Writes of many results, each in one statement. */
@Injectable()
export class BulkWriteRepository {
  /** Inserts results that do not conflict; returns the JSON text of the stored ones by id. */
  async add(tx: Transaction, results: readonly IdentifiedEntry[]): Promise<ReadonlyMap<string, string>> {
    if (results.length === 0) return new Map();
    const fqns = new Map(results.map(({ id, contract }) => [id, JSON.stringify(contract.fqn)]));
    const rows = await query<AddedRow & object>(tx, ADD, [
      ...places(results),
      results.map(({ id }) => id),
      results.map(({ result }) => result.status),
      results.map(({ result }) => JSON.stringify(result.body)),
      results.map(({ result }) => JSON.stringify(result.details)),
    ]);
    return new Map(rows.map((row) => [row.id, row.head + fqns.get(row.id) + row.rest]));
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

  /** Stores results that are not replaced within the request; returns the JSON text of all. */
  store(tx: Transaction, results: readonly PlannedResult[]): Promise<WrittenRow[]> {
    return query<WrittenRow>(tx, STORE, [
      results.map(({ at }) => at),
      ...places(results),
      results.map(({ contract }) => JSON.stringify(contract.fqn)),
      results.map(({ id }) => id),
      results.map(({ result }) => result.status),
      results.map(({ result }) => JSON.stringify(result.body)),
      results.map(({ result }) => JSON.stringify(result.details)),
      results.map(({ isKept }) => isKept),
    ]);
  }
}

/** A result with its assigned id. */
type IdentifiedEntry = BulkEntry & { readonly id: string };

/** JSON text of an added result, before and after the FQN of its contract. */
interface AddedRow {
  readonly id: string;
  readonly head: string;
  readonly rest: string;
}

function places(entries: readonly BulkEntry[]): [string[], number[]] {
  return [entries.map(({ contract }) => contract.node), entries.map(({ result }) => result.timestamp)];
}

// Arrays are passed through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.
const ADD: PreparedStatement = {
  name: 'results-add',
  text: `
  insert into contract_result as r (contract, timestamp, id, status, origin, body, details)
  select contract, timestamp, id, status, 'pushed', body, details
    from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::uuid[]), (select $4::text[]), (select $5::jsonb[]),
                (select $6::jsonb[]))
      s (contract, timestamp, id, status, body, details)
  on conflict do nothing
  returning id::text, ${resultParts('r', false).head} as head, ${resultParts('r', false).rest} as rest`,
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

const STORE = `
  with sent as (
    select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::jsonb[], $8::jsonb[],
                         $9::boolean[]) s (at, contract, timestamp, fqn, id, status, body, details, kept)),
  stored as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select contract, timestamp, id, status, 'pushed', body, details from sent where kept
    on conflict do nothing returning id)
  select at, ${resultJson('s', 's.fqn', false)} as json,
         not kept or exists (select 1 from stored where stored.id = s.id) as "isStored"
    from sent s order by at`;
