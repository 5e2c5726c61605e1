import type { AccessControl } from '@app/auth';
import { query } from '@app/database';
import type { EntityDraft, WriteContext } from './entity-draft';
import type { LockedEntity } from './entity-update';
import { placingOperation } from './plan/rights';

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
  const operation = placingOperation(entityType);
  if (!operation || access.scope(actor, operation, parent.type) === 'all') return;
  access.require(actor, [operation], parent.type, { id: parent.id, ownerIds: await ownersOf(context, parent) });
}

async function ownersOf({ tx }: WriteContext, { node }: { readonly node: string }): Promise<readonly string[]> {
  const [row] = await query<{ ids: string[] }>(tx, `select owner_ids($1::bigint) as ids`, [node]);
  return row?.ids ?? [];
}
