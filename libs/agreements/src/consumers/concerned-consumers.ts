import { EntityFinder, member, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ConsumerRepository } from './consumer.repository';
import { isConcerned, type ConcernedConsumer } from './contract-consumer';

const CONTRACT = 'dataContract';

/** Finds the consumers of a contract whom its changes concern. */
@Injectable()
export class ConcernedConsumers {
  constructor(
    private readonly database: Database,
    private readonly consumers: ConsumerRepository,
    private readonly finder: EntityFinder,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Those whom a change of a contract concerns, by name; none that is hidden from the actor.
   *
   * @param changed paths of the columns that change; absent: anything may
   */
  async of(actor: Actor, contractId: string, changed?: readonly string[]): Promise<ConcernedConsumer[]> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id: contractId });
    const rows = await this.consumers.active(node);
    const parties = rows.map(({ party }) => party).filter(({ id }) => !actor.ownerIds.has(id));
    const seen = new Set((await this.visibility.seenOf(this.database, actor, parties)).map(({ id }) => id));
    return rows
      .filter(({ party }) => seen.has(party.id) || actor.ownerIds.has(party.id))
      .filter(({ columns }) => isConcerned(columns ?? undefined, changed))
      .map(({ id, party, columns, purpose }) => ({ id, party, ...member('columns', columns), purpose }));
  }
}
