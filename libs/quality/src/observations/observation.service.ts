import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { TargetFinder } from '../target/target-finder';
import { ObservationRepository } from './observation.repository';
import type { Observation, SentObservation } from './observation';

/** Observations of an asset's data, which SLAs are checked against. */
@Injectable()
export class ObservationService {
  constructor(
    private readonly targets: TargetFinder,
    private readonly observations: ObservationRepository,
  ) {}

  /**
   * Stores observations, all or none. Of those with the same kind, timestamp and source the last one counts; the same again changes nothing.
   *
   * @param asset its id
   * @returns how many different ones there were
   */
  async push(actor: Actor, type: string, asset: string, sent: readonly SentObservation[]): Promise<{ stored: number }> {
    const byKey = new Map<string, Observation>();
    for (const one of sent) {
      const observation = { ...one, source: one.source ?? '' };
      byKey.set(`${one.kind} ${one.timestamp} ${observation.source}`, observation);
    }
    const observations = [...byKey.values()];
    const target = await this.targets.find(actor, type, asset, 'EditTests');
    await this.targets.add(target, (tx) => this.observations.put(tx, target.node, observations));
    return { stored: observations.length };
  }
}
