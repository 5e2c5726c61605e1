import { AppError, badRequest, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ContractFinder } from '../store/contract-finder';
import type { FoundContract } from '../store/contract-finder';
import { readBulkItem } from './bulk-item';
import type { BulkItem, SentRow } from './bulk-item';
import { planBulk } from './bulk-plan';
import type { BulkEntry, BulkPlan } from './bulk-plan';
import { BulkWriteRepository } from './bulk-write.repository';

/** Results of one request. */
export const MAX_ROWS = 1_000;
/** Times that a request is planned again because another contract took one of its ids meanwhile. */
const TRIES = 3;

/** What became of a row: the stored result as JSON text, or why it was refused. */
export type BulkOutcome = { readonly status: 200 | 201; readonly json: string } | { readonly error: AppError };

/** Thrown to undo a transaction whose plan no longer holds. */
class PlanOverTaken extends Error {}

/** Stores many pushed results of many contracts in few statements, all that are sound in one transaction. */
@Injectable()
export class BulkPushService {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly writes: BulkWriteRepository,
  ) {}

  /**
   * One outcome for each row, in their order. A row that is refused is refused alone.
   *
   * @throws {AppError} BAD_REQUEST for no rows, or more than 1,000: then nothing is stored
   */
  async push(actor: Actor, rows: readonly SentRow[]): Promise<BulkOutcome[]> {
    if (rows.length < 1 || rows.length > MAX_ROWS) {
      throw badRequest(`There are ${rows.length} results; 1 to ${MAX_ROWS} are allowed, and nothing was stored`);
    }
    const outcomes = new Array<BulkOutcome | undefined>(rows.length);
    const entries = await this.entries(actor, rows, outcomes);
    for (let attempt = 1; entries.length > 0; attempt++) {
      try {
        await this.database.transaction(async (tx) => {
          const live = await this.writes.lockContracts(tx, [...new Set(entries.map(({ contract }) => contract.node))]);
          const there = entries.filter(({ contract }) => live.has(contract.node));
          const plan = planBulk(there, await this.writes.met(tx, there));
          await this.writes.remove(tx, plan.removed);
          const written = await this.writes.store(tx, plan.results);
          if (written.some(({ isStored }) => !isStored)) throw new PlanOverTaken();
          for (const { at, contract } of entries) outcomes[at] = { error: notFound('dataContract', contract.id) };
          tell(outcomes, plan, written);
        });
        break;
      } catch (error) {
        if (!(error instanceof PlanOverTaken) || attempt === TRIES) throw error;
      }
    }
    return outcomes as BulkOutcome[];
  }

  /** The rows that are sound, with their contracts; the others get their outcomes. */
  private async entries(
    actor: Actor,
    rows: readonly SentRow[],
    outcomes: (BulkOutcome | undefined)[],
  ): Promise<BulkEntry[]> {
    const items = rows.map((row, at) => attempt(outcomes, at, () => readBulkItem(row)));
    const find = await this.finder(
      actor,
      items.filter((item) => item !== undefined),
    );
    return items.flatMap((item, at) => {
      const contract = item && attempt(outcomes, at, () => find(item));
      return item && contract ? [{ at, contract, result: item.result }] : [];
    });
  }

  /** Looks up all contracts in two statements. */
  private async finder(actor: Actor, items: readonly BulkItem[]): Promise<(item: BulkItem) => FoundContract> {
    const ids = new Set(items.flatMap(({ contract }) => ('id' in contract ? contract.id : [])));
    const fqns = new Set(items.flatMap(({ contract }) => ('fqn' in contract ? contract.fqn : [])));
    const [named, called] = await Promise.all([
      this.contracts.byIds(actor, [...ids], 'ManageResults'),
      this.contracts.byFqns(actor, [...fqns], 'ManageResults'),
    ]);
    const byId = new Map([...named.granted, ...named.refused].map((contract) => [contract.id, contract]));
    const byFqn = new Map([...called.granted, ...called.refused].map((contract) => [contract.fqn, contract]));
    return ({ contract }) => {
      const found = 'id' in contract ? byId.get(contract.id) : byFqn.get(contract.fqn);
      if (!found) throw notFound('dataContract', 'id' in contract ? contract.id : contract.fqn);
      this.contracts.require(actor, found, 'ManageResults');
      return found;
    };
  }
}

function tell(
  outcomes: (BulkOutcome | undefined)[],
  { results, refused }: BulkPlan,
  written: readonly { readonly at: number; readonly json: string }[],
): void {
  const texts = new Map(written.map(({ at, json }) => [at, json]));
  for (const { at, error } of refused) outcomes[at] = { error };
  for (const { at, isNew } of results) outcomes[at] = { status: isNew ? 201 : 200, json: texts.get(at)! };
}

/** What cannot be done for a row is its outcome; what is no fault of the row is none. */
function attempt<T>(outcomes: (BulkOutcome | undefined)[], at: number, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes[at] = { error };
    return undefined;
  }
}
