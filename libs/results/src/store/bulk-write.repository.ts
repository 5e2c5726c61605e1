import {
  bigintArray,
  binaryArray,
  jsonbArray,
  query,
  recordDeletedResults,
  uuidArray,
  type Database,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { planBulk, type BulkEntry, type BulkPlan, type NamedEntry, type PlannedResult } from './bulk-plan';
import { RESULT_COLUMNS, type StoredRow } from './result-write.repository';

/** FQNs of the contracts that results were added to, by id; undefined if none were, since one has the id or the timestamp of another. */
export type AddedTo = ReadonlyMap<string, string> | undefined;

/** Writes of many results, each in one statement. */
@Injectable()
export class BulkWriteRepository {
  /** Inserts results; locks their contracts, and waits for those that others have locked. */
  async add(tx: Transaction, results: readonly NewEntry[]): Promise<AddedTo> {
    return addedTo(await query<PushedRow>(tx, PUSH, valuesOf(results, true)));
  }

  /** The same as a transaction of its own, in one round trip; leaves out the results of contracts that others have locked. */
  async addFree(database: Database, results: readonly NewEntry[]): Promise<AddedTo> {
    return addedTo(await database.execute<PushedRow>([], PUSH, valuesOf(results, false)));
  }

  /**
   * Stores results of locked contracts in place of those that they replace, as if one came after the other. Undefined where another contract
   * has taken one of their ids meanwhile: then the transaction has to be rolled back.
   */
  async put(tx: Transaction, entries: readonly BulkEntry[]): Promise<BulkPlan | undefined> {
    const plan = planBulk(entries, await this.met(tx, entries));
    const kept = plan.results.filter(({ isKept }) => isKept);
    await this.remove(tx, plan.removed, kept);
    return kept.length === 0 || (await this.add(tx, kept)) ? plan : undefined;
  }

  /** Stored results that have the timestamp or the id of one of these. */
  private met(tx: Transaction, entries: readonly BulkEntry[]): Promise<StoredRow[]> {
    const contracts = entries.map(({ contract }) => contract.node);
    const times = entries.map(({ result }) => result.timestamp);
    return query<StoredRow>(tx, MET, [contracts, times, entries.flatMap(({ result }) => result.id ?? [])]);
  }

  /** @param kept the results that replace them */
  private async remove(tx: Transaction, rows: readonly StoredRow[], kept: readonly PlannedResult[]): Promise<void> {
    if (rows.length === 0) return;
    const [contracts, times] = [rows.map(({ contract }) => contract), rows.map(({ timestamp }) => timestamp)];
    const there = new Set(kept.map(({ contract, result }) => `${contract.node} ${result.timestamp}`));
    // A result whose id moved to another timestamp is gone from its own. All rows of a request have one sender.
    const gone = rows.filter((row) => !there.has(`${row.contract} ${row.timestamp}`)).map(({ id }) => id);
    const sent = kept[0];
    await query(tx, REMOVE, [contracts, times, gone, sent?.sender.name ?? null, sent ? originOf(sent.sender) : null]);
  }
}

/** A result with its assigned id. */
export type NewEntry = NamedEntry & Pick<PlannedResult, 'id' | 'replaced'>;

/** The origin of the request, as JSON. */
function originOf({ origin }: NamedEntry['sender']): string | null {
  return origin ? JSON.stringify(origin) : null;
}

/** Ids and FQNs of the contracts; null if a result has the id or the timestamp of another one: then nothing was added. */
interface PushedRow {
  readonly ids: readonly string[] | null;
  readonly fqns: readonly string[] | null;
}

const PUSH: PreparedStatement = {
  name: 'results-push',
  text: `select contract_ids as ids, contract_fqns as fqns from push_results($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

function valuesOf(results: readonly NewEntry[], waits: boolean): unknown[] {
  const senders = alike(results.map(({ sender }) => sender));
  return [
    uuidArray(results.map(({ contract }) => contract.id)),
    bigintArray(results.map(({ result }) => result.timestamp)),
    uuidArray(results.map(({ id }) => id)),
    textArray(results.map(({ result }) => result.status)),
    jsonbArray(results.map(({ result }) => result.body)),
    jsonbArray(alike(results.map(({ result }) => result.details))),
    textArray(senders.map(({ name }) => name)),
    textArray(results.map(({ replaced }) => replaced ?? null)),
    jsonbArray(senders.map(originOf)),
    waits,
  ];
}

const textArray = (texts: readonly (string | null)[]): Buffer => binaryArray('text', texts);

/** One value for all where they are the same. */
function alike<Value>(values: readonly Value[]): readonly Value[] {
  const [first] = values;
  return values.every((value) => value === first) ? values.slice(0, 1) : values;
}

function addedTo([row]: readonly PushedRow[]): AddedTo {
  const { ids, fqns } = row ?? {};
  return ids && fqns ? new Map(ids.map((id, at) => [id, fqns[at] as string])) : undefined;
}

const MET = `
  select ${RESULT_COLUMNS} from contract_result
   where (contract, timestamp) in (select * from unnest($1::bigint[], $2::bigint[]))
  union
  select ${RESULT_COLUMNS} from contract_result where id = any($3::uuid[])`;

const REMOVE = `
  with gone as (
    delete from contract_result r using unnest($1::bigint[], $2::bigint[]) s (contract, timestamp)
     where r.contract = s.contract and r.timestamp = s.timestamp returning r.*),
  deleted as (select * from gone where id = any($3::uuid[]))
  ${recordDeletedResults('deleted', '$4', '$5::jsonb')}`;
