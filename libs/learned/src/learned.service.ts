import { type LearnedRules, PolicyService } from '@app/agreements';
import { EntityFinder } from '@app/catalog';
import { TimeSlice, type Actor } from '@app/common';
import { UTC, zoneOf } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { judge, type Judgement, type Metric } from './baseline/judge';
import type { Point } from './baseline/levels';
import { FeedbackRepository } from './feedback/feedback.repository';
import { PointRepository } from './point.repository';

/** Asks how the freshness or the volume of an asset looks beside its own past; what is left out is as the policy of the contract says. */
export interface LearnedRequest {
  readonly metric: Metric;
  /** The end of what is seen, in epoch ms; absent: now. */
  readonly at?: number;
  readonly sensitivity?: LearnedRules['sensitivity'];
  /** IANA name. */
  readonly timezone?: string;
}

export interface Learned
  extends Omit<Judgement, 'value' | 'timestamp'>, Partial<Pick<Judgement, 'value' | 'timestamp'>> {
  readonly metric: Metric;
  readonly at: number;
}

/** Asks for the newest points of a series. */
export interface SeriesRequest extends LearnedRequest {
  readonly limit: number;
}

export interface LearnedSeries {
  readonly metric: Metric;
  /** The newest first; `at` of one is the end of what it was judged by. */
  readonly points: readonly Learned[];
}

/** Learns from the past of an asset when its data comes and how much of it. Nothing is stored. */
@Injectable()
export class LearnedService {
  constructor(
    private readonly finder: EntityFinder,
    private readonly policies: PolicyService,
    private readonly points: PointRepository,
    private readonly feedback: FeedbackRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND */
  async of(actor: Actor, id: string, request: LearnedRequest): Promise<Learned> {
    const { metric } = request;
    const { at, tested, ...basis } = await this.basisOf(actor, id, request, 1);
    if (!tested) return { metric, at, state: 'learning', points: 0 };
    return { metric, at, ...judge({ ...basis, tested }) };
  }

  /** Judges the newest points, each by those before it. @throws {AppError} NOT_FOUND */
  async series(actor: Actor, id: string, { limit, ...request }: SeriesRequest): Promise<LearnedSeries> {
    const { metric } = request;
    const { at, tested, ...basis } = await this.basisOf(actor, id, request, limit);
    const judged: Learned[] = [];
    const slice = new TimeSlice();
    for (const point of newestFirst(basis.points, tested).slice(0, limit)) {
      await slice.turn();
      const end = judged.at(-1)?.timestamp;
      judged.push({ metric, at: end === undefined ? at : end - 1, ...judge({ ...basis, tested: point }) });
    }
    return { metric, points: judged };
  }

  /** Reads what points are judged by. @param judged how many of them, the newest */
  private async basisOf(
    actor: Actor,
    id: string,
    { metric, at: asked, sensitivity, timezone }: LearnedRequest,
    judged: number,
  ) {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', 'dataContract', { id });
    const isSaid = sensitivity !== undefined && timezone !== undefined;
    const rules = isSaid ? { sensitivity, timezone } : { ...(await this.policies.ofContract(actor, id)).learned };
    const { asset, now } = await this.points.assetOf(node);
    const at = asked ?? now;
    const feedback = await this.feedback.verdicts(node, metric);
    return {
      ...(await this.points.of(metric, { asset, at, feedback, judged })),
      ...{ metric, at, feedback, sensitivity: sensitivity ?? rules.sensitivity },
      zone: zoneOf(timezone ?? rules.timezone) ?? UTC,
    };
  }
}

/** @param points ascending; those of volume have the tested one at their end */
function newestFirst(points: readonly Point[], tested: Point | undefined): readonly Point[] {
  if (!tested) return [];
  return [tested, ...points.filter(({ t }) => t < tested.t).reverse()];
}
