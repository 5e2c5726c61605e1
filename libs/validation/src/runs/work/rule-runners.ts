import { Injectable } from '@nestjs/common';
import type { Lane } from '@app/queue';
import { RuleRunner, type RuleJudge } from '../../rules/rule-runner';

/** Separate rule threads for each lane; started on demand. */
@Injectable()
export class RuleRunners implements Record<Lane, RuleJudge> {
  readonly urgent = new RuleRunner();
  readonly batch = new RuleRunner();

  async close(): Promise<void> {
    await Promise.all([this.urgent.close(), this.batch.close()]);
  }
}
