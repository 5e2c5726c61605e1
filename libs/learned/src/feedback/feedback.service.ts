import { AccessControl } from '@app/auth';
import { EntityFinder, type FoundEntity } from '@app/catalog';
import { KeysetPages, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Database, recordAction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Metric, PointVerdict } from '../baseline/judge';
import { PointRepository } from '../point.repository';
import { FeedbackRepository, type FeedbackRow } from './feedback.repository';

const CONTRACT = 'dataContract';

/** A verdict on a point as it is sent; the timestamp is that of the profile or of the refresh, in epoch ms. */
export interface SentFeedback extends PointVerdict {
  readonly metric: Metric;
  readonly comment?: string;
}

export interface ShownFeedback extends SentFeedback {
  readonly updatedAt: number;
  readonly updatedBy: string;
}

export interface FeedbackListRequest {
  readonly metric?: Metric;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

/** Stores feedback of people on points: that one was expected, or that nothing shall be learned from it. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly access: AccessControl,
    private readonly points: PointRepository,
    private readonly feedback: FeedbackRepository,
    private readonly pages: KeysetPages,
  ) {}

  /** Newest point first. @throws {AppError} NOT_FOUND */
  async list(actor: Actor, id: string, request: FeedbackListRequest): Promise<object> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    const { metric, limit } = request;
    const page = this.pages.open(`learned feedback ${id} ${metric ?? ''}`, request);
    const { rows, paging } = await this.feedback.page(node, metric, { page, limit });
    return { data: rows.map(shownFeedback), paging };
  }

  /** @throws {AppError} NOT_FOUND, also where there is no point at the timestamp; FORBIDDEN */
  async put(
    actor: Actor,
    id: string,
    sent: SentFeedback,
  ): Promise<{ readonly feedback: ShownFeedback; readonly isNew: boolean }> {
    const { node, asset } = await this.writable(actor, id);
    const { metric, timestamp, verdict, comment } = sent;
    if (!(await this.points.has(metric, asset, timestamp))) throw notFound(`point of ${metric}`, String(timestamp));
    const key = { contract: node, metric, timestamp };
    return this.database.transaction(async (tx) => {
      if (!(await lockContracts(tx, [node], { live: true })).size) throw notFound(CONTRACT, id);
      const before = await this.feedback.find(tx, key);
      await this.feedback.put(tx, key, verdict, comment, actor.name);
      const after = shownFeedback((await this.feedback.find(tx, key))!);
      await recordAction(tx, {
        ...{ action: 'learnedFeedbackSet', actor: actor.name, to: { nodes: [node] } },
        ...(before && { before: shownFeedback(before) }),
        after,
      });
      return { feedback: after, isNew: !before };
    }, actor.origin);
  }

  /** @returns what was removed @throws {AppError} NOT_FOUND, FORBIDDEN */
  async remove(actor: Actor, id: string, metric: Metric, timestamp: number): Promise<ShownFeedback> {
    const { node } = await this.writable(actor, id);
    const key = { contract: node, metric, timestamp };
    return this.database.transaction(async (tx) => {
      await lockContracts(tx, [node], { live: true });
      const row = await this.feedback.find(tx, key);
      if (!row) throw notFound('learned feedback', `${metric}/${timestamp}`);
      await this.feedback.remove(tx, key);
      const before = shownFeedback(row);
      const to = { nodes: [node] };
      await recordAction(tx, { action: 'learnedFeedbackRemoved', actor: actor.name, to, before });
      return before;
    }, actor.origin);
  }

  /** The contract and the node of its asset: for its owners, and for who may edit tests of the asset. */
  private async writable(actor: Actor, id: string): Promise<{ readonly node: string; readonly asset: string }> {
    const contract = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
    const { asset: node, ...key } = await this.points.assetOf(contract.node);
    const asset = await this.finder.find(key.type, { id: key.id });
    const owners = [contract, asset].flatMap((one: FoundEntity | undefined) => one?.ownerIds ?? []);
    if (!owners.some((owner) => actor.ownerIds.has(owner))) this.access.require(actor, ['EditTests'], key.type, asset);
    return { node: contract.node, asset: node };
  }
}

function shownFeedback({ comment, ...row }: FeedbackRow): ShownFeedback {
  return { ...row, ...(comment !== null && { comment }) };
}
