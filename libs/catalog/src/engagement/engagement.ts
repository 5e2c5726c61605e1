import type { Actor } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { WriteAnswer } from '../write/write-answer';
import { EntityReader } from '../read/entity-reader';
import { WriteAccess } from '../write/access/write-access';
import type { OpenedEntity } from '../write/plan/rights';
import { writerKey } from '../write/writer-keys';

/** User interactions with an entity that do not change its version. The entity is locked, so that two actions are serialised. */
@Injectable()
export class Engagement {
  constructor(
    private readonly database: Database,
    private readonly access: WriteAccess,
    private readonly reader: EntityReader,
  ) {}

  /** Returns the full entity. Requires only permission to view it. @throws {AppError} FORBIDDEN, NOT_FOUND */
  act(
    actor: Actor,
    entityType: EntityType,
    id: string,
    work: (tx: Transaction, held: OpenedEntity) => Promise<void>,
  ): Promise<WriteAnswer> {
    return this.database.queuedTransaction([writerKey(entityType.type, { id })], async (tx) => {
      await work(tx, await this.access.open({ tx, actor, entityType }, { id }, { oneOf: [] }));
      return this.reader.whole({ tx, entityType }, id, 'non-deleted');
    });
  }
}
