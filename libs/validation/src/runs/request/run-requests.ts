import { writerKey } from '@app/catalog';
import { randomUUID } from 'node:crypto';
import { notFound } from '@app/common';
import { Database } from '@app/database';
import type { Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import { ResultWriteRepository } from '@app/results';
import type { FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import { countRunEvent } from '../run-metrics';
import { RunRepository } from './run.repository';
import type { QueuedRun, RunTrigger } from './run.repository';
import { RunWaits } from './run-waits';
import type { RunWait } from './run-waits';

export interface RunRequest {
  readonly contract: FoundContract;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  readonly requestedBy: string;
}

/** A run that starts after its request came. */
export interface RequestedRun {
  readonly resultId: string;
  /** Whether the run was there already, waiting for a worker. */
  readonly joined: boolean;
  /** Whether it waited in a lane in which nobody waits, and was moved: it needs a job in the new one. */
  readonly promoted?: true;
}

/** With the wait for its end, which began before anyone could end it. */
export type Awaited<T> = T & { readonly wait: RunWait };

/**
 * Makes runs. Requests for one contract that come while a transaction for it is under way share the next transaction: a
 * thousand at once take two, not a thousand that wait for one row and for connections.
 */
@Injectable()
export class RunRequests {
  /** By contract: the transaction that has not begun, and the newest of all. */
  private readonly upcoming = new Map<string, Promise<Awaited<RequestedRun>>>();
  private readonly newest = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly results: ResultWriteRepository,
    private readonly runs: RunRepository,
    private readonly waits: RunWaits,
  ) {}

  async request(request: RunRequest): Promise<Awaited<RequestedRun>> {
    const { node } = request.contract;
    const upcoming = this.upcoming.get(node);
    if (!upcoming) return this.begin(node, request);
    const { resultId } = await upcoming;
    countRunEvent('joined');
    return { resultId, joined: true, wait: this.waits.expect(resultId) };
  }

  /** A transaction of the caller's that asks for a run, or finds one that was asked for. */
  async transact<T extends RequestedRun>(
    work: (tx: Transaction) => Promise<T>,
    keys: readonly string[],
  ): Promise<Awaited<T>> {
    await this.waits.open();
    let wait: RunWait | undefined;
    try {
      const run = await this.database.queuedTransaction(keys, async (tx) => {
        wait?.release();
        const requested = await work(tx);
        wait = this.waits.expect(requested.resultId);
        return requested;
      });
      if (run.joined) countRunEvent('joined');
      return { ...run, wait: wait! };
    } catch (error) {
      wait?.release();
      throw error;
    }
  }

  /** Joins the run that is queued, or queues one. */
  async requestWithin(tx: Transaction, request: RunRequest): Promise<RequestedRun> {
    const { node, id } = request.contract;
    if (!(await this.results.lockContract(tx, node))) throw notFound('dataContract', id);
    const queued = await this.runs.queuedOf(tx, node);
    const { trigger, lane, requestedBy } = request;
    if (queued) return this.joined(tx, queued, lane);
    const resultId = randomUUID();
    await this.runs.create(tx, { resultId, contract: node, trigger, lane, requestedBy });
    return { resultId, joined: false };
  }

  private async joined(tx: Transaction, { id, lane: own }: QueuedRun, lane: Lane): Promise<RequestedRun> {
    if (own === lane || lane === 'batch') return { resultId: id, joined: true };
    await this.runs.moveTo(tx, id, lane);
    return { resultId: id, joined: true, promoted: true };
  }

  private begin(node: string, request: RunRequest): Promise<Awaited<RequestedRun>> {
    const run = this.after(node).then(() => {
      this.upcoming.delete(node);
      return this.transact((tx) => this.requestWithin(tx, request), [writerKey('dataContract', request.contract)]);
    });
    this.upcoming.set(node, run);
    this.newest.set(node, run);
    const forget = () => void (this.newest.get(node) === run && this.newest.delete(node));
    run.then(forget, forget);
    return run;
  }

  private async after(node: string): Promise<void> {
    // Whether it failed is told to those who asked for it.
    await this.newest.get(node)?.catch(() => undefined);
  }
}
