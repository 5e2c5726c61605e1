import { EntityFinder } from '@app/catalog';
import type { Actor } from '@app/common';
import { UTC, zoneOf } from '@app/contracts';
import { PolicyService, type LearnedRules } from '@app/governance';
import { Injectable } from '@nestjs/common';
import { judge, type Judgement, type Metric } from './baseline/judge';
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
  async of(actor: Actor, id: string, { metric, at: asked, sensitivity, timezone }: LearnedRequest): Promise<Learned> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', 'dataContract', { id });
    const isSaid = sensitivity !== undefined && timezone !== undefined;
    const rules = isSaid ? { sensitivity, timezone } : { ...(await this.policies.ofContract(actor, id)).learned };
    const { asset, now } = await this.points.assetOf(node);
    const at = asked ?? now;
    const feedback = await this.feedback.verdicts(node, metric);
    const { points, tested } = await this.points.of(metric, { asset, at, feedback });
    if (!tested) return { metric, at, state: 'learning', points: 0 };
    const zone = zoneOf(timezone ?? rules.timezone) ?? UTC;
    const question = { metric, points, tested, sensitivity: sensitivity ?? rules.sensitivity, zone, feedback };
    return { metric, at, ...judge(question) };
  }
}
