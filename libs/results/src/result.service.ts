import { writerKey } from '@app/catalog';
import { AppError, conflict, KeysetPages, Batcher, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Database, isOfAValue, LargeReads, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { NamedEntry } from './store/bulk-plan';
import { ResultStore, type StoreOutcome } from './bulk/result-store';
import { isTerminal } from './document/execution-status';
import { resultDocument, type SentResult } from './document/result-document';
import { resultList, type ResultListQuery } from './result-list';
import { ResultPager } from './result-pager';
import { deleteInBatches } from './retention/delete-in-batches';
import { PartRepository } from './producers/part.repository';
import { keptPart } from './producers/producer-part';
import { shownPart } from './producers/sum-parts';
import { ContractFinder, type FoundContract } from './store/contract-finder';
import { ResultWriteRepository, type StoredRow } from './store/result-write.repository';
import type { ResultParts } from './store/result-json';
import { ResultRepository } from './store/result.repository';

export interface StoredResult {
  readonly json: string;
  /** True if the result is new, false if it replaced another. */
  readonly isNew: boolean;
}

/**
 * Group commit: pushes that arrive while a transaction is active share the next one, because the commit takes longer
 * than the rest.
 */
const TOGETHER = { most: 64, atOnce: 1, isOnes: isOfAValue };

type Push = Pick<NamedEntry, 'contract' | 'result' | 'sender'>;

/** The result history of contracts. Responses are JSON text, ready to send. */
@Injectable()
export class ResultService {
  private readonly pushing = new Batcher((pushes: readonly Push[]) => this.storeAll(pushes), TOGETHER);

  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly results: ResultRepository,
    private readonly writes: ResultWriteRepository,
    private readonly store: ResultStore,
    private readonly pages: KeysetPages,
    private readonly large: LargeReads,
    private readonly parts: PartRepository,
  ) {}

  /** Stores a result from an external source; a result with the same id or the same timestamp is replaced. */
  async push(actor: Actor, contractId: string, sent: SentResult): Promise<StoredResult> {
    const result = resultDocument(sent);
    const contract = await this.contracts.named(actor, contractId, 'ManageResults');
    const push = { contract, result, sender: actor };
    // One that is added up reads under the lock what others have pushed, and waits for it alone.
    const outcome = result.producer === undefined ? await this.pushing.ask(push) : await this.alone({ ...push, at: 0 });
    if ('error' in outcome) throw outcome.error;
    return { json: outcome.json, isNew: outcome.status === 201 };
  }

  /** One text, or pieces if the list is long, sent while it is read. The first piece has been read already. @throws {AppError} SERVICE_UNAVAILABLE */
  async list(actor: Actor, contractId: string, query: ResultListQuery): Promise<string | AsyncIterable<string>> {
    const list = resultList(contractId, query, this.pages);
    return new ResultPager(this.contracts, this.results, this.large, actor, contractId, list, query).begun();
  }

  async latest(actor: Actor, contractId: string, parts: ResultParts = 'body'): Promise<string> {
    const contract = await this.contracts.byId(actor, contractId, 'ViewBasic');
    const result = await this.results.newestOf(contract, parts);
    if (!result) throw noResult(`No result for data contract ${contractId}`);
    return result.json;
  }

  async byId(actor: Actor, contractId: string, id: string, parts: ResultParts = 'body'): Promise<string> {
    const contract = await this.contracts.byId(actor, contractId, 'ViewBasic');
    const result = await this.results.byId(contract, id, parts);
    if (!result) throw notFound('dataContractResult', id);
    return result.json;
  }

  async byTimestamp(actor: Actor, contractId: string, timestamp: number, parts: ResultParts = 'body'): Promise<string> {
    const contract = await this.contracts.byId(actor, contractId, 'ViewBasic');
    const result = await this.results.byTimestamp(contract, timestamp, parts);
    if (!result) throw notFound('dataContractResult', String(timestamp));
    return result.json;
  }

  /** Returns the deleted result. @throws {AppError} NOT_FOUND; CONFLICT for an open run */
  async delete(actor: Actor, contractId: string, timestamp: number): Promise<string> {
    const contract = await this.contracts.byId(actor, contractId, 'ManageResults');
    return this.change(actor, contract, async (tx) => {
      const result = await this.writes.atTimestamp(tx, contract.node, timestamp);
      if (!result) throw notFound('dataContractResult', String(timestamp));
      refuseOpenRun(result);
      await this.parts.endPlaced(tx, contract.node, timestamp, timestamp);
      return (await this.writes.take(tx, contract, timestamp, actor.name))!;
    });
  }

  /** Deletes strictly older results, except open runs; returns how many. */
  async deleteBefore(actor: Actor, contractId: string, timestamp: number): Promise<number> {
    const contract = await this.contracts.byId(actor, contractId, 'ManageResults');
    const { node } = contract;
    return deleteInBatches((from, limit) =>
      this.change(actor, contract, async (tx) => {
        await this.parts.endPlaced(tx, node, 0, timestamp - 1);
        return this.writes.removeOldest(tx, { node, from, before: timestamp, limit, actorName: actor.name });
      }),
    );
  }

  /**
   * Ends the part of a producer: the next result does not count it any more. Results that are stored stay as they are. Returns what the part
   * said. @throws {AppError} NOT_FOUND where the producer has none
   */
  async deleteProducer(actor: Actor, contractId: string, producer: string): Promise<string> {
    const contract = await this.contracts.byId(actor, contractId, 'ManageResults');
    return this.change(actor, contract, async (tx) => {
      const { parts } = (await this.parts.known(tx, [contract.node])).get(contract.node)!;
      const part = parts.find((one) => one.producer === producer && one.isLive);
      if (!part) throw noResult(`No part of producer ${JSON.stringify(producer)} for data contract ${contractId}`);
      await this.parts.keep(tx, [{ ...part, ...keptPart(part), contract: contract.node }], true);
      const before = shownPart(part);
      const to = { nodes: [contract.node] };
      await recordAction(tx, { action: 'producerDeleted', actor: actor.name, to, before });
      return JSON.stringify({ dataContractFQN: contract.fqn, ...before });
    });
  }

  /** Stores pushes of several callers in one transaction; pushes to locked contracts get a transaction each. */
  private async storeAll(pushes: readonly Push[]): Promise<(StoreOutcome | Promise<StoreOutcome>)[]> {
    const entries = pushes.map((push, at) => ({ ...push, at }));
    const outcomes = await this.store.storeFree(entries);
    return entries.map((entry, at) => outcomes[at] ?? this.alone(entry));
  }

  private async alone(entry: NamedEntry): Promise<StoreOutcome> {
    return (await this.store.store([entry]))[0]!;
  }

  /** Works on the results of a locked contract: one writer after the other. @throws {AppError} NOT_FOUND where it is gone by now */
  private change<T>({ origin }: Actor, contract: FoundContract, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const locked = async (tx: Transaction): Promise<T> => {
      const live = await lockContracts(tx, [contract.node], { live: true });
      if (!live.has(contract.node)) throw notFound('dataContract', contract.id);
      return work(tx);
    };
    return this.database.queuedTransaction([writerKey('dataContract', contract)], locked, origin);
  }
}

function refuseOpenRun({ id, origin, status }: StoredRow): void {
  if (origin === 'run' && !isTerminal(status)) {
    throw conflict(
      `The validation run ${id} is ${status}; cancel it, or wait for its end, before its result is deleted`,
    );
  }
}

function noResult(message: string): AppError {
  return new AppError('NOT_FOUND', message);
}
