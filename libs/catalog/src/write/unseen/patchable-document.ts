import { copyOfJson } from '@app/common';
import { bodyWithin } from '../../schema/entity-body';
import type { EntityDocument } from '../entity-behaviour';
import type { Origins } from './match-items';
import { requireUnnamed, restored, type MergedBody, type WriterSight } from './writer-sight';

/** A document as its writer sees it, to be changed in place by a patch. */
export class PatchableDocument {
  constructor(
    readonly document: EntityDocument,
    private readonly sight?: WriterSight,
    private readonly origins?: Origins,
  ) {}

  /**
   * What is to be stored for the patched document.
   * @throws {AppError} BAD_REQUEST, and NOT_FOUND where the patch names what is hidden
   */
  merged(patched: EntityDocument): MergedBody {
    const { sight, origins } = this;
    if (!sight) return { body: patched };
    const { body } = bodyWithin(sight.entityType, copyOfJson(patched));
    requireUnnamed(sight, body);
    return { body: restored(sight, patched, origins), seen: { body, previous: sight.shown } };
  }
}
