import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { NameRepository } from '../naming/name.repository';
import { TableLookup } from '../naming/table-lookup';
import { AssertionPublisher } from './assertion-publisher';
import { EdgePublisher } from './edge-publisher';
import { ObservationPublisher } from './observation-publisher';

/** Publishes all that events have said of a dataset or job before anybody knew which asset it is. */
@Injectable()
export class NamePublisher {
  constructor(
    private readonly names: NameRepository,
    private readonly lookup: TableLookup,
    private readonly edges: EdgePublisher,
    private readonly observations: ObservationPublisher,
    private readonly assertions: AssertionPublisher,
  ) {}

  /** Looks for the asset of a name that has none, or one of another spelling, and publishes what is known of it. @returns whether it found one */
  async arrive(tx: Transaction, actor: Actor, key: string): Promise<boolean> {
    const [resolved] = await this.lookup.store(tx, await this.lookup.meaningsIn(tx, [key]));
    if (!resolved) return false;
    if (resolved.left !== null) await this.edges.withdraw(tx, actor, [resolved.left]);
    await this.publish(tx, actor, key);
    return true;
  }

  /** @returns notes: what was left out */
  async publish(tx: Transaction, actor: Actor, key: string): Promise<string[]> {
    const [name] = await this.names.find(tx, [key]);
    if (!name?.asset) return [];
    const notes = await this.edges.publish(tx, actor, [key]);
    if (name.kind === 'job') return notes;
    await this.observations.publishDataset(tx, key);
    return [...notes, ...(await this.assertions.publish(tx, actor, [name.asset.node]))];
  }
}
