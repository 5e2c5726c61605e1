import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { WriteAnswer } from '../write/write-answer';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { Engagement } from './engagement';

const FOLLOW = `
  insert into entity_reference (from_node, relation, to_node, position) values ($1, 'followers', $2, 0)
  on conflict do nothing`;

const UNFOLLOW = `
  delete from entity_reference r using entity u
   where r.from_node = $1 and r.relation = 'followers' and u.node = r.to_node and u.id = $2`;

/**
 * Followers of an entity. Users may follow and unfollow for themselves; following on behalf of another user requires permission to
 * edit the entity.
 */
@Injectable()
export class Followers {
  constructor(
    private readonly engagement: Engagement,
    private readonly resolver: ReferenceResolver,
    private readonly access: AccessControl,
  ) {}

  /** Returns the full entity. @throws {AppError} NOT_FOUND for the entity or the user, FORBIDDEN */
  follow(actor: Actor, entityType: EntityType, id: string, userId: string): Promise<WriteAnswer> {
    return this.change(actor, entityType, id, userId, async (tx, node) => {
      const [user] = await this.resolver.references(tx, actor, 'id', ['user'], [userId]);
      await query(tx, FOLLOW, [node, user?.node]);
    });
  }

  /** Idempotent: succeeds if the user does not follow. Deleted users can be removed as well. */
  unfollow(actor: Actor, entityType: EntityType, id: string, userId: string): Promise<WriteAnswer> {
    return this.change(actor, entityType, id, userId, async (tx, node) => {
      await query(tx, UNFOLLOW, [node, userId]);
    });
  }

  private change(
    actor: Actor,
    entityType: EntityType,
    id: string,
    userId: string,
    work: (tx: Transaction, node: string) => Promise<void>,
  ): Promise<WriteAnswer> {
    return this.engagement.act(actor, entityType, id, async (tx, { node, object }) => {
      if (userId !== actor.id) this.access.require(actor, ['EditAll'], entityType.type, object);
      await work(tx, node);
    });
  }
}
