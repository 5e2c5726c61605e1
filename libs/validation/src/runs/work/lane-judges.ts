import { Injectable } from '@nestjs/common';
import type { Lane } from '@app/queue';
import { RuleRunner } from '../../rules/rule-runner';
import type { RuleJudge } from '../../rules/rule-runner';

/** Threads for rules, apart for each lane; each is started when it is needed. */
@Injectable()
export class LaneJudges implements Record<Lane, RuleJudge> {
  readonly urgent = new RuleRunner();
  readonly batch = new RuleRunner();

  async close(): Promise<void> {
    await Promise.all([this.urgent.close(), this.batch.close()]);
  }
}
