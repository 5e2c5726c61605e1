import type { AccessControl, AccessObject } from '@app/auth';
import { forbidden, type Actor, type Operation } from '@app/common';
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
 * Whether a new entity may be created is judged by the owners of what it is to lie below, which it inherits.
 * @throws {AppError} FORBIDDEN
 */
export async function requireCreation(
  context: WriteContext,
  access: AccessControl,
  { parent }: Pick<EntityDraft, 'parent'>,
): Promise<void> {
  const { actor, entityType } = context;
  if (access.scope(actor, 'Create', entityType.type) === 'all') return;
  access.require(actor, ['Create'], entityType.type, { ownerIds: parent ? await ownersOf(context, parent) : [] });
}

/** Operations on a parent for what is placed below it, where they are not EditAll; a contract takes no more than the right to create it. */
const PLACING: Readonly<Record<string, Operation | undefined>> = { testCase: 'EditTests', dataContract: undefined };

/**
 * Placing a new or moved entity below a parent requires permission to edit the parent, because children inherit its owners. A root
 * requires only the permission to create.
 * @throws {AppError} FORBIDDEN
 */
export async function requirePlace(
  context: WriteContext,
  access: AccessControl,
  { parent }: Pick<EntityDraft, 'parent'>,
  before?: LockedEntity,
): Promise<void> {
  const { actor, entityType } = context;
  if (before && (parent?.node ?? null) === before.parent) return;
  if (!parent) return access.require(actor, ['Create'], entityType.type);
  const operation = entityType.type in PLACING ? PLACING[entityType.type] : 'EditAll';
  if (!operation || access.scope(actor, operation, parent.type) === 'all') return;
  access.require(actor, [operation], parent.type, { id: parent.id, ownerIds: await ownersOf(context, parent) });
}

async function ownersOf({ tx }: WriteContext, { node }: { readonly node: string }): Promise<readonly string[]> {
  const [row] = await query<{ ids: string[] }>(tx, `select owner_ids($1::bigint) as ids`, [node]);
  return row?.ids ?? [];
}
