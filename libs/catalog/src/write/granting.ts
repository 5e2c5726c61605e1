import type { AccessControl, AccessObject } from '@app/auth';
import { AppError } from '@app/common';
import type { Actor } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityDocument } from './entity-behaviour';
import type { EntityDraft } from './entity-draft';

/**
 * Whoever writes a relation that grants permissions could give themselves every right: no role and no ownership serves.
 * @param written names of the members that are written
 * @throws {AppError} FORBIDDEN
 */
export function requireAdministrator(actor: Actor, entityType: EntityType, written: readonly string[]): void {
  if (actor.isAdmin || !written.some((name) => entityType.relations[name]?.grants)) return;
  throw new AppError('FORBIDDEN', `Principal ${actor.name} is not allowed: operations [EditAll] on ${entityType.type}`);
}

/**
 * Owners may do nearly everything: nobody becomes one by their own word who may not do as much already, neither alone nor by a
 * team. What grants permissions, as a team does, is given to its owners by administrators only.
 * @throws {AppError} FORBIDDEN
 */
export function requireOtherOwners(
  access: AccessControl,
  actor: Actor,
  { entityType, relations }: EntityDraft,
  object: AccessObject,
): void {
  const isOurs = (id: string): boolean => actor.ownerIds.has(id);
  if (object.ownerIds.some(isOurs) || !relations.get('owners')?.some(({ id }) => isOurs(id))) return;
  if (grants(entityType)) requireAdministrator(actor, entityType, Object.keys(entityType.relations));
  else access.require(actor, ['EditAll'], entityType.type, object);
}

/** Whether the type has a relation that gives permissions. */
function grants(entityType: EntityType): boolean {
  return Object.values(entityType.relations).some((relation) => relation.grants);
}

/** @throws {AppError} FORBIDDEN for what a new entity would give that only an administrator gives */
export function requireMayGive(access: AccessControl, actor: Actor, draft: EntityDraft): void {
  const { entityType, relations } = draft;
  const given = [...relations].filter(([, targets]) => targets.length).map(([name]) => name);
  requireAdministrator(actor, entityType, given);
  if (grants(entityType)) requireOtherOwners(access, actor, draft, { id: draft.id, ownerIds: [] });
}

/**
 * What grants permissions grants them again once it is back: by an administrator, or by those who own it.
 * @throws {AppError} FORBIDDEN
 */
export function requireMayRevive(actor: Actor, entityType: EntityType, document: EntityDocument): void {
  const owners = (document.owners as { id: string }[] | undefined) ?? [];
  if (!grants(entityType) || owners.some(({ id }) => actor.ownerIds.has(id))) return;
  requireAdministrator(actor, entityType, Object.keys(entityType.relations));
}
