import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ComparedColumn, ContractColumn } from '../document/contract-document';
import type { JudgedPromise, StoredPromises } from './promise';
import { statedPromises } from './registry';

const SCHEMA = {
  name: 'schema-of-contract',
  text: `
  select coalesce(e.body -> 'schema', e.details -> 'schema') as schema
    from entity e where e.node = $1 and e.deleted_by is null`,
};

const DOCUMENT = {
  name: 'promises-of-document',
  text: `select o.document, o.object, o.baseline from contract_odcs o where o.node = $1`,
};

// One that began later stays.
const STORE = `
  insert into contract_promise (contract, timestamp, outcomes)
  select e.node, $2::bigint, $3::jsonb from entity e where e.node = $1
  on conflict (contract) do update set timestamp = excluded.timestamp, outcomes = excluded.outcomes
   where contract_promise.timestamp <= excluded.timestamp`;

/** Finds promises of stored contracts. */
@Injectable()
export class ContractPromises {
  constructor(private readonly database: Database) {}

  /** The promises about values of a contract (a node) as it is now, without those that no check exists for. */
  async ofValues(contract: string): Promise<JudgedPromise[]> {
    const [row] = await this.database.read<{ schema: readonly ContractColumn[] | null }>(SCHEMA, [contract]);
    return judgedPromises(row?.schema ?? []);
  }

  /** Stores what a reading found of the promises of a contract (a node). @param begin of the reading, in epoch ms */
  async store(tx: Transaction, contract: string, begin: number, outcomes: readonly object[]): Promise<void> {
    await query(tx, STORE, [contract, begin, JSON.stringify(outcomes)]);
  }

  /** The document that a contract (a node) was imported from. */
  async document(contract: string): Promise<StoredPromises | undefined> {
    return (await this.database.read<StoredPromises & object>(DOCUMENT, [contract]))[0];
  }
}

/** The promises about values that rows judge. */
export function judgedPromises(schema: readonly ComparedColumn[]): JudgedPromise[] {
  return statedPromises({ contract: { schema: schema as readonly ContractColumn[] }, assetType: 'table' }).flatMap(
    (promise) => (isJudged(promise) && !promise.unjudged ? [promise] : []),
  );
}

const isJudged = (promise: ReturnType<typeof statedPromises>[number]): promise is JudgedPromise =>
  ['notNull', 'unique', 'enum', 'option', 'primaryKey'].includes(promise.kind);
