import { writerKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { TargetFinder } from '../target/target-finder';
import { ObservationRepository } from './observation.repository';
import { readObservations } from './observation.schema';

/** Observations of an asset's data, which SLAs are checked against. */
@Injectable()
export class ObservationService {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly observations: ObservationRepository,
  ) {}

  /**
   * Stores one observation or a list of them, all or none. The same again changes nothing.
   *
   * @param asset its id
   * @returns how many different ones there were
   */
  async push(actor: Actor, type: string, asset: string, body: unknown): Promise<{ stored: number }> {
    const observations = readObservations(body);
    const target = await this.targets.find(actor, type, asset, 'EditTests');
    await this.database.queuedTransaction([writerKey(type, target)], async (tx) => {
      await this.targets.hold(tx, target);
      await this.observations.put(tx, target.node, observations);
    });
    return { stored: observations.length };
  }
}
