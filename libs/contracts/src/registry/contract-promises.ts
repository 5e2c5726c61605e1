import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { NameCase } from '@app/datatypes';
import type { ComparedColumn, ContractColumn } from '../document/contract-document';
import type { JudgedPromise, PromiseOfColumn, StatedPromise, StoredPromises } from '../promises/promise';
import { statedPromises } from './registry';

const SCHEMA = {
  name: 'schema-of-contract',
  text: `
  select coalesce(e.body -> 'schema', e.details -> 'schema') as schema,
         case when o.node is not null
              then jsonb_build_object('document', o.document, 'object', o.object, 'baseline', o.baseline) end as stored
    from entity e left join contract_odcs o on o.node = e.node where e.node = $1 and e.deleted_by is null`,
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
  async ofValues(contract: string, nameCase: NameCase): Promise<JudgedPromise[]> {
    const [row] = await this.database.read<{ schema: readonly ContractColumn[] | null; stored: StoredPromises | null }>(
      SCHEMA,
      [contract],
    );
    return judgedPromises(promisesOfColumns(row?.schema ?? [], row?.stored ? { ...row.stored, nameCase } : undefined));
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

/** The promises that count with columns. @param stored the document that the contract was imported from */
export function promisesOfColumns(schema: readonly ComparedColumn[], stored?: StoredPromises): PromiseOfColumn[] {
  const contract = { schema: schema as readonly ContractColumn[] };
  return statedPromises({ contract, assetType: 'table', ...(stored && { stored }) }).flatMap((promise) =>
    isOfColumn(promise) && !promise.unjudged ? [promise] : [],
  );
}

/** Those of them that rows judge. */
export const judgedPromises = (promises: readonly PromiseOfColumn[]): JudgedPromise[] =>
  promises.flatMap((promise) => (promise.kind === 'partition' ? [] : [promise]));

function isOfColumn(promise: StatedPromise): promise is PromiseOfColumn {
  return ['notNull', 'unique', 'enum', 'option', 'primaryKey', 'reference', 'partition'].includes(promise.kind);
}
