import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityAnswer } from '../read/entity-answer';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { writerKey } from '../write/writer-keys';
import { Engagement } from './engagement';

/**
 * Followers of an entity. Users may follow and unfollow for themselves; following on behalf of another user requires permission to
 * edit the entity. The entity's version does not change.
 */
@Injectable()
export class Followers {
  constructor(
    private readonly database: Database,
    private readonly engagement: Engagement,
    private readonly resolver: ReferenceResolver,
    private readonly access: AccessControl,
  ) {}

  /** Returns the full entity. @throws {AppError} NOT_FOUND for the entity or the user, FORBIDDEN */
  async follow(actor: Actor, entityType: EntityType, id: string, userId: string): Promise<EntityAnswer> {
    return this.database.queuedTransaction([writerKey(entityType.type, { id })], async (tx) => {
      const held = await this.engagement.hold({ tx, actor, entityType }, id);
      if (userId !== actor.id) this.access.require(actor, ['EditAll'], entityType.type, held.object);
      const [user] = await this.resolver.references(tx, actor, 'id', ['user'], [userId]);
      await query(
        tx,
        `insert into entity_reference (from_node, relation, to_node, position) values ($1, 'followers', $2, 0)
         on conflict do nothing`,
        [held.node, user?.node],
      );
      return this.engagement.answer(tx, entityType, id);
    });
  }

  /** Idempotent: succeeds if the user does not follow. Deleted users can be removed as well. */
  async unfollow(actor: Actor, entityType: EntityType, id: string, userId: string): Promise<EntityAnswer> {
    return this.database.queuedTransaction([writerKey(entityType.type, { id })], async (tx) => {
      const held = await this.engagement.hold({ tx, actor, entityType }, id);
      if (userId !== actor.id) this.access.require(actor, ['EditAll'], entityType.type, held.object);
      await query(
        tx,
        `delete from entity_reference r using entity u
          where r.from_node = $1 and r.relation = 'followers' and u.node = r.to_node and u.id = $2`,
        [held.node, userId],
      );
      return this.engagement.answer(tx, entityType, id);
    });
  }
}
