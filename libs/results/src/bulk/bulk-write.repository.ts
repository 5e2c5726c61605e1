import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { resultJson } from '../store/result-json';
import type { BulkEntry, PlannedResult, StoredRow } from './bulk-plan';

/** What was stored of a planned result. */
export interface WrittenRow {
  readonly at: number;
  /** As it goes out. */
  readonly json: string;
  /** False where the id was taken by another contract since the plan was made. */
  readonly isStored: boolean;
}

/** Writes of many results, each in one statement for all of them. */
@Injectable()
export class BulkWriteRepository {
  /** In one order everywhere, so that two requests never wait for each other in a circle. Gives those that are there. */
  async lockContracts(tx: Transaction, nodes: readonly string[]): Promise<ReadonlySet<string>> {
    const text = `select node::text from contract where node = any($1::bigint[]) and live order by node for no key update`;
    return new Set((await run<{ node: string }>(tx, text, [nodes])).map(({ node }) => node));
  }

  /** Every stored result that has the timestamp or the id of one of these. */
  met(tx: Transaction, entries: readonly BulkEntry[]): Promise<StoredRow[]> {
    const ids = entries.flatMap(({ result }) => result.id ?? []);
    return run<StoredRow>(tx, MET, [...places(entries), ids]);
  }

  async remove(tx: Transaction, rows: readonly StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    await run(tx, REMOVE, [rows.map(({ contract }) => contract), rows.map(({ timestamp }) => timestamp)]);
  }

  /** Stores those that are kept; gives all as they would have gone out. */
  store(tx: Transaction, results: readonly PlannedResult[]): Promise<WrittenRow[]> {
    return run<WrittenRow>(tx, STORE, [
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

function places(entries: readonly BulkEntry[]): [string[], number[]] {
  return [entries.map(({ contract }) => contract.node), entries.map(({ result }) => result.timestamp)];
}

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
