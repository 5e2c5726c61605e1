import {
  EntityFinder,
  entityTypes,
  type FoundEntity,
  type NamedReference,
  type Reference,
  referenceKey,
  Visibility,
} from '@app/catalog';
import type { Actor, Operation } from '@app/common';
import { Conditions, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { isSeenParty } from '../party-conditions';

const CONTRACT = 'dataContract';

/** Finds what a declaration or an invitation is of, a contract and a party: oneself and one's own teams also for who may view no users and teams. */
@Injectable()
export class DeclarationEnds {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN */
  contract(actor: Actor, id: string, operation: Operation = 'ViewBasic'): Promise<FoundEntity> {
    return this.finder.findFor(actor, operation, CONTRACT, { id });
  }

  /** @throws {AppError} NOT_FOUND */
  async party(actor: Actor, reference: NamedReference): Promise<FoundEntity> {
    const [{ type }, key] = [reference, referenceKey(reference)];
    const own = await this.finder.find(type, key);
    if (own && !own.deleted && actor.ownerIds.has(own.id)) return own;
    return this.finder.findFor(actor, 'ViewBasic', type, key);
  }

  async seesParty(actor: Actor, party: Reference): Promise<boolean> {
    return actor.ownerIds.has(party.id) || (await this.visibility.seenOf(this.database, actor, [party])).length > 0;
  }

  /** Conditions of a list of one contract, on a party `p`: those that are hidden from the actor are left out. */
  ofContract(actor: Actor): Conditions {
    const filter = Conditions.of();
    const seen = isSeenParty(this.visibility, actor, filter.bind);
    return seen === undefined ? filter : filter.add(seen);
  }

  /** The same of all contracts `e` that the actor may view. */
  ofAll(actor: Actor): Conditions {
    return this.ofContract(actor).within(this.visibility.condition(actor, entityTypes.get(CONTRACT)));
  }
}
