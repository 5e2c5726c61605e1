import { AppError, checkJsonValue, TimeSlice } from '@app/common';
import { Injectable } from '@nestjs/common';
import { patchedAs } from '../compatibility/patched-as';
import { bodyWithin } from '../schema/entity-body';
import { requireNoGrowth } from '../schema/no-growth';
import { withChangedTextFields } from '../schema/text-fields';
import { UnseenParts } from './access/unseen-parts';
import type { PatchOperation } from './document/patch/patch-operation';
import type { CheckedBody, DraftedBody } from './draft-builder';
import type { EntityDocument } from './entity-behaviour';
import type { WriteContext, WriteOptions } from './entity-draft';
import type { LockedEntity } from './entity-write.repository';
import type { Place } from './references/reference-resolver';
import type { MergedBody } from './unseen/writer-sight';

/** A stored entity that a write is to change: its row and its document with all fields. */
export interface StoredEntity {
  readonly locked: LockedEntity;
  readonly current: EntityDocument;
}

/** What an entity is to become. */
export type NextBody = DraftedBody & StoredEntity;

export interface PatchOptions {
  /** A patch of the document as the OpenMetadata API shows it. */
  readonly compatible?: boolean;
  readonly writeOptions?: WriteOptions;
}

/** What an entity is to become by a PUT or a PATCH, as its writer sees it. Of a document of some megabytes each step takes tens of milliseconds. */
@Injectable()
export class BodyMerger {
  constructor(private readonly unseen: UnseenParts) {}

  /** The body of a PUT, merged with what is stored. @throws {AppError} BAD_REQUEST, NOT_FOUND */
  async ofPut(
    context: WriteContext,
    received: CheckedBody,
    { locked, current }: StoredEntity,
    place?: Place,
  ): Promise<NextBody> {
    const slice = new TimeSlice();
    requireNoGrowth(context.entityType, received.excesses, current);
    await slice.turn();
    const [merged] = await this.unseen.mergedPuts(context, [current], [received.body]);
    if (merged instanceof AppError) throw merged;
    await slice.turn();
    const { body, seen } = merged as MergedBody;
    return { received: { ...received, body }, ...(place && { place }), locked, current, seen };
  }

  /** The document of the entity with the patch applied to it. @throws {AppError} BAD_REQUEST */
  async ofPatch(
    context: WriteContext,
    operations: readonly PatchOperation[],
    { locked, current }: StoredEntity,
    { compatible = false, writeOptions = {} }: PatchOptions,
  ): Promise<NextBody> {
    const { entityType } = context;
    const slice = new TimeSlice();
    const patchable = await this.unseen.patchable(context, current);
    await slice.turn();
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
}
