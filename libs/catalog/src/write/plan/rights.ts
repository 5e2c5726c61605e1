import type { AccessControl, AccessObject, ObjectRequest } from '@app/auth';
import { conflict, forbidden, hiddenFrom, type Actor, type Operation } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityDraft } from '../entity-draft';
import type { LockedEntity } from '../entity-update';

/** The writer, with what its rights on one entity follow from. */
export interface WriterRights {
  readonly actor: Actor;
  readonly access: AccessControl;
  readonly object: AccessObject;
  /** Whether a rule hides the entity from the actor. */
  readonly isHidden: boolean;
}

/** An entity that the actor has some permission to write, with the data its permissions depend on. */
export interface OpenedEntity extends LockedEntity {
  readonly object: AccessObject;
}

/** @throws {AppError} NOT_FOUND, also for one that is hidden from the actor; FORBIDDEN */
export function openedByKey(
  { actor, access, object, isHidden }: WriterRights,
  { type }: EntityType,
  entity: LockedEntity,
  asked: ObjectRequest,
): OpenedEntity {
  if (isHidden) throw hiddenFrom(actor, type, asked.key);
  access.requireObject(actor, type, object, asked);
  return { ...entity, object };
}

/**
 * `openedByKey` for an entity that a PUT named. One that the actor may not see is answered as a free name is: who may not create is refused
 * for that. Others learn that the name is taken.
 * @throws {AppError} CONFLICT, FORBIDDEN
 */
export function openedByName(
  rights: WriterRights,
  entityType: EntityType,
  entity: LockedEntity,
  oneOf: ObjectRequest['oneOf'],
): OpenedEntity {
  const { actor, access, object, isHidden } = rights;
  const { type } = entityType;
  if (isHidden || !access.allows(actor, 'ViewBasic', type, object)) {
    if (!access.allows(actor, 'Create', type, object)) throw forbidden(actor, ['Create'], type);
    if (isHidden) throw conflict(`${type} ${entity.fqn} already exists`);
  }
  access.requireObject(actor, type, object, { key: entity.fqn, oneOf });
  return { ...entity, object };
}

/**
 * Writing a relation that grants permissions would allow self-escalation, so it requires an administrator: neither roles nor
 * ownership suffice.
 * @param written names of the written members
 * @throws {AppError} FORBIDDEN
 */
export function requireAdministrator(actor: Actor, entityType: EntityType, written: readonly string[]): void {
  if (actor.isAdmin || !written.some((name) => entityType.relations[name]?.grants)) return;
  throw forbidden(actor, ['EditAll'], entityType.type);
}

/**
 * Owners have nearly all permissions: users may not make themselves owners, directly or through a team, unless they already have
 * these permissions. Owners of entities that grant permissions, such as teams, are assigned by administrators and by their owners.
 * @throws {AppError} FORBIDDEN
 */
export function requireOtherOwners(
  access: AccessControl,
  actor: Actor,
  { entityType, relations }: EntityDraft,
  object: AccessObject,
): void {
  const isOurs = (id: string): boolean => actor.ownerIds.has(id);
  const given = relations.get('owners') ?? [];
  if (object.ownerIds.some(isOurs) || !given.length) return;
  if (grants(entityType)) requireAdministrator(actor, entityType, Object.keys(entityType.relations));
  else if (given.some(({ id }) => isOurs(id))) access.require(actor, ['EditAll'], entityType.type, object);
}

/** Whether the type has a relation that grants permissions. */
function grants(entityType: EntityType): boolean {
  return Object.values(entityType.relations).some((relation) => relation.grants);
}

/** @throws {AppError} FORBIDDEN if a new entity would grant what only an administrator may grant */
export function requireMayGive(access: AccessControl, actor: Actor, draft: EntityDraft): void {
  const { entityType, relations } = draft;
  const given = [...relations].filter(([, targets]) => targets.length).map(([name]) => name);
  requireAdministrator(actor, entityType, given);
  if (grants(entityType)) requireOtherOwners(access, actor, draft, { id: draft.id, ownerIds: [] });
}

/**
 * Requires an administrator to delete or restore an entity from which others have something, such as the roles and policies that members
 * have from their team, and its denials: these end with it and come back with it. It does also where it gives nothing at the moment, since
 * the answer would reveal relations that are hidden from the caller.
 * @throws {AppError} FORBIDDEN
 */
export function requireMayEnd(actor: Actor, entityType: EntityType): void {
  if (actor.isAdmin || !entityType.traits.givesRights) return;
  throw forbidden(actor, ['EditAll'], entityType.type);
}

/**
 * A restored entity grants its permissions again.
 * @throws {AppError} FORBIDDEN
 */
export function requireMayRevive(actor: Actor, entityType: EntityType): void {
  requireMayEnd(actor, entityType);
  if (grants(entityType)) requireAdministrator(actor, entityType, Object.keys(entityType.relations));
}

/** Operations on a parent for what is placed below it, where they are not EditAll; a contract takes no more than the right to create it. */
const PLACING: Readonly<Record<string, Operation | undefined>> = { testCase: 'EditTests', dataContract: undefined };

/** The operation on a parent that placing an entity of the type below it requires; undefined: none. */
export function placingOperation({ type }: EntityType): Operation | undefined {
  return type in PLACING ? PLACING[type] : 'EditAll';
}
