import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database, run } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityAnswer } from '../read/entity-reader';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { writerKey } from '../write/writer-keys';
import { Engagement } from './engagement';

/**
 * Who wants to hear of an entity. Everybody follows for themselves; whoever may edit the entity also has others follow it. No
 * change of the entity: its version stays.
 */
@Injectable()
export class Followers {
  constructor(
    private readonly database: Database,
    private readonly engagement: Engagement,
    private readonly resolver: ReferenceResolver,
    private readonly access: AccessControl,
  ) {}

  /** Answers with the entity in full. @throws {AppError} NOT_FOUND for the entity or the user, FORBIDDEN */
  async follow(actor: Actor, entityType: EntityType, id: string, userId: string): Promise<EntityAnswer> {
    return this.database.queuedTransaction([writerKey(entityType.type, { id })], async (tx) => {
      const held = await this.engagement.hold(tx, actor, entityType, id);
      if (userId !== actor.id) this.access.require(actor, ['EditAll'], entityType.type, held.object);
      const [user] = await this.resolver.references(tx, actor, 'id', ['user'], [userId]);
      await run(
        tx,
        `insert into entity_reference (from_node, relation, to_node, position) values ($1, 'followers', $2, 0)
         on conflict do nothing`,
        [held.node, user?.node],
      );
      return this.engagement.answer(tx, entityType, id);
    });
  }

  /** Who does not follow is not made to: the answer is the same. A deleted user can be taken off as well. */
  async unfollow(actor: Actor, entityType: EntityType, id: string, userId: string): Promise<EntityAnswer> {
    return this.database.queuedTransaction([writerKey(entityType.type, { id })], async (tx) => {
      const held = await this.engagement.hold(tx, actor, entityType, id);
      if (userId !== actor.id) this.access.require(actor, ['EditAll'], entityType.type, held.object);
      await run(
        tx,
        `delete from entity_reference r using entity u
          where r.from_node = $1 and r.relation = 'followers' and u.node = r.to_node and u.id = $2`,
        [held.node, userId],
      );
      return this.engagement.answer(tx, entityType, id);
    });
  }
}
