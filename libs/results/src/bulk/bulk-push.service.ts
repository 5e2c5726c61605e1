import { AppError, badRequest, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { ContractFinder } from '../store/contract-finder';
import type { FoundContract } from '../store/contract-finder';
import { readBulkItem } from './bulk-item';
import type { BulkItem, SentRow } from './bulk-item';
import type { BulkEntry } from './bulk-plan';
import { ResultStore } from './result-store';
import type { StoreOutcome } from './result-store';

/** Maximum number of results per request. */
export const MAX_ROWS = 1_000;
/** Outcome of a row: the stored result as JSON text, or why it was refused. */
export type BulkOutcome = StoreOutcome;

/** Stores many pushed results of many contracts in few statements; all valid ones in one transaction. */
@Injectable()
export class BulkPushService {
  constructor(
    private readonly contracts: ContractFinder,
    private readonly store: ResultStore,
  ) {}

  /**
   * One outcome per row, in order. An invalid row does not affect the others.
   *
   * @throws {AppError} BAD_REQUEST for no rows, or more than 1,000: then nothing is stored
   */
  async push(actor: Actor, rows: readonly SentRow[]): Promise<BulkOutcome[]> {
    if (rows.length < 1 || rows.length > MAX_ROWS) {
      throw badRequest(`There are ${rows.length} results; 1 to ${MAX_ROWS} are allowed, and nothing was stored`);
    }
    const outcomes = new Array<BulkOutcome | undefined>(rows.length);
    const entries = await this.entries(actor, rows, outcomes);
    const stored = entries.length > 0 ? await this.store.store(entries) : [];
    entries.forEach(({ at }, index) => (outcomes[at] = stored[index]));
    return outcomes as BulkOutcome[];
  }

  /** The valid rows with their contracts; the outcomes of the others are recorded. */
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

/** Records an AppError as the outcome of the row; rethrows any other error. */
function attempt<T>(outcomes: (BulkOutcome | undefined)[], at: number, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes[at] = { error };
    return undefined;
  }
}
