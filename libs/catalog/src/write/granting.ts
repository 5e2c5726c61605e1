import type { AccessControl, AccessObject } from '@app/auth';
import { forbidden, type Actor } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityDraft, WriteContext } from './entity-draft';
import { query } from '@app/database';
import type { LockedEntity } from './entity-write.repository';

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
 * What others have from an entity, such as the roles and policies that members have from their team, and its denials, ends with it and
 * comes back with it: deleting and restoring it requires an administrator. It does also where it gives nothing at the moment, since the
 * answer would tell of relations that are hidden from the caller.
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

/**
 * Placing a new or moved entity below a parent requires permission to edit the parent, because children inherit its owners. A root
 * requires only the permission to create.
 * @throws {AppError} FORBIDDEN
 */
export async function requirePlace(
  { tx, actor, entityType }: WriteContext,
  access: AccessControl,
  { parent }: Pick<EntityDraft, 'parent'>,
  before?: LockedEntity,
): Promise<void> {
  if (before && (parent?.node ?? null) === before.parent) return;
  if (!parent) return access.require(actor, ['Create'], entityType.type);
  const operation = entityType.type === 'testCase' ? 'EditTests' : 'EditAll';
  if (access.scope(actor, operation, parent.type) === 'all') return;
  const [row] = await query<{ ids: string[] }>(tx, `select owner_ids($1::bigint) as ids`, [parent.node]);
  access.require(actor, [operation], parent.type, { id: parent.id, ownerIds: row?.ids ?? [] });
}
