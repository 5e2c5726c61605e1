import { AccessControl, Principals, type Decision } from '@app/auth';
import { AppError, notFound, OPERATIONS, type Actor, type Operation } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import { EntityFinder, toEntityKey } from './entity-finder';
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

type Decided = Pick<Decision, 'access' | 'rule'> & { readonly by: OperationPermission['by'] };

/** Answers what a principal may do: to every user about itself, to administrators about all users, with what decided each operation. */
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
    const principal = await this.principal(actor, as);
    this.visibility.condition(actor, entityType);
    const object = await this.finder.find(type, toEntityKey(key));
    if (!object) throw notFound(type, key);
    await this.visibility.requireVisible(this.database, actor, entityType, object, key);
    const isHidden = await this.visibility.hides(this.database, principal, type, object);
    return this.on(actor, type, (operation) => {
      if (!isHidden) return this.access.decide(principal, operation, type, object);
      const { access, rule } = this.access.decide(principal, 'ViewBasic', type, object);
      return { access: 'notAllow', by: 'hidden', ...(access === 'deny' && { rule }) };
    });
  }

  private async principal(actor: Actor, as: string | undefined): Promise<Actor> {
    if (as === undefined || as === actor.name) return actor;
    if (!actor.isAdmin) {
      const message = `Principal ${actor.name} is not allowed: only administrators ask for others`;
      const refusal = { actor, operations: ['ViewAll'], resource: 'user', key: as, reason: 'notAllowed' } as const;
      throw new AppError('FORBIDDEN', message, { refusal });
    }
    const principal = await this.principals.find({ who: { name: as }, addedRoles: [], mayAdministrate: true });
    if (!principal) throw notFound('user', as);
    return principal;
  }

  private inGeneral(asking: Actor, principal: Actor, resource: string): ResourcePermission {
    return this.on(asking, resource, (operation) => this.access.decide(principal, operation, resource));
  }

  private on(asking: Actor, resource: string, decide: (operation: Operation) => Decided): ResourcePermission {
    const permissions = OPERATIONS.map((operation) => {
      const { access, by, rule } = decide(operation);
      if (!asking.isAdmin) return { operation, access };
      return {
        operation,
        access,
        by,
        ...(rule && { rule: rule.name, policy: rule.policy }),
        ...(rule?.condition && { condition: rule.condition }),
      };
    });
    return { resource, permissions };
  }
}

function resources(): string[] {
  return [...entityTypes.names(), ...OTHER_RESOURCES];
}
