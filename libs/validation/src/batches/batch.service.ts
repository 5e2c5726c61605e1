import { randomUUID } from 'node:crypto';
import { Visibility } from '@app/catalog';
import { KeysetPages, hiddenFrom, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Database, keepAnswer, once, tokenKeys, type IdempotencyToken, type Transaction } from '@app/database';
import { isTerminal, type ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { RunDispatcher } from '../runs/run-dispatcher';
import { runsEnded } from '../runs/run-metrics';
import { RunRepository, type AbortReason } from '../runs/request/run.repository';
import { BatchSelection, type BatchRequest } from './batch-selection';
import { BatchRepository, type BatchItem, type BatchProgress, type OwnRun } from './batch.repository';

/** Default number of contracts per response. */
export const DEFAULT_ITEMS = 100;
export const MAX_ITEMS = 1_000;
/** Runs that a cancellation aborts concurrently. */
const AT_A_TIME = 4;

const CANCELLED: AbortReason = { reason: 'batch_cancelled', sentence: 'The batch of this validation was cancelled.' };

export interface BatchAnswer extends BatchProgress {
  readonly ended: boolean;
  readonly contracts: readonly Omit<BatchItem, 'position'>[];
  readonly paging: { readonly total: number; readonly after?: string };
}

export interface BatchPage {
  readonly limit?: number;
  readonly after?: string;
}

/** A requested batch; `replayed` if an earlier request with the same Idempotency-Key created it. */
export interface CreatedBatch {
  readonly id: string;
  readonly json: string;
  readonly replayed: boolean;
}

/** Validates many contracts in one request. */
@Injectable()
export class BatchService {
  constructor(
    private readonly database: Database,
    private readonly selection: BatchSelection,
    private readonly batches: BatchRepository,
    private readonly runs: RunRepository,
    private readonly dispatcher: RunDispatcher,
    private readonly pages: KeysetPages,
    private readonly visibility: Visibility,
  ) {}

  /** Every contract gets one run, or shares its run that is already queued. */
  async create(actor: Actor, request: BatchRequest, token?: IdempotencyToken): Promise<CreatedBatch> {
    const contracts = await this.selection.find(actor, request);
    const make = async (tx: Transaction): Promise<{ id: string }> => {
      const id = randomUUID();
      const batch = { id, requestedBy: actor.name, evidence: request.evidence ?? 'auto' };
      await this.batches.create(tx, batch, contracts);
      return { id };
    };
    const kept = (effect: { id: string }) => ({ effect });
    const makeOnce = (tx: Transaction) => once(tx, token, () => make(tx), kept);
    const made = await this.database.queuedTransaction(tokenKeys(token), makeOnce);
    const { id } = made.effect;
    const replayed = made.isReplay;
    if (replayed && this.visibility.isRestricted(actor)) await this.visible(actor, id);
    if (made.isReplay && made.answer) return { id, json: made.answer.body, replayed };
    if (!replayed && contracts.length > 0) await this.dispatcher.dispatchBlock({ batch: id, generation: 0 });
    const json = JSON.stringify(await this.read(actor, id, {}));
    const given = token && (await keepAnswer(this.database, token, { status: 202, headers: {}, body: json }));
    return { id, json: given?.body ?? json, replayed };
  }

  /** @throws {AppError} NOT_FOUND, also for another user's batch, unless the actor is an administrator */
  async read(actor: Actor, id: string, { limit = DEFAULT_ITEMS, after }: BatchPage): Promise<BatchAnswer> {
    const progress = await this.visible(actor, id);
    const page = this.pages.open(`batch ${id}`, { after });
    const from = Number(page.boundary?.keys[0] ?? 0);
    const items = limit === 0 ? [] : await this.batches.items(id, from, limit);
    const last = items.at(-1)?.position ?? from;
    const hasMore = limit > 0 && last < progress.total;
    return {
      ...progress,
      ended: isEnded(progress),
      contracts: items.map(({ position: _position, ...item }) => item),
      paging: {
        total: progress.total,
        ...(hasMore && { after: page.cursor('after', [last]) }),
      },
    };
  }

  /** Aborts open runs, except those that another requester also waits for. An ended batch is not changed. */
  async cancel(actor: Actor, id: string): Promise<BatchAnswer> {
    if (!isEnded(await this.visible(actor, id))) {
      await this.batches.cancel(id);
      const open = await this.batches.ownRuns(id);
      const abort = async (): Promise<void> => {
        for (let run = open.pop(); run; run = open.pop()) await this.abort(actor, id, run);
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, abort));
    }
    return this.read(actor, id, {});
  }

  /** @throws {AppError} NOT_FOUND, also if a contract of it has become hidden from the actor: its counts would reveal it */
  async visible(actor: Actor, id: string): Promise<BatchProgress> {
    const progress = await this.batches.progress(id);
    if (!progress) throw notFound('validationBatch', id);
    if (!actor.isAdmin && progress.requestedBy !== actor.name) throw hiddenFrom(actor, 'validationBatch', id);
    const sight = this.visibility.sightOf(actor);
    if (sight !== 'all' && (await this.batches.hasHidden(id, sight.condition)))
      throw hiddenFrom(actor, 'validationBatch', id);
    return progress;
  }

  private async abort(actor: Actor, batch: string, { contract, resultId }: OwnRun): Promise<void> {
    const aborted = await this.database.transaction(async (tx) => {
      await lockContracts(tx, [contract]);
      return (await this.batches.isUnwatched(tx, batch, resultId))
        ? this.runs.abort(tx, contract, CANCELLED, resultId)
        : 0;
    }, actor.origin);
    runsEnded.inc({ status: 'Aborted' }, aborted);
  }
}

/** Whether the state of the batch is final. */
export function isEnded({ byStatus }: BatchProgress): boolean {
  return Object.keys(byStatus).every((status) => isTerminal(status as ExecutionStatus));
}
