import { randomUUID } from 'node:crypto';
import { writerKey } from '@app/catalog';
import { notFound } from '@app/common';
import { ContractGates } from '@app/contracts';
import { Readings } from '@app/data';
import { Database, type Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import type { FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../../readings/evidence';
import { countRunEvent } from '../run-metrics';
import { RunRepository, type ContractRun, type RunTrigger } from './run.repository';
import { RunWaits, type RunWait } from './run-waits';

export interface RunRequest {
  readonly contract: FoundContract;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  readonly requestedBy: string;
  readonly evidence: Evidence;
}

/** A run that starts after its request arrived. */
export type RequestedRun = Omit<ContractRun, 'contract'>;

/** Includes the wait for its end, which was registered before the run could end. */
export type Awaited<T> = T & { readonly wait: RunWait };

/**
 * Creates runs. Requests for one contract that arrive while a transaction for it is active share the next
 * transaction: a thousand concurrent requests need two transactions and do not contend for one row and for
 * connections.
 */
@Injectable()
export class RunRequests {
  /** By contract and evidence: the transaction that has not started, and the newest one. */
  // eslint-disable-next-line house/no-learned-ways -- of requests at the same time, which share a run
  private readonly upcoming = new Map<string, Promise<Awaited<RequestedRun>>>();
  // eslint-disable-next-line house/no-learned-ways -- of requests at the same time, which share a run
  private readonly newest = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly runs: RunRepository,
    private readonly waits: RunWaits,
    private readonly readings: Readings,
    private readonly gates: ContractGates,
  ) {}

  /** Applies what time has decided on a contract: it is validated as it is then. */
  async applyDeadline({ id }: FoundContract): Promise<void> {
    await this.gates.applyDeadlines([id]);
  }

  /** @throws {AppError} CONFLICT where the source is asked for, and the data of the asset may not be read */
  async request(request: RunRequest): Promise<Awaited<RequestedRun>> {
    const { evidence } = request;
    await this.requireEvidence(request);
    // Those that share a transaction want the same.
    const node = `${request.contract.node} ${evidence}`;
    const upcoming = this.upcoming.get(node);
    if (!upcoming) return this.begin(node, request);
    const { resultId } = await upcoming;
    countRunEvent('joined');
    return { resultId, joined: true, promoted: false, wait: this.waits.expect(resultId) };
  }

  /** Runs a transaction of the caller that requests a run, or finds a requested one. */
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

  /** Joins the queued run, or queues one. @throws {AppError} as `request` */
  async requestWithin(tx: Transaction, request: RunRequest): Promise<RequestedRun> {
    await this.requireEvidence(request, tx);
    const { node, id } = request.contract;
    const { requestedBy } = request;
    const runs = await this.runs.request(tx, [{ contract: node, requestedBy }], request);
    const run = runs.get(node);
    if (!run) throw notFound('dataContract', id);
    const { resultId, joined, promoted } = run;
    return { resultId, joined, promoted };
  }

  private async requireEvidence({ contract, evidence }: RunRequest, tx?: Transaction): Promise<void> {
    if (evidence === 'source') await this.readings.requireAccess(contract.node, tx);
  }

  /** The wait for a new run begins before it is made; a joined one may end before its id is known here. */
  private async requestAlone(request: RunRequest): Promise<Awaited<RequestedRun>> {
    const { contract, trigger, lane, requestedBy, evidence } = request;
    await this.waits.open();
    const id = randomUUID();
    const own = this.waits.expect(id);
    try {
      const asked = { wanted: { contract: contract.node, requestedBy }, id, trigger, lane, evidence };
      const run = await this.runs.requestAlone(this.database, asked, [writerKey('dataContract', contract)]);
      if (!run) throw notFound('dataContract', contract.id);
      const { resultId, joined, promoted } = run;
      if (!joined) return { resultId, joined, promoted, wait: own };
      own.release();
      countRunEvent('joined');
      return { resultId, joined, promoted, wait: await this.waits.expectOpen(resultId) };
    } catch (error) {
      own.release();
      throw error;
    }
  }

  private begin(node: string, request: RunRequest): Promise<Awaited<RequestedRun>> {
    const run = this.after(node).then(() => {
      this.upcoming.delete(node);
      return this.requestAlone(request);
    });
    this.upcoming.set(node, run);
    this.newest.set(node, run);
    const forget = () => void (this.newest.get(node) === run && this.newest.delete(node));
    run.then(forget, forget);
    return run;
  }

  private async after(node: string): Promise<void> {
    // Its failure is reported to its own callers.
    await this.newest.get(node)?.catch(() => undefined);
  }
}
