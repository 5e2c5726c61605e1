import { writerKey } from '@app/catalog';
import { conflict, Failpoints, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { claimKey, Database, keepAnswer, keepEffect, releaseKey, tokenKey } from '@app/database';
import type { IdempotencyToken, KeptAnswer, Transaction } from '@app/database';
import { ContractFinder, isTerminal, ResultRepository } from '@app/results';
import type { FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import { runsEnded } from '../run-metrics';
import { RunDoorbell } from '../run-doorbell';
import { NextRuns } from '../next-runs';
import { replayed, runAnswer } from './run-answer';
import type { RunAnswer } from './run-answer';
import { RunRequests } from './run-requests';
import type { Awaited, RequestedRun, RunRequest } from './run-requests';
import { RunRepository } from './run.repository';
import type { AbortReason, RunTrigger } from './run.repository';

/** How a run is asked for. */
export interface RunOptions {
  /** How long to wait for its end, in ms. */
  readonly waitMs: number;
  /** Ends the wait: the process is about to stop. */
  readonly signal?: AbortSignal;
  readonly trigger?: RunTrigger;
  /** Whether the answer has details, trigger, attempts. */
  readonly details?: boolean;
  readonly idempotency?: IdempotencyToken;
}

/** A run of an earlier request with the same Idempotency-Key, with its answer if that was given. */
type IdempotentRun = RequestedRun & { readonly known: boolean; readonly answer?: KeptAnswer };

const CANCELLED: AbortReason = { reason: 'cancelled', sentence: 'The validation was cancelled.' };
const DELETED: AbortReason = {
  reason: 'contract_deleted',
  sentence: 'The contract was deleted before its validation ended.',
};

/** Validation runs, from the side of those who ask for them. */
@Injectable()
export class RunService {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly results: ResultRepository,
    private readonly requests: RunRequests,
    private readonly runs: RunRepository,
    private readonly doorbell: RunDoorbell,
    private readonly next: NextRuns,
    private readonly failpoints: Failpoints,
  ) {}

  /** Validates a contract: joins the run that is queued, or queues one, and waits for it as long as asked. */
  async request(actor: Actor, contractId: string, options: RunOptions): Promise<RunAnswer> {
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    return this.run(actor, contract, options);
  }

  /** Validates the contract of an asset. */
  async requestByAsset(actor: Actor, type: string, id: string, options: RunOptions): Promise<RunAnswer> {
    const contract = await this.contracts.byAsset(actor, type, id, 'ValidateContract');
    return this.run(actor, contract, options);
  }

  /** Ends a run as Aborted. @throws {AppError} CONFLICT when it has ended, or is no run of ours */
  async cancel(actor: Actor, contractId: string, resultId: string, token?: IdempotencyToken): Promise<RunAnswer> {
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    const { kept, aborted } = await this.database.queuedTransaction(
      [...(token ? [tokenKey(token)] : []), writerKey('dataContract', contract)],
      (tx) => this.abortOnce(tx, contract, resultId, token),
    );
    if (kept?.answer) return replayed(kept.answer);
    const result = await this.results.byId(contract, resultId, false);
    if (!result) throw notFound('dataContractResult', resultId);
    if (!aborted && !kept)
      throw conflict(`The result ${resultId} is ${result.status} and no open run: there is nothing to cancel`);
    if (aborted) runsEnded.inc({ status: 'Aborted' });
    if (aborted?.wasRunning) await this.next.ring(contract.node);
    const answer: RunAnswer = { status: 200, headers: {}, body: result.json };
    const given = token ? await keepAnswer(this.database, token, answer) : answer;
    return kept ? replayed(given) : answer;
  }

  /** Ends the open runs of a contract that is being deleted, in the transaction of its deletion; returns how many. */
  async abortAll(tx: Transaction, contractNode: string): Promise<number> {
    await this.runs.lockContract(tx, contractNode);
    const aborted = await this.runs.abort(tx, contractNode, DELETED);
    runsEnded.inc({ status: 'Aborted' }, aborted.length);
    return aborted.length;
  }

  private async abortOnce(tx: Transaction, { node }: FoundContract, resultId: string, token?: IdempotencyToken) {
    const kept = token && (await claimKey<object>(tx, token));
    if (kept) return { kept };
    await this.runs.lockContract(tx, node);
    const [aborted] = await this.runs.abort(tx, node, CANCELLED, resultId);
    if (token) await (aborted ? keepEffect(tx, token, { resultId }) : releaseKey(tx, token));
    return { aborted };
  }

  private async run(actor: Actor, contract: FoundContract, options: RunOptions): Promise<RunAnswer> {
    const request: RunRequest = {
      contract,
      trigger: options.trigger ?? 'manual',
      lane: 'urgent',
      requestedBy: actor.name,
    };
    return options.idempotency
      ? this.runOnce(request, options, options.idempotency)
      : this.awaitRun(request, await this.requests.request(request), options);
  }

  /** The key is claimed in the transaction that makes the run, so that a retry after a crash finds it. */
  private async runOnce(request: RunRequest, options: RunOptions, token: IdempotencyToken): Promise<RunAnswer> {
    const run = await this.requests.transact<IdempotentRun>(
      async (tx) => {
        const kept = await claimKey<RequestedRun>(tx, token);
        if (kept) return { ...kept.effect, known: true, ...(kept.answer && { answer: kept.answer }) };
        const requested = await this.requests.requestWithin(tx, request);
        await keepEffect(tx, token, requested);
        return { ...requested, known: false };
      },
      [tokenKey(token), writerKey('dataContract', request.contract)],
    );
    if (run.answer) {
      run.wait.release();
      return replayed(run.answer);
    }
    const answer = await this.awaitRun(request, run, options, run.known);
    const kept = await keepAnswer(this.database, token, answer);
    return run.known ? replayed(kept) : answer;
  }

  private async awaitRun(
    { contract, lane }: RunRequest,
    run: Awaited<RequestedRun>,
    { waitMs, signal, details = false }: RunOptions,
    isRung = run.joined && !run.promoted,
  ): Promise<RunAnswer> {
    const { resultId, joined, wait } = run;
    try {
      if (!isRung) {
        await this.failpoints.pass('after-commit-before-enqueue');
        await this.doorbell.ring({ resultId, contract: contract.node, lane });
        await this.failpoints.pass('after-enqueue-before-answer');
      }
      if (waitMs > 0) await firstOf(wait.ended, waitMs, signal);
      const result = await this.results.byId(contract, resultId, details);
      // Gone with a hard deletion of its contract, or deleted as soon as it had ended.
      if (!result) throw notFound('dataContractResult', resultId);
      return runAnswer({
        contractId: contract.id,
        resultId,
        joined,
        ended: isTerminal(result.status),
        json: result.json,
      });
    } finally {
      wait.release();
    }
  }
}

/** Resolves with the event, after `ms`, or when the signal is aborted. */
async function firstOf(event: Promise<void>, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  let done!: () => void;
  const over = new Promise<void>((resolve) => (done = resolve));
  const timer = setTimeout(done, ms);
  signal?.addEventListener('abort', done, { once: true });
  try {
    await Promise.race([event, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', done);
  }
}
