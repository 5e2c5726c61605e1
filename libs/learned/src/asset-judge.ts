import { EffectivePolicies } from '@app/agreements';
import { UTC, zoneOf, type LearnedMetric } from '@app/contracts';
import {
  LearnedJudges,
  type LearnedFinding,
  type LearnedFindings,
  type LearnedJudge,
  type LearnedQuestion,
} from '@app/validation';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { judge, type Judgement } from './baseline/judge';
import { FeedbackRepository } from './feedback/feedback.repository';
import { PointRepository } from './point.repository';

/** Judges the values of contracts that promise to be as usual (`sla.learned`). */
@Injectable()
export class AssetJudge implements LearnedJudge, OnModuleInit {
  constructor(
    private readonly judges: LearnedJudges,
    private readonly policies: EffectivePolicies,
    private readonly points: PointRepository,
    private readonly feedback: FeedbackRepository,
  ) {}

  onModuleInit(): void {
    this.judges.register(this);
  }

  /** One statement for the policy, and two for each metric. */
  async judge(metrics: readonly LearnedMetric[], question: LearnedQuestion): Promise<LearnedFindings> {
    const { learned } = await this.policies.of(question.contract);
    const zone = zoneOf(learned.timezone) ?? UTC;
    const found = await Promise.all(
      metrics.map(async (metric) => {
        const series = await this.seriesOf(metric, question);
        if (!series.tested) return [metric, { state: 'learning' }] as const;
        const { points, tested, feedback } = series;
        const judged = judge({ metric, points, tested, sensitivity: learned.sensitivity, zone, feedback });
        return [metric, findingOf(judged)] as const;
      }),
    );
    return Object.fromEntries(found);
  }

  private async seriesOf(metric: LearnedMetric, { contract, asset, at }: LearnedQuestion) {
    const feedback = await this.feedback.verdicts(contract, metric);
    return { ...(await this.points.of(metric, { asset, at, feedback })), feedback };
  }
}

/** The part of a judgement that explains a verdict. */
function findingOf({ state, value, timestamp, low, high, score }: Judgement): LearnedFinding {
  return {
    ...{ state, value, timestamp },
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
    ...(score !== undefined && { score }),
  };
}
