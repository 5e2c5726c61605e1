import { AccessControl, Principals } from '@app/auth';
import {
  EntityFinder,
  type FoundEntity,
  type NamedReference,
  type Reference,
  referenceKey,
  Visibility,
} from '@app/catalog';
import { AppError, forbidden, notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { IncidentAction } from './contract-incident';
import { isForPeople } from './incident-actions';

const CONTRACT = 'dataContract';

/** The part of an incident that rights depend on. */
export interface ActedOn {
  readonly contract: Pick<Reference, 'id'>;
  readonly assignee: Pick<Reference, 'id'> | null;
}

/** Judges who may do what with incidents, and to whom they may be assigned. */
@Injectable()
export class IncidentRights {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly principals: Principals,
  ) {}

  /** The contract, which the actor may view. @throws {AppError} NOT_FOUND, FORBIDDEN */
  contract(actor: Actor, id: string): Promise<FoundEntity> {
    return this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
  }

  /**
   * Lets those act who may edit tests of the contract's asset, own the contract, or have the incident; bots only what needs no decision.
   *
   * @param asset of the contract, by type and id
   * @throws {AppError} FORBIDDEN
   */
  async require(
    actor: Actor,
    action: IncidentAction | 'open',
    incident: ActedOn,
    asset: Pick<Reference, 'type' | 'id'>,
  ): Promise<void> {
    if (action === 'comment') return;
    if (actor.isBot && (action === 'open' || isForPeople(action)))
      throw new AppError(
        'FORBIDDEN',
        `Principal ${actor.name} is not allowed: a bot may acknowledge incidents and comment on them`,
      );
    if (incident.assignee && actor.ownerIds.has(incident.assignee.id)) return;
    const [contract, found] = await Promise.all([
      this.finder.find(CONTRACT, { id: incident.contract.id }),
      this.finder.find(asset.type, { id: asset.id }),
    ]);
    const isOwner = contract?.ownerIds.some((id) => actor.ownerIds.has(id)) ?? false;
    if (isOwner || (found && this.access.allows(actor, 'EditTests', asset.type, found))) return;
    throw forbidden(actor, ['EditTests'], asset.type, asset.id);
  }

  /**
   * The user or team that an incident is assigned to: no bot, and one that may view the contract.
   *
   * @throws {AppError} NOT_FOUND
   */
  async assignee(actor: Actor, reference: NamedReference, contract: string): Promise<FoundEntity> {
    const { type, id } = reference;
    const key = referenceKey(reference);
    const own = await this.finder.find(type, key);
    const isOwn = own !== undefined && !own.deleted && actor.ownerIds.has(own.id);
    const found = isOwn ? own : await this.finder.findFor(actor, 'ViewBasic', type, key);
    if (type === 'user' && !(await this.mayBeAssigned(found, contract))) throw notFound(type, id ?? found.fqn);
    return found;
  }

  private async mayBeAssigned({ name }: FoundEntity, contract: string): Promise<boolean> {
    const person = await this.principals.find({ who: { name }, addedRoles: [], mayAdministrate: true });
    if (!person || person.isBot) return false;
    const seen = await this.visibility.seenOf(this.database, person, [{ type: CONTRACT, id: contract }]);
    return seen.length > 0;
  }
}
