import { AccessControl, Principals, type Decision } from '@app/auth';
import { AppError, notFound, OPERATIONS, type Actor, type Operation } from '@app/common';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import { EntityFinder, toEntityKey, type FoundEntity } from './entity-finder';
import { Visibility } from '../visibility/visibility';

/** The resources that rules name beside the entity types. */
export const OTHER_RESOURCES = ['audit', 'lineage', 'search', 'setting', 'subscription', 'token'];

export interface OperationPermission {
  readonly operation: Operation;
  readonly access: Decision['access'];
  /** hidden: the principal may not view the entity (the rule says why), or something above it (no rule). For administrators. */
  readonly by?: Decision['by'] | 'hidden';
  readonly rule?: string;
  readonly policy?: string;
  readonly condition?: string;
}

export interface ResourcePermission {
  readonly resource: string;
  readonly permissions: readonly OperationPermission[];
}

/** Whether one of the ids owns a domain that the entity shows: its own, else those of the nearest that it lies in. */
const OWNS_DOMAIN: PreparedStatement = {
  name: 'permissions_owns_domain',
  text: `
    with recursive line (node, parent, depth) as (
      select e.node, e.parent, 0 from entity e where e.node = $1 union all
      select e.node, e.parent, l.depth + 1 from line l join entity e on e.node = l.parent),
    nearest as (
      select l.node from line l
       where (select true from entity_reference x where x.from_node = l.node and x.relation = 'domains' limit 1)
       order by l.depth limit 1)
    select exists (
      select from nearest n join entity_reference x on x.from_node = n.node and x.relation = 'domains'
        join entity d on d.node = x.to_node and d.deleted_by is null
       where owner_ids(d.node) && $2::text[]) as owns`,
};

type Decided = Pick<Decision, 'access' | 'rule'> & { readonly by: OperationPermission['by'] };

/**
 * Answers what a principal may do: to every user about itself; to administrators about all users, with what decided each operation; and to the
 * owners of an entity, and of a domain that it shows, about that entity.
 */
@Injectable()
export class Permissions {
  constructor(
    private readonly access: AccessControl,
    private readonly principals: Principals,
    private readonly finder: EntityFinder,
    private readonly visibility: Visibility,
    private readonly database: Database,
  ) {}

  /** On every resource. @throws {AppError} FORBIDDEN, NOT_FOUND for the principal */
  async list(actor: Actor, as?: string): Promise<ResourcePermission[]> {
    const principal = await this.principal(actor, as);
    return resources().map((resource) => this.inGeneral(actor, principal, resource));
  }

  /** On a resource in general. @throws {AppError} FORBIDDEN, NOT_FOUND for the principal or the resource */
  async ofResource(actor: Actor, resource: string, as?: string): Promise<ResourcePermission> {
    if (!resources().includes(resource)) throw notFound('resource', resource);
    return this.inGeneral(actor, await this.principal(actor, as), resource);
  }

  /**
   * On one entity, deleted ones included.
   * @param key its id or FQN
   * @throws {AppError} FORBIDDEN, NOT_FOUND, also for what is hidden from the caller
   */
  async ofObject(actor: Actor, type: string, key: string, as?: string): Promise<ResourcePermission> {
    const entityType = entityTypes.find(type);
    if (!entityType) throw notFound('resource', type);
    this.visibility.condition(actor, entityType);
    const object = await this.finder.find(type, toEntityKey(key));
    if (!object) throw notFound(type, key);
    await this.visibility.requireVisible(this.database, actor, entityType, object, key);
    const principal = await this.principal(actor, as, object);
    const isHidden = await this.visibility.hides(this.database, principal, type, object);
    const isOfAnother = principal !== actor;
    return this.on(actor, type, isOfAnother, (operation) => {
      if (!isHidden) return this.access.decide(principal, operation, type, object);
      const { access, rule } = this.access.decide(principal, 'ViewBasic', type, object);
      return { access: 'notAllow', by: 'hidden', ...(access === 'deny' && { rule }) };
    });
  }

  /** @param object about which the actor asks */
  private async principal(actor: Actor, as: string | undefined, object?: FoundEntity): Promise<Actor> {
    if (as === undefined || as === actor.name) return actor;
    if (!actor.isAdmin && !(object && (await this.isOwner(actor, object)))) {
      const who = object ? `administrators, and owners of the ${object.type} or of its domain,` : 'administrators';
      const message = `Principal ${actor.name} is not allowed: only ${who} ask for others`;
      const refusal = { actor, operations: ['ViewAll'], resource: 'user', key: as, reason: 'notAllowed' } as const;
      throw new AppError('FORBIDDEN', message, { refusal });
    }
    const principal = await this.principals.find({ who: { name: as }, addedRoles: [], mayAdministrate: true });
    if (!principal) throw notFound('user', as);
    const seen = await this.visibility.seenOf(this.database, actor, [{ type: 'user', id: principal.id }]);
    if (seen.length === 0) throw notFound('user', as);
    return principal;
  }

  private async isOwner(actor: Actor, { node, ownerIds }: FoundEntity): Promise<boolean> {
    if (ownerIds.some((id) => actor.ownerIds.has(id))) return true;
    const [row] = await this.database.read<{ owns: boolean }>(OWNS_DOMAIN, [node, [...actor.ownerIds]]);
    return row?.owns === true;
  }

  private inGeneral(asking: Actor, principal: Actor, resource: string): ResourcePermission {
    return this.on(asking, resource, principal !== asking, (operation) =>
      this.access.decide(principal, operation, resource),
    );
  }

  /** Policies by which something is decided are named to who may view all policies. */
  private on(
    asking: Actor,
    resource: string,
    isOfAnother: boolean,
    decide: (operation: Operation) => Decided,
  ): ResourcePermission {
    const namesRules = asking.isAdmin || this.access.scope(asking, 'ViewBasic', 'policy') === 'all';
    const permissions = OPERATIONS.map((operation) => {
      const { access, by, rule } = decide(operation);
      if (!asking.isAdmin && !isOfAnother) return { operation, access };
      return {
        operation,
        access,
        by,
        ...(rule && namesRules && { rule: rule.name, policy: rule.policy }),
        ...(rule?.condition && namesRules && { condition: rule.condition }),
      };
    });
    return { resource, permissions };
  }
}

function resources(): string[] {
  return [...entityTypes.names(), ...OTHER_RESOURCES];
}
