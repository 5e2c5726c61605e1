import { randomUUID } from 'node:crypto';
import { notFound, type AppError } from '@app/common';
import { writerKey } from '@app/catalog';
import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { planBulk, type BulkEntry, type BulkPlan } from './bulk-plan';
import { storedResultJson } from '../store/result-json';
import { BulkWriteRepository, type IdentifiedEntry } from './bulk-write.repository';

/** Attempts to plan results again if another contract has taken one of their ids meanwhile. */
const TRIES = 3;

/** Outcome of a result: its stored JSON text, or why it was refused. */
export type StoreOutcome = { readonly status: 200 | 201; readonly json: string } | { readonly error: AppError };

/** Thrown to roll back a transaction whose plan is outdated. */
class PlanOverTaken extends Error {}

/** Stores pushed results of any contracts; all valid ones in one transaction. */
@Injectable()
export class ResultStore {
  constructor(
    private readonly database: Database,
    private readonly writes: BulkWriteRepository,
  ) {}

  /** One outcome per result, in order; waits for locked contracts. */
  async store(entries: readonly BulkEntry[]): Promise<StoreOutcome[]> {
    return this.stored(entries, (tx, nodes) => lockContracts(tx, nodes, { live: true }));
  }

  /** As `store`, but skips results of contracts that another writer has locked; their outcome is undefined. */
  async storeFree(entries: readonly BulkEntry[]): Promise<(StoreOutcome | undefined)[]> {
    let free: ReadonlySet<string> = new Set();
    const lock = async (tx: Transaction, nodes: readonly string[]): Promise<ReadonlySet<string>> =>
      (free = await lockContracts(tx, nodes, { live: true, skipLocked: true }));
    const outcomes = await this.stored(entries, lock);
    return entries.map(({ contract }, at) => (free.has(contract.node) ? outcomes[at] : undefined));
  }

  private async stored(entries: readonly BulkEntry[], lock: Lock): Promise<StoreOutcome[]> {
    if (hasTwins(entries)) return this.planned(entries, lock);
    try {
      return await this.database.queuedTransaction(keysOf(entries), (tx) => this.added(tx, entries, lock));
    } catch (error) {
      if (error instanceof PlanOverTaken) return this.planned(entries, lock);
      throw error;
    }
  }

  /** Fast path: most results are new and need no preceding lookup. */
  private async added(tx: Transaction, entries: readonly BulkEntry[], lock: Lock): Promise<StoreOutcome[]> {
    const there = await locked(tx, entries, lock);
    const results = there.map((entry) => ({ ...entry, id: entry.result.id ?? randomUUID() }));
    if (!(await this.writes.add(tx, results))) throw new PlanOverTaken();
    const stored = new Map(results.map((result) => [result.at, result]));
    return entries.map(({ at, contract }) => {
      const result = stored.get(at);
      return result ? { status: 201, json: jsonOf(result) } : { error: notFound('dataContract', contract.id) };
    });
  }

  /** Results with the same id or timestamp are replaced, as if the results were stored one after the other. */
  private async planned(entries: readonly BulkEntry[], lock: Lock): Promise<StoreOutcome[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.queuedTransaction(keysOf(entries), async (tx) => {
          const there = await locked(tx, entries, lock);
          const plan = planBulk(there, await this.writes.met(tx, there));
          const kept = plan.results.filter(({ isKept }) => isKept);
          await this.writes.remove(tx, plan.removed, kept);
          if (!(await this.writes.add(tx, kept))) throw new PlanOverTaken();
          return outcomesOf(entries, plan);
        });
      } catch (error) {
        if (!(error instanceof PlanOverTaken) || attempt === TRIES) throw error;
      }
    }
  }
}

/** Locks contracts; returns the nodes of those that exist. */
type Lock = (tx: Transaction, nodes: readonly string[]) => Promise<ReadonlySet<string>>;

async function locked(tx: Transaction, entries: readonly BulkEntry[], lock: Lock): Promise<BulkEntry[]> {
  const live = await lock(tx, [...new Set(entries.map(({ contract }) => contract.node))]);
  return entries.filter(({ contract }) => live.has(contract.node));
}

/**
 * Pushes to one locked contract queue without holding a connection; a bulk request waits for several contracts and
 * holds one.
 */
function keysOf(entries: readonly BulkEntry[]): string[] {
  return entries.length === 1 ? entries.map(({ contract }) => writerKey('dataContract', contract)) : [];
}

/** Whether two results share an id, or a contract and timestamp: then the later one replaces the other. */
function hasTwins(entries: readonly BulkEntry[]): boolean {
  const places = new Set(entries.map(({ contract, result }) => `${contract.node} ${result.timestamp}`));
  const ids = entries.flatMap(({ result }) => result.id ?? []);
  return places.size < entries.length || new Set(ids).size < ids.length;
}

function outcomesOf(entries: readonly BulkEntry[], { results, refused }: BulkPlan): StoreOutcome[] {
  const outcomes = new Map<number, StoreOutcome>();
  for (const { at, error } of refused) outcomes.set(at, { error });
  for (const result of results) outcomes.set(result.at, { status: result.isNew ? 201 : 200, json: jsonOf(result) });
  return entries.map(({ at, contract }) => outcomes.get(at) ?? { error: notFound('dataContract', contract.id) });
}

function jsonOf({ id, contract, result }: IdentifiedEntry): string {
  return storedResultJson({ ...result, id }, contract.fqn);
}
