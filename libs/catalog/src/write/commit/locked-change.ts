import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { versionText } from '../../read/entity-answer';
import type { WriteAnswer } from '../write-answer';
import { EntityReader } from '../../read/entity-reader';
import { nextDocument } from '../plan/next-document';
import { DraftBuilder } from '../draft-builder';
import type { EntityDocument } from '../../definition/entity-document';
import { EntityChanger, type WrittenChange } from '../entity-changer';
import type { WriteContext } from '../entity-draft';
import type { NextBody } from '../plan/body';
import { ruled, type DraftedBody } from '../plan/draft';
import type { OpenedEntity } from '../plan/rights';
import { takenMeanwhile } from '../taken-names';

/** Changes an entity that the transaction has locked. */
@Injectable()
export class LockedChange {
  constructor(
    private readonly database: Database,
    private readonly drafter: DraftBuilder,
    private readonly changer: EntityChanger,
    private readonly reader: EntityReader,
  ) {}

  /** If the draft changes nothing, the stored document is returned as read. @throws {AppError} */
  async write(
    context: WriteContext,
    opened: OpenedEntity,
    stored: WriteAnswer,
    next: NextBody & Pick<DraftedBody, 'location'>,
  ): Promise<WriteAnswer> {
    const draft = await this.drafter.draft(context, next);
    try {
      const change = await this.changer.apply(context, draft, opened, next.current);
      if (!change) return ruled(draft, stored);
      if (this.changer.isShownByDraft(change)) return changedAnswer(change, next.current, context.actor);
      const read = this.reader.whole(context, opened.id);
      // The answer is the last thing that is read.
      if (context.isAll) this.database.endsNow(context.tx);
      return ruled(draft, await read);
    } catch (error) {
      throw takenMeanwhile(error, draft);
    }
  }
}

function changedAnswer(
  { draft, version, updatedAt }: WrittenChange,
  before: EntityDocument,
  { name: updatedBy }: Actor,
): WriteAnswer {
  const json = nextDocument(draft, before, { version, updatedAt, updatedBy });
  return { json, id: draft.id, version: versionText(version) };
}
