import { randomUUID } from 'node:crypto';
import { notFound, type AppError } from '@app/common';
import { writerKey } from '@app/catalog';
import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { BulkEntry, BulkPlan, NamedEntry } from '../store/bulk-plan';
import { ContractFinder } from '../store/contract-finder';
import { storedResultJson } from '../store/result-json';
import { BulkWriteRepository, type AddedTo, type NewEntry } from '../store/bulk-write.repository';
import { SummedPushes, type SummedPush } from '../producers/summed-pushes';
import { entrySegments } from './entry-segments';

/** Attempts to plan results again if another contract has taken one of their ids meanwhile. */
const TRIES = 3;

/** Outcome of a result: its stored JSON text, or why it was refused. */
export type StoreOutcome = { readonly status: 200 | 201; readonly json: string } | { readonly error: AppError };

/** Thrown to roll back a transaction whose plan is outdated. */
class PlanOverTaken extends Error {}

/** Stores pushed results of any contracts. */
@Injectable()
export class ResultStore {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly writes: BulkWriteRepository,
    private readonly summed: SummedPushes,
  ) {}

  /** One outcome per result, in order, all in one transaction; waits for locked contracts. */
  async store(entries: readonly NamedEntry[]): Promise<StoreOutcome[]> {
    const results = needPlan(entries) ? undefined : identified(entries);
    const added =
      results && (await this.database.queuedTransaction(keysOf(entries), (tx) => this.addLast(tx, results)));
    return results && added ? outcomesOfNew(results, added) : (await this.planned(entries, WAITING)).outcomes;
  }

  /** Stores results, without those of contracts that another writer has locked or that are deleted: their outcome is undefined. */
  async storeFree(entries: readonly NamedEntry[]): Promise<(StoreOutcome | undefined)[]> {
    const results = needPlan(entries) ? undefined : identified(entries);
    const added = results && (await this.writes.addFree(this.database, results));
    const { outcomes, locked } =
      results && added ? { outcomes: outcomesOfNew(results, added), locked: added } : await this.planned(entries, FREE);
    return entries.map(({ contract }, at) => (locked.has(contract.id) ? outcomes[at] : undefined));
  }

  /** Most results are new and need no look before: the statement that adds them ends the transaction. */
  private addLast(tx: Transaction, results: readonly NewEntry[]): Promise<AddedTo> {
    const added = this.writes.add(tx, results);
    this.database.endsNow(tx);
    return added;
  }

  /**
   * Results with the same id or timestamp are replaced, as if the results were stored one after the other. Gives the ids of the contracts
   * that were locked as well.
   */
  private async planned(sent: readonly NamedEntry[], lock: Lock): Promise<Planned> {
    const entries = await this.found(sent);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.queuedTransaction(keysOf(sent), async (tx) => {
          const there = await lockedOf(tx, entries, lock);
          const plans: BulkPlan[] = [];
          for (const segment of entrySegments(there)) plans.push(...(await this.segment(tx, segment)));
          const results = plans.flatMap((plan) => plan.results);
          const refused = plans.flatMap((plan) => plan.refused);
          const locked = new Set(there.map(({ contract }) => contract.id));
          return { outcomes: outcomesOf(sent, { results, refused, removed: [] }), locked };
        });
      } catch (error) {
        if (!(error instanceof PlanOverTaken) || attempt === TRIES) throw error;
      }
    }
  }

  /** Results none of which has a producer beside others of its contract. */
  private async segment(tx: Transaction, entries: readonly BulkEntry[]): Promise<BulkPlan[]> {
    const named = entries.filter(({ result }) => result.producer !== undefined);
    if (named.length === 0) return [await this.write(tx, entries)];
    const { pushes, refused } = await this.summed.ofEntries(tx, named);
    const others = entries.filter(({ result }) => result.producer === undefined);
    const plan = await this.write(tx, [...others, ...pushes.map(({ entry }) => entry)]);
    const stored = new Set(plan.results.map(({ at }) => at));
    for (const push of pushes) if (stored.has(push.entry.at)) await this.settle(tx, push);
    return [plan, { results: [], refused, removed: [] }];
  }

  private async write(tx: Transaction, entries: readonly BulkEntry[]): Promise<BulkPlan> {
    const plan = await this.writes.put(tx, entries);
    if (!plan) throw new PlanOverTaken();
    return plan;
  }

  /** Behind the result of a push: later results that have to say it as well, and its part. */
  private async settle(tx: Transaction, push: SummedPush): Promise<void> {
    const later = push.isPart ? await this.summed.later(tx, push, push.own.producer) : undefined;
    if (later) await this.write(tx, [later]);
    await this.summed.keep(tx, push, (later ?? push.entry).result.timestamp);
  }

  /** Those of contracts that exist. */
  private async found(entries: readonly NamedEntry[]): Promise<BulkEntry[]> {
    const ids = entries.map(({ contract }) => contract.id);
    const byId = new Map((await this.contracts.ofIds([...new Set(ids)])).map((contract) => [contract.id, contract]));
    return entries.flatMap((entry) => {
      const contract = byId.get(entry.contract.id);
      return contract ? [{ ...entry, contract }] : [];
    });
  }
}

/** Outcomes in order, with the ids of the contracts that were locked. */
interface Planned {
  readonly outcomes: StoreOutcome[];
  readonly locked: ReadonlySet<string>;
}

/** Locks contracts; returns the nodes of those that exist. */
type Lock = (tx: Transaction, nodes: readonly string[]) => Promise<ReadonlySet<string>>;

async function lockedOf(tx: Transaction, entries: readonly BulkEntry[], lock: Lock): Promise<BulkEntry[]> {
  const live = await lock(tx, [...new Set(entries.map(({ contract }) => contract.node))]);
  return entries.filter(({ contract }) => live.has(contract.node));
}

const WAITING: Lock = (tx, nodes) => lockContracts(tx, nodes, { live: true });
const FREE: Lock = (tx, nodes) => lockContracts(tx, nodes, { live: true, skipLocked: true });

/**
 * Pushes to one locked contract queue without holding a connection; a bulk request waits for several contracts and
 * has one.
 */
function keysOf(entries: readonly NamedEntry[]): string[] {
  return entries.length === 1 ? entries.map(({ contract }) => writerKey('dataContract', contract)) : [];
}

/** Results that are added up with others, or that replace each other, need a look before. */
function needPlan(entries: readonly NamedEntry[]): boolean {
  return entries.some(({ result }) => result.producer !== undefined) || hasTwins(entries);
}

/** Whether two results share an id, or a contract and timestamp: then the later one replaces the other. */
function hasTwins(entries: readonly NamedEntry[]): boolean {
  const places = new Set(entries.map(({ contract, result }) => `${contract.id} ${result.timestamp}`));
  const ids = entries.flatMap(({ result }) => result.id ?? []);
  return places.size < entries.length || new Set(ids).size < ids.length;
}

function identified(entries: readonly NamedEntry[]): NewEntry[] {
  return entries.map((entry) => ({ ...entry, id: entry.result.id ?? randomUUID() }));
}

function outcomesOfNew(results: readonly NewEntry[], added: ReadonlyMap<string, string>): StoreOutcome[] {
  return results.map(({ id, contract, result }) => {
    const fqn = added.get(contract.id);
    if (fqn === undefined) return { error: notFound('dataContract', contract.id) };
    return { status: 201, json: storedResultJson({ ...result, id }, fqn) };
  });
}

function outcomesOf(entries: readonly NamedEntry[], { results, refused }: BulkPlan): StoreOutcome[] {
  const outcomes = new Map<number, StoreOutcome>();
  for (const { at, error } of refused) outcomes.set(at, { error });
  for (const { at, id, isNew, contract, result } of results)
    outcomes.set(at, { status: isNew ? 201 : 200, json: storedResultJson({ ...result, id }, contract.fqn) });
  return entries.map(({ at, contract }) => outcomes.get(at) ?? { error: notFound('dataContract', contract.id) });
}
