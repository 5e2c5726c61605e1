import type { EntityDocument, EntityDraft, EntityObserver } from '@app/catalog';
import { isObject, type Actor } from '@app/common';
import { assetColumns, isInForce, type AssetColumns } from '@app/contracts';
import { CRAWLER, READING } from '@app/data';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { RunRepository } from './request/run.repository';

const IN_FORCE = `
  select c.node::text from contract c where c.asset = $1 and c.live and ${isInForce('c')}
     and not exists (
       select from validation_run v join data_run r on r.for_result = v.result_id where v.contract = c.node and r.id::text = $2)`;

/**
 * A write that changes the columns of an asset requests a validation of its contract in force. The run is created in
 * the transaction of the write, so both commit or roll back together; workers are woken with the commit. What is written by a reading for the contract
 * itself is what that validation is about to judge.
 */
@Injectable()
export class SchemaDrift implements EntityObserver {
  constructor(private readonly runs: RunRepository) {}

  concerns(draft: EntityDraft, previous: EntityDocument): boolean {
    const [was, is] = [previous, draft.attributes].map((asset) => assetColumns(draft.entityType.type, asset));
    return changesColumns(was, is);
  }

  async changed(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<void> {
    const contracts = await query<{ node: string }>(tx, IN_FORCE, [draft.node, readingOf(actor)]);
    const wanted = contracts.map(({ node }) => ({ contract: node, requestedBy: actor.name }));
    await this.runs.request(tx, wanted, { trigger: 'schemaChange', lane: 'batch', evidence: 'stored' });
  }
}

/** The id of the reading that writes, if it is one: no one else writes as that user. */
const readingOf = ({ name, origin }: Actor): string | null =>
  name === CRAWLER && origin?.route === READING ? origin.requestId : null;

/** Column attributes that a contract's schema is validated against; descriptions and tags of columns are excluded. */
const COMPARED: ReadonlySet<string> = new Set([
  'columns',
  'children',
  'name',
  'dataType',
  'dataTypeDisplay',
  'arrayDataType',
  'dataLength',
  'precision',
  'scale',
  'constraint',
  'tableConstraints',
  'constraintType',
]);

/** Whether columns differ in attributes relevant to contracts, including their order. */
export function changesColumns(was: AssetColumns | undefined, is: AssetColumns | undefined): boolean {
  return !isSame(was, is);
}

function isSame(was: unknown, is: unknown): boolean {
  if (was === is) return true;
  if (Array.isArray(was) && Array.isArray(is))
    return was.length === is.length && was.every((element, at) => isSame(element, is[at]));
  if (!isObject(was) || !isObject(is)) return false;
  for (const name in was) if (COMPARED.has(name) && !isSame(was[name], is[name])) return false;
  for (const name in is) if (COMPARED.has(name) && was[name] === undefined && is[name] !== undefined) return false;
  return true;
}
