import { isVote, VOTES, Votes } from '@app/catalog';
import type { EntityType, Vote } from '@app/catalog';
import { invalidFields } from '@app/common';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { UuidParam } from '../../http/input';
import { sendWritten } from '../entity-answer';
import { schemaName } from '../entity-schemas';
import { speaksAs } from '../speaks-as';
import { DescribedVote } from './described-engagement';

/** Votes on entities of one type. */
export function voteController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;

  @speaksAs(entityType)
  @Controller(`v1/${collection}`)
  class VoteController {
    constructor(private readonly votes: Votes) {}

    @Put(':id/vote')
    @Access({ operation: 'ViewBasic', resource })
    @DescribedVote(entityType)
    async vote(
      @CurrentActor() actor: Actor,
      @UuidParam('id') id: string,
      @Body() body: unknown,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendWritten(reply, await this.votes.vote(actor, entityType, id, voteOf(body)), collection, false);
    }
  }
  Object.defineProperty(VoteController, 'name', { value: `${schemaName(entityType)}VoteController` });
  return VoteController;
}

/** @throws {AppError} BAD_REQUEST */
function voteOf(body: unknown): Vote {
  const { updatedVoteType, ...rest } = (body ?? {}) as Record<string, unknown>;
  const faults = Object.keys(rest).map((field) => ({ field, message: 'is unknown here; known: updatedVoteType' }));
  if (!isVote(updatedVoteType))
    faults.push({
      field: 'updatedVoteType',
      message: `must be one of ${VOTES.join(', ')}; got ${JSON.stringify(updatedVoteType)}`,
    });
  if (faults.length) throw invalidFields(faults);
  return updatedVoteType as Vote;
}
