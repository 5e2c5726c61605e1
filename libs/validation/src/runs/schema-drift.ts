import { randomUUID } from 'node:crypto';
import type { EntityDocument, EntityDraft, EntityObserver } from '@app/catalog';
import { isObject, type Actor } from '@app/common';
import { assetColumns, isInForce, type AssetColumns } from '@app/contracts';
import { Database, query, type Transaction } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { RunRepository } from './request/run.repository';
import { RunDispatcher } from './run-dispatcher';

const IN_FORCE = `
  select c.node::text from contract c where c.asset = $1 and c.live and ${isInForce('c')}`;

/** Notification channel for runs created in the transaction of a write; notifications arrive after the commit. */
const CHANNEL = 'validation_drift';

interface DriftNotice {
  /** The process that created the run; only that process sends the job. */
  readonly by: string;
  readonly contract: string;
  readonly resultId: string;
}

/**
 * A write that changes the columns of an asset requests a validation of its contract in force. The run is created in
 * the transaction of the write, so both commit or roll back together; its job is sent when the database notifies of
 * the commit.
 */
@Injectable()
export class SchemaDrift implements EntityObserver {
  private readonly log = new Logger(SchemaDrift.name);
  private readonly self = randomUUID();
  private listening: Promise<unknown> | undefined;

  constructor(
    private readonly database: Database,
    private readonly runs: RunRepository,
    private readonly dispatcher: RunDispatcher,
  ) {}

  async changed(tx: Transaction, actor: Actor, draft: EntityDraft, previous: EntityDocument): Promise<void> {
    const [was, is] = [previous, draft.attributes].map((asset) => assetColumns(draft.entityType.type, asset));
    if (!changesColumns(was, is)) return;
    const contracts = await query<{ node: string }>(tx, IN_FORCE, [draft.node]);
    const wanted = contracts.map(({ node }) => ({ contract: node, requestedBy: actor.name }));
    if (wanted.length === 0) return;
    await this.listen();
    const runs = await this.runs.request(tx, wanted, 'schemaChange', 'batch');
    for (const { contract, resultId, joined } of runs.values()) {
      const notice: DriftNotice = { by: this.self, contract, resultId };
      if (!joined) await query(tx, `select pg_notify($1, $2)`, [CHANNEL, JSON.stringify(notice)]);
    }
  }

  /** Without the listener the reconciler finds the run two seconds later. */
  private async listen(): Promise<void> {
    const missed = (): void => undefined;
    this.listening ??= this.database.listen(CHANNEL, (payload) => void this.hear(payload), missed);
    try {
      await this.listening;
    } catch (error) {
      this.listening = undefined;
      this.log.warn(`jobs of schema changes are left to the reconciler: ${(error as Error).message}`);
    }
  }

  private async hear(payload: string): Promise<void> {
    const { by, contract, resultId } = JSON.parse(payload) as DriftNotice;
    if (by === this.self) await this.dispatcher.dispatch({ contract, resultId, lane: 'batch' });
  }
}

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
