import { copyOfJson, EDIT_OPERATIONS } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { PatchOperation } from '../../document/patch/patch-operation';
import { operationsOfPatch } from '../../document/patch/patch-permission';
import type { StoredEntity } from '../entity-update';
import { requireVersion, type Precondition } from '../precondition';
import { PatchableDocument } from '../unseen/patchable-document';
import { bodyOfPatch, type PatchOptions } from './body';
import { planned, planOf, type Plan, type Surroundings } from './plan';
import { openedByKey, type WriterRights } from './rights';

export interface PatchRequest {
  /** The id or the FQN by which the entity was asked for. */
  readonly key: string;
  readonly operations: readonly PatchOperation[];
  readonly precondition: Precondition;
  readonly options: PatchOptions;
}

/** The plan of a PATCH, by a user who sees all of the entity. The order of refusals is that of every write (ADR 212). */
export function planPatch(
  entityType: EntityType,
  stored: StoredEntity,
  { key, operations, precondition, options }: PatchRequest,
  rights: WriterRights,
  surroundings: Surroundings,
): Promise<Plan> {
  return planned(async () => {
    const asked = { key, oneOf: EDIT_OPERATIONS, named: operationsOfPatch(entityType, operations) };
    openedByKey(rights, entityType, stored.locked, asked);
    requireVersion(precondition, stored.locked.version);
    const patchable = new PatchableDocument(copyOfJson(stored.current));
    const next = await bodyOfPatch(entityType, operations, stored, patchable, options);
    return planOf(entityType, next, rights, surroundings);
  });
}
