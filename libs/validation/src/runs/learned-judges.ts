import type { LearnedMetric } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { LearnedFindings } from '../checks/learned';

/** Which values are judged: nodes are bigint in decimal. */
export interface LearnedQuestion {
  readonly contract: string;
  readonly asset: string;
  /** The end of what is seen, in epoch ms. */
  readonly at: number;
}

/** Judges the newest values of an asset by its past, as the policy of its contract says. */
export interface LearnedJudge {
  judge(metrics: readonly LearnedMetric[], question: LearnedQuestion): Promise<LearnedFindings>;
}

/** The judge of learned values: who learns from the past knows of policies, and so stands above validation. */
@Injectable()
export class LearnedJudges {
  private readonly judges: LearnedJudge[] = [];

  register(judge: LearnedJudge): void {
    this.judges.push(judge);
  }

  /** @throws without a judge: an unchecked promise would pass */
  judge(metrics: readonly LearnedMetric[], question: LearnedQuestion): Promise<LearnedFindings> {
    const [judge] = this.judges;
    if (!judge) throw new Error('No judge of learned values is registered');
    return judge.judge(metrics, question);
  }
}
