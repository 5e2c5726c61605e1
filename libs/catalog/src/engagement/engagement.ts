import { notFound } from '@app/common';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityReader } from '../read/entity-reader';
import type { EntityAnswer } from '../read/entity-reader';
import { allFields, parseFields } from '../read/field-list';
import { inTransaction } from '../read/queryable';
import { Visibility } from '../read/visibility/visibility';
import { EntityStore } from '../write/entity-store';

/** A live entity, locked, with those who own it. */
export interface HeldEntity {
  readonly node: string;
  readonly id: string;
  readonly ownerIds: readonly string[];
}

/** What people do with an entity beside changing it: it is locked, so that two acts of one person come one after the other. */
@Injectable()
export class Engagement {
  constructor(
    private readonly store: EntityStore,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} FORBIDDEN where the actor may not view it, NOT_FOUND */
  async hold(tx: Transaction, actor: Actor, entityType: EntityType, id: string): Promise<HeldEntity> {
    this.visibility.condition(actor, entityType);
    const locked = await this.store.lock(tx, entityType, { id });
    if (!locked || locked.deleted_by !== null) throw notFound(entityType.type, id);
    await this.visibility.requireVisible(inTransaction(tx), actor, entityType, locked);
    const owned = parseFields(entityType, 'owners', false);
    const { json } = await this.reader.read(inTransaction(tx), entityType, { id }, owned, 'non-deleted');
    const owners = (JSON.parse(json) as { owners?: { id: string }[] }).owners ?? [];
    return { node: locked.node, id: locked.id, ownerIds: owners.map((owner) => owner.id) };
  }

  answer(tx: Transaction, entityType: EntityType, id: string): Promise<EntityAnswer> {
    return this.reader.read(inTransaction(tx), entityType, { id }, allFields(entityType), 'non-deleted');
  }
}
