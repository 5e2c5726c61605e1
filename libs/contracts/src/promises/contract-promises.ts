import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ComparedColumn, ContractColumn } from '../document/contract-document';
import type { StoredPromises } from './kinds/stored-document';
import type { JudgedPromise } from './promise';
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

/** Finds promises of stored contracts. */
@Injectable()
export class ContractPromises {
  constructor(private readonly database: Database) {}

  /** The promises about values of a contract (a node) as it is now, without those that no check exists for. */
  async ofValues(contract: string): Promise<JudgedPromise[]> {
    const [row] = await this.database.read<{ schema: readonly ContractColumn[] | null }>(SCHEMA, [contract]);
    return judgedPromises(row?.schema ?? []);
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
