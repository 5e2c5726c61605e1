import { Injectable } from '@nestjs/common';
import type { Lane } from '@app/queue';
import { RuleRunner, type RuleJudge } from '../../rules/rule-runner';

/**
 * Maximum time of the rules of a run, in ms, at the first look. Rules of a usual contract take a few ms together; a
 * limit of a few slices lets a run of another user begin within a fraction of a second.
 */
export const FIRST_LOOK_MS = 100;

/** Each with threads of its own: no run waits for the rules of heavy ones but other heavy ones. */
export interface LaneRunners {
  /** Rejects with `HeavyRules`. */
  readonly first: RuleJudge;
  readonly heavy: RuleJudge;
}

/** Separate rule threads for each lane; started on demand. */
@Injectable()
export class RuleRunners implements Record<Lane, LaneRunners> {
  readonly urgent = laneRunners();
  readonly batch = laneRunners();

  async close(): Promise<void> {
    const runners = [this.urgent, this.batch].flatMap(({ first, heavy }) => [first, heavy]);
    await Promise.all(runners.map((runner) => runner.close()));
  }
}

function laneRunners() {
  return {
    first: new RuleRunner({ jobTime: FIRST_LOOK_MS, isFirstLook: true }),
    heavy: new RuleRunner(),
  };
}
