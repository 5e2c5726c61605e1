import { randomUUID } from 'node:crypto';
import { badRequest, CursorCodec, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { claimKey, Database, keepAnswer, keepEffect, tokenKey } from '@app/database';
import type { IdempotencyToken } from '@app/database';
import { isTerminal } from '@app/results';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { NextRuns } from '../runs/next-runs';
import { runsEnded } from '../runs/run-metrics';
import { RunRepository } from '../runs/request/run.repository';
import type { AbortReason } from '../runs/request/run.repository';
import { BatchBell } from './batch-bell';
import { readBatchRequest } from './batch-request';
import { BatchSelection } from './batch-selection';
import { BatchRepository } from './batch.repository';
import type { BatchItem, BatchProgress, OwnRun } from './batch.repository';

/** Contracts that an answer lists when it is not said. */
export const DEFAULT_ITEMS = 100;
export const MAX_ITEMS = 1_000;
/** Runs that a cancellation ends at a time. */
const AT_A_TIME = 4;

const CANCELLED: AbortReason = { reason: 'batch_cancelled', sentence: 'The batch of this validation was cancelled.' };

/** A batch as it is answered. */
export interface BatchAnswer extends BatchProgress {
  readonly ended: boolean;
  readonly contracts: readonly Omit<BatchItem, 'position'>[];
  readonly paging: { readonly total: number; readonly after?: string };
}

export interface BatchPage {
  readonly limit?: number;
  readonly after?: string;
}

/** A batch that was asked for; `replayed` where an earlier request with the same Idempotency-Key did so. */
export interface CreatedBatch {
  readonly id: string;
  readonly json: string;
  readonly replayed: boolean;
}

/** Validation of many contracts at once. */
@Injectable()
export class BatchService {
  constructor(
    private readonly database: Database,
    private readonly selection: BatchSelection,
    private readonly batches: BatchRepository,
    private readonly runs: RunRepository,
    private readonly bell: BatchBell,
    private readonly next: NextRuns,
    private readonly cursors: CursorCodec,
  ) {}

  /** Every contract gets one run, or shares the one that is queued for it already. */
  async create(actor: Actor, body: unknown, token?: IdempotencyToken): Promise<CreatedBatch> {
    const request = readBatchRequest(body);
    const contracts = await this.selection.find(actor, request);
    const made = await this.database.queuedTransaction(token ? [tokenKey(token)] : [], async (tx) => {
      const kept = token && (await claimKey<{ id: string }>(tx, token));
      if (kept) return { id: kept.effect.id, answer: kept.answer, replayed: true };
      const id = randomUUID();
      await this.batches.create(tx, { id, requestedBy: actor.name }, contracts);
      if (token) await keepEffect(tx, token, { id });
      return { id, replayed: false };
    });
    const { id, replayed, answer } = made;
    if (answer) return { id, json: answer.body, replayed };
    if (!replayed && contracts.length > 0) await this.bell.ring({ batch: id, generation: 0 });
    const json = JSON.stringify(await this.read(actor, id, {}));
    const given = token && (await keepAnswer(this.database, token, { status: 202, headers: {}, body: json }));
    return { id, json: given?.body ?? json, replayed };
  }

  /** @throws {AppError} NOT_FOUND, also for the batch of somebody else, unless an administrator asks */
  async read(actor: Actor, id: string, { limit = DEFAULT_ITEMS, after }: BatchPage): Promise<BatchAnswer> {
    const progress = await this.visible(actor, id);
    const from = after === undefined ? 0 : this.position(id, after);
    const items = limit === 0 ? [] : await this.batches.items(id, from, limit);
    const last = items.at(-1)?.position ?? from;
    const hasMore = limit > 0 && last < progress.total;
    return {
      ...progress,
      ended: isEnded(progress),
      contracts: items.map(({ position: _position, ...item }) => item),
      paging: {
        total: progress.total,
        ...(hasMore && { after: this.cursors.encode({ scope: scopeOf(id), keys: [last], direction: 'after' }) }),
      },
    };
  }

  /** Ends what has not ended, except runs that somebody else waits for, too. A batch that has ended stays as it is. */
  async cancel(actor: Actor, id: string): Promise<BatchAnswer> {
    if (!isEnded(await this.visible(actor, id))) {
      await this.batches.cancel(id);
      const open = await this.batches.ownRuns(id);
      const abort = async (): Promise<void> => {
        for (let run = open.pop(); run; run = open.pop()) await this.abort(id, run);
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, abort));
    }
    return this.read(actor, id, {});
  }

  /** @throws {AppError} NOT_FOUND */
  async visible(actor: Actor, id: string): Promise<BatchProgress> {
    const progress = await this.batches.progress(id);
    if (!progress || (!actor.isAdmin && progress.requestedBy !== actor.name)) throw notFound('validationBatch', id);
    return progress;
  }

  private async abort(batch: string, { contract, resultId }: OwnRun): Promise<void> {
    const [aborted] = await this.database.transaction(async (tx) => {
      await this.runs.lockContract(tx, contract);
      return (await this.batches.isUnwatched(tx, batch, resultId))
        ? this.runs.abort(tx, contract, CANCELLED, resultId)
        : [];
    });
    if (!aborted) return;
    runsEnded.inc({ status: 'Aborted' });
    if (aborted.wasRunning) await this.next.ring(contract);
  }

  private position(id: string, cursor: string): number {
    const { keys, direction } = this.cursors.decode(cursor, scopeOf(id));
    if (direction !== 'after') throw badRequest('This cursor is none of a batch');
    return Number(keys[0]);
  }
}

/** Whether nothing of it will change any more. */
export function isEnded({ byStatus }: BatchProgress): boolean {
  return Object.keys(byStatus).every((status) => isTerminal(status as ExecutionStatus));
}

const scopeOf = (id: string) => `batch ${id}`;
