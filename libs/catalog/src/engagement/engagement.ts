import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityAnswer } from '../read/entity-answer';
import { EntityReader } from '../read/entity-reader';
import { WriteAccess } from '../write/access/write-access';
import type { OpenedEntity } from '../write/plan/rights';
import type { WriteContext } from '../write/entity-draft';

/** User interactions with an entity that do not change it. The entity is locked, so that two actions are serialised. */
@Injectable()
export class Engagement {
  constructor(
    private readonly access: WriteAccess,
    private readonly reader: EntityReader,
  ) {}

  /** Requires only permission to view the entity. @throws {AppError} FORBIDDEN, NOT_FOUND */
  hold(context: WriteContext, id: string): Promise<OpenedEntity> {
    return this.access.open(context, { id }, { oneOf: [] });
  }

  answer(tx: Transaction, entityType: EntityType, id: string): Promise<EntityAnswer> {
    return this.reader.whole({ tx, entityType }, id, 'non-deleted');
  }
}
