import type { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { run } from '@app/database';
import type { Transaction } from '@app/database';
import type { EntityDraft } from '../entity-draft';
import type { LockedEntity } from '../entity-store';

/**
 * Who moves an entity must be allowed to put it where it goes: whoever may create such entities may anywhere, others where they may
 * edit the new parent.
 * @throws {AppError} FORBIDDEN
 */
export async function requirePlace(
  tx: Transaction,
  access: AccessControl,
  actor: Actor,
  { entityType, parent }: EntityDraft,
  { parent: before }: LockedEntity,
): Promise<void> {
  if ((parent?.node ?? null) === before || access.allows(actor, 'Create', entityType.type)) return;
  if (!parent) return access.require(actor, ['Create'], entityType.type);
  const [row] = await run<{ ids: string[] }>(tx, `select owner_ids($1::bigint) as ids`, [parent.node]);
  access.require(actor, ['EditAll'], parent.type, { id: parent.id, ownerIds: row?.ids ?? [] });
}
