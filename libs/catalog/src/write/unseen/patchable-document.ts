import { copyOfJson } from '@app/common';
import { bodyWithin } from '../../schema/entity-body';
import type { EntityDocument } from '../../definition/entity-document';
import type { Origins } from './match-items';
import { requiredUnseen, restored, unseenFields, type MergedBody, type WriterSight } from './writer-sight';

/** A document as its writer sees it, to be changed in place by a patch. */
export class PatchableDocument {
  constructor(
    readonly document: EntityDocument,
    private readonly sight?: WriterSight,
    private readonly origins?: Origins,
    /** Leaves out of a body what its writer does not see. */
    private readonly dropUnseen?: (body: EntityDocument) => Promise<void>,
  ) {}

  /**
   * The body that is to be stored for the patched document.
   * @throws {AppError} BAD_REQUEST
   */
  async merged(patched: EntityDocument): Promise<MergedBody> {
    const { sight, origins } = this;
    await this.dropUnseen?.(patched);
    if (!sight) return { body: patched };
    const lacking = requiredUnseen(sight, patched);
    const { body } = bodyWithin(sight.entityType, copyOfJson({ ...patched, ...lacking }));
    for (const name of Object.keys(lacking)) delete body[name];
    const seen = { body, previous: sight.shown, unseenFields: unseenFields(sight, body) };
    return { body: restored(sight, patched, origins), seen };
  }
}
