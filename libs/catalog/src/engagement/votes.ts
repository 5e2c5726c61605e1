import type { Actor } from '@app/common';
import { query } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { WriteAnswer } from '../write/write-answer';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { Engagement } from './engagement';

export const VOTES = ['votedUp', 'votedDown', 'unVoted'] as const;
export type Vote = (typeof VOTES)[number];

/** The relations in which votes are stored. */
const RELATIONS: Record<Vote, string | undefined> = {
  votedUp: 'upVoters',
  votedDown: 'downVoters',
  unVoted: undefined,
};

const TAKE_BACK = `delete from entity_reference where from_node = $1 and to_node = $2 and relation in ('upVoters', 'downVoters')`;

const VOTE = `insert into entity_reference (from_node, relation, to_node, position) values ($1, $2, $3, 0)`;

/** Votes on an entity: one per user, the last one counts. */
@Injectable()
export class Votes {
  constructor(
    private readonly engagement: Engagement,
    private readonly resolver: ReferenceResolver,
  ) {}

  /** Returns the full entity. @throws {AppError} NOT_FOUND for the entity, FORBIDDEN */
  vote(actor: Actor, entityType: EntityType, id: string, vote: Vote): Promise<WriteAnswer> {
    return this.engagement.act(actor, entityType, id, async (tx, { node }) => {
      const [voter] = await this.resolver.references(tx, actor, 'voter', ['user'], [actor.id]);
      await query(tx, TAKE_BACK, [node, voter?.node]);
      const relation = RELATIONS[vote];
      if (relation) await query(tx, VOTE, [node, relation, voter?.node]);
    });
  }
}
