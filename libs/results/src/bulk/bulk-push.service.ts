import { AppError, notFound, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { ContractFinder, type NamedContract, type SortedContracts } from '../store/contract-finder';
import { resultDocument, type ResultDocument, type SentBulkResult } from '../document/result-document';
import type { NamedEntry } from '../store/bulk-plan';
import { ResultStore, type StoreOutcome } from './result-store';

/** Maximum number of results per request. */
export const MAX_ROWS = 1_000;
const NONE: SortedContracts = { granted: [], refused: [] };

/** A row; whether its contract exists is checked later. */
interface BulkItem {
  readonly contract: { readonly id: string } | { readonly fqn: string };
  readonly result: ResultDocument;
}

/** Stores many pushed results of many contracts in few statements. */
@Injectable()
export class BulkPushService {
  constructor(
    private readonly contracts: ContractFinder,
    private readonly store: ResultStore,
  ) {}

  /**
   * One outcome per row, in order. A row that is refused does not affect the others. If the batch fails, nothing of it is stored.
   *
   * @param rows what is stored, or why a row is refused
   */
  async push(actor: Actor, rows: readonly (SentBulkResult | AppError)[]): Promise<StoreOutcome[]> {
    const outcomes = new Array<StoreOutcome | undefined>(rows.length);
    const entries = await this.entries(actor, rows, outcomes);
    const stored = entries.length > 0 ? await this.store.store(entries) : [];
    entries.forEach(({ at }, index) => (outcomes[at] = stored[index]));
    return outcomes as StoreOutcome[];
  }

  /** The valid rows with their contracts; the outcomes of the others are recorded. */
  private async entries(
    actor: Actor,
    rows: readonly (SentBulkResult | AppError)[],
    outcomes: (StoreOutcome | undefined)[],
  ): Promise<NamedEntry[]> {
    const items = rows.map((row, at) => attempt(outcomes, at, () => itemOf(row)));
    const valid = items.filter((item) => item !== undefined);
    const find = await this.finder(actor, valid);
    return items.flatMap((item, at) => {
      const contract = item && attempt(outcomes, at, () => find(item));
      return item && contract ? [{ at, contract, result: item.result, sender: actor }] : [];
    });
  }

  /** Looks up all contracts in two statements; those named by id are not looked for where the actor may push to all. */
  private async finder(actor: Actor, items: readonly BulkItem[]): Promise<(item: BulkItem) => NamedContract> {
    const mayAll = this.contracts.mayAll(actor, 'ManageResults');
    const ids = new Set(items.flatMap(({ contract }) => ('id' in contract && !mayAll ? contract.id : [])));
    const fqns = new Set(items.flatMap(({ contract }) => ('fqn' in contract ? contract.fqn : [])));
    const [named, called] = await Promise.all([
      ids.size > 0 ? this.contracts.byIds(actor, [...ids], 'ManageResults') : NONE,
      fqns.size > 0 ? this.contracts.byFqns(actor, [...fqns], 'ManageResults') : NONE,
    ]);
    const byId = new Map([...named.granted, ...named.refused].map((contract) => [contract.id, contract]));
    const byFqn = new Map([...called.granted, ...called.refused].map((contract) => [contract.fqn, contract]));
    return ({ contract }) => {
      if (mayAll && 'id' in contract) return contract;
      const found = 'id' in contract ? byId.get(contract.id) : byFqn.get(contract.fqn);
      if (!found) throw notFound('dataContract', 'id' in contract ? contract.id : contract.fqn);
      this.contracts.require(actor, found, 'ManageResults');
      return found;
    };
  }
}

/** @throws {AppError} what the row was refused for */
function itemOf(row: SentBulkResult | AppError): BulkItem {
  if (row instanceof AppError) throw row;
  const { contractId, contractFQN, ...sent } = row;
  const contract = contractId === undefined ? { fqn: contractFQN ?? '' } : { id: contractId };
  return { contract, result: resultDocument(sent) };
}

/** Records an AppError as the outcome of the row; rethrows any other error. */
function attempt<T>(outcomes: (StoreOutcome | undefined)[], at: number, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes[at] = { error };
    return undefined;
  }
}
