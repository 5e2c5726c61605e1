import type { AccessControl } from '@app/auth';
import { query } from '@app/database';
import type { EntityDraft, WriteContext } from '../entity-draft';
import type { LockedEntity } from '../entity-write.repository';

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
