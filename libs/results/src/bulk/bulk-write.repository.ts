import { run, runPrepared } from '@app/database';
import type { PreparedStatement, Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { resultJson, resultParts } from '../store/result-json';
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
    return nodesOf(await runPrepared<{ node: string }>(tx, LOCK, [nodes]));
  }

  /** Those that are there and that nobody has locked. */
  async lockFree(tx: Transaction, nodes: readonly string[]): Promise<ReadonlySet<string>> {
    return nodesOf(await runPrepared<{ node: string }>(tx, LOCK_FREE, [nodes]));
  }

  /** Adds what is in nobody's way; gives what was stored by id, as it goes out. */
  async add(tx: Transaction, results: readonly IdentifiedEntry[]): Promise<ReadonlyMap<string, string>> {
    if (results.length === 0) return new Map();
    const fqns = new Map(results.map(({ id, contract }) => [id, JSON.stringify(contract.fqn)]));
    const rows = await runPrepared<AddedRow & object>(tx, ADD, [
      ...places(results),
      results.map(({ id }) => id),
      results.map(({ result }) => result.status),
      results.map(({ result }) => JSON.stringify(result.body)),
      results.map(({ result }) => JSON.stringify(result.details)),
    ]);
    return new Map(rows.map((row) => [row.id, row.head + fqns.get(row.id) + row.rest]));
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

/** A result under the id that it is to have. */
type IdentifiedEntry = BulkEntry & { readonly id: string };

/** An added result as it goes out, before and behind the FQN of its contract. */
interface AddedRow {
  readonly id: string;
  readonly head: string;
  readonly rest: string;
}

function places(entries: readonly BulkEntry[]): [string[], number[]] {
  return [entries.map(({ contract }) => contract.node), entries.map(({ result }) => result.timestamp)];
}

function nodesOf(rows: readonly { readonly node: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ node }) => node));
}

const lockText = (more: string) =>
  `select c.node::text from contract c where c.node = any($1::bigint[]) and c.live order by c.node for no key update${more}`;
const LOCK: PreparedStatement = { name: 'results-lock-contracts', text: lockText('') };
const LOCK_FREE: PreparedStatement = { name: 'results-lock-free-contracts', text: lockText(' skip locked') };

// Arrays are asked for by a select of their own: with their lengths before it PostgreSQL would plan anew each time.
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
