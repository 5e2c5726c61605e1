import { checkJsonValue, TimeSlice } from '@app/common';
import { patchedAs } from '../../compatibility/patched-as';
import { withUnnamed } from '../../compatibility/unnamed-members';
import type { EntityType } from '../../definition/entity-type';
import { bodyWithin } from '../../schema/entity-body';
import { requireNoGrowth } from '../../schema/no-growth';
import { withChangedTextFields } from '../../schema/text-fields';
import type { PatchOperation } from '../../document/patch/patch-operation';
import type { WriteOptions } from '../entity-draft';
import type { StoredEntity } from '../entity-update';
import { mergedPut, type UnseenOfPut } from '../unseen/merged-put';
import type { PatchableDocument } from '../unseen/patchable-document';
import type { CheckedBody, DraftedBody } from './draft';

/** The document that an entity is to become. */
export type NextBody = DraftedBody & StoredEntity;

export interface PatchOptions {
  /** A patch of the document as the OpenMetadata API shows it. */
  readonly compatible?: boolean;
  readonly writeOptions?: WriteOptions;
}

/**
 * The body of a PUT, merged with what is stored. Of a document of some megabytes each step takes tens of milliseconds.
 * @throws {AppError} BAD_REQUEST, NOT_FOUND
 */
export async function bodyOfPut(
  entityType: EntityType,
  received: CheckedBody,
  { locked, current }: StoredEntity,
  unseen: UnseenOfPut,
  keeps?: readonly string[],
): Promise<NextBody> {
  const slice = new TimeSlice();
  requireNoGrowth(entityType, received.excesses, current);
  await slice.turn();
  const sent = received.compatible ? withUnnamed(entityType, current, received.body) : received.body;
  const { body, seen } = mergedPut(entityType, current, sent, unseen, keeps);
  await slice.turn();
  return { received: { ...received, body }, locked, current, seen };
}

/** The document of the entity with the patch applied to it. @throws {AppError} BAD_REQUEST */
export async function bodyOfPatch(
  entityType: EntityType,
  operations: readonly PatchOperation[],
  { locked, current }: StoredEntity,
  patchable: PatchableDocument,
  { compatible = false, writeOptions = {} }: PatchOptions,
): Promise<NextBody> {
  const slice = new TimeSlice();
  const patched = await patchedAs(entityType, patchable.document, operations, { compatible, slice });
  const { body: merged, seen } = await patchable.merged(patched);
  checkJsonValue(merged);
  await slice.turn();
  const { body, excesses } = bodyWithin(entityType, merged);
  requireNoGrowth(entityType, excesses, current);
  await slice.turn();
  const received = { body: withChangedTextFields(entityType, current, body), excesses, writeOptions };
  await slice.turn();
  return { received, locked, current, seen };
}
