import { writerKey } from '@app/catalog';
import { conflict, endsWithin, Failpoints, notFound, type Actor } from '@app/common';
import { LocalContracts, lockContracts } from '@app/contracts';
import {
  answeredRun,
  Database,
  once,
  tokenKeys,
  type IdempotencyToken,
  type RecordedAnswer,
  type Transaction,
} from '@app/database';
import {
  ContractFinder,
  type ContractToRun,
  ResultRepository,
  storedResultJson,
  type FoundContract,
  type ResultParts,
  type ResultText,
} from '@app/results';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../../readings/evidence';
import { runsEnded } from '../run-metrics';
import { RunDispatcher } from '../run-dispatcher';
import { runAnswer, type RunAnswer } from './run-answer';
import { RunRequests, type Awaited, type RequestedRun, type RunRequest } from './run-requests';
import { RunRepository, type AbortReason, type RunTrigger } from './run.repository';

export interface RunOptions {
  /** How long to wait for the end of the run, in ms. */
  readonly waitMs: number;
  /** Ends the wait: the process is stopping. */
  readonly signal?: AbortSignal;
  readonly trigger?: RunTrigger;
  readonly parts?: ResultParts;
  readonly idempotency?: IdempotencyToken;
  /** Where the evidence comes from; default: `auto`. */
  readonly evidence?: Evidence;
}

/** The run of an earlier request with the same Idempotency-Key, with its response if one was sent. */
type IdempotentRun = RequestedRun & { readonly isReplay: boolean; readonly answer?: RecordedAnswer };

/** How long a run that is waited for is left to the workers that heard of its commit, in ms: with free slots it has ended by then. */
const HEARD_MS = 100;

const CANCELLED: AbortReason = { reason: 'cancelled', sentence: 'The validation was cancelled.' };
const DELETED: AbortReason = {
  reason: 'contract_deleted',
  sentence: 'The contract was deleted before its validation ended.',
};

/** Validation runs: the use cases of requests. */
@Injectable()
export class RunService {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly results: ResultRepository,
    private readonly requests: RunRequests,
    private readonly runs: RunRepository,
    private readonly dispatcher: RunDispatcher,
    private readonly locals: LocalContracts,
    private readonly failpoints: Failpoints,
  ) {}

  /** Validates a contract: joins the queued run, or queues one, and waits for it as long as requested. */
  async request(actor: Actor, contractId: string, options: RunOptions): Promise<RunAnswer> {
    const contract = await this.contracts.toRunById(actor, contractId, 'ValidateContract');
    return this.run(actor, contract, options);
  }

  /**
   * Validates an asset by its effective contract. Results are stored with the asset's own contract, which is created
   * if everything is inherited.
   *
   * @throws {AppError} NOT_FOUND if the asset has no contract, neither its own nor an inherited one; FORBIDDEN
   */
  async requestByAsset(actor: Actor, type: string, id: string, options: RunOptions): Promise<RunAnswer> {
    await this.locals.ensure(actor, { type, id }, 'ValidateContract');
    const contract = await this.contracts.toRunByAsset(actor, type, id, 'ValidateContract');
    return this.run(actor, contract, options);
  }

  /** Aborts a run. @throws {AppError} CONFLICT if it has ended, or is a pushed result */
  async cancel(actor: Actor, contractId: string, resultId: string, token?: IdempotencyToken): Promise<RunAnswer> {
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    const keys = [...tokenKeys(token), writerKey('dataContract', contract)];
    const kept = (aborted: number) => (aborted > 0 ? { effect: { resultId } } : undefined);
    const abort = (tx: Transaction) => once(tx, token, () => this.abort(tx, contract, resultId), kept);
    const done = await this.database.queuedTransaction(keys, abort, actor.origin);
    return answeredRun(this.database, token, done, async (effect) => {
      const result = await this.results.byId(contract, resultId, 'body');
      if (!result) throw notFound('dataContractResult', resultId);
      if (!effect)
        throw conflict(`The result ${resultId} is ${result.status} and no open run: there is nothing to cancel`);
      if (!done.isReplay) runsEnded.inc({ status: 'Aborted' });
      return { status: 200, headers: {}, body: result.json };
    });
  }

  /** Aborts the open runs of a contract that is being deleted, in the transaction of the deletion; returns how many. */
  async abortAll(tx: Transaction, contractNode: string): Promise<number> {
    await lockContracts(tx, [contractNode]);
    const aborted = await this.runs.abort(tx, contractNode, DELETED);
    runsEnded.inc({ status: 'Aborted' }, aborted);
    return aborted;
  }

  private async abort(tx: Transaction, { node }: FoundContract, resultId: string): Promise<number> {
    await lockContracts(tx, [node]);
    return this.runs.abort(tx, node, CANCELLED, resultId);
  }

  private async run(actor: Actor, contract: ContractToRun, options: RunOptions): Promise<RunAnswer> {
    if (contract.isDue) await this.requests.applyDeadline(contract);
    const request: RunRequest = {
      contract,
      trigger: options.trigger ?? 'manual',
      lane: 'urgent',
      requestedBy: actor.name,
      evidence: options.evidence ?? 'auto',
    };
    return options.idempotency
      ? this.runOnce(request, options, options.idempotency)
      : this.awaitRun(request, await this.requests.request(request), options);
  }

  /** The key is claimed in the transaction that creates the run, so that a retry after a crash finds it. */
  private async runOnce(request: RunRequest, options: RunOptions, token: IdempotencyToken): Promise<RunAnswer> {
    const run = await this.requests.transact<IdempotentRun>(
      async (tx) => {
        const work = (): Promise<RequestedRun> => this.requests.requestWithin(tx, request);
        const { effect, isReplay, ...kept } = await once(tx, token, work, (requested) => ({ effect: requested }));
        return { ...effect, isReplay, ...kept };
      },
      [...tokenKeys(token), writerKey('dataContract', request.contract)],
    );
    if (run.answer) run.wait.release();
    const answer = () => this.awaitRun(request, run, options, run.isReplay);
    return answeredRun(this.database, token, { ...run, effect: undefined }, answer);
  }

  private async awaitRun(
    { contract, lane }: RunRequest,
    run: Awaited<RequestedRun>,
    { waitMs, signal, parts = 'body' }: RunOptions,
    isWoken = run.joined && !run.promoted,
  ): Promise<RunAnswer> {
    const { resultId, wait } = run;
    try {
      if (!isWoken) {
        await this.failpoints.pass('after-commit-before-enqueue');
        const isDone = waitMs > 0 && (await endsWithin(wait.ended, Math.min(waitMs, HEARD_MS), signal));
        // Not awaited: who asked need not know whether the queue is there.
        if (!isDone) void this.dispatcher.wake(lane);
        await this.failpoints.pass('after-enqueue-before-answer');
      }
      if (waitMs > 0) await endsWithin(wait.ended, waitMs, signal);
      const result = toldResult(contract, run, parts) ?? (await this.results.byId(contract, resultId, parts));
      // Removed by a hard deletion of its contract, or deleted right after it ended.
      if (!result) throw notFound('dataContractResult', resultId);
      return runAnswer(contract.id, run, result);
    } finally {
      wait.release();
    }
  }
}

/** The result that came with the notice of the end, where the answer shows no more of it than that. */
function toldResult(
  { fqn }: FoundContract,
  { resultId: id, wait: { result } }: Awaited<RequestedRun>,
  parts: ResultParts,
): ResultText | undefined {
  if (!result || parts !== 'body') return undefined;
  return { status: result.status, json: storedResultJson({ id, ...result }, fqn) };
}
