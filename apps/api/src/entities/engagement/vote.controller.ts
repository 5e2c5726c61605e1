import { Votes, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { UuidParam } from '../../http/input';
import { sendWritten } from '../entity-answer';
import { speaksAs } from '../speaks-as';
import { DescribedVote } from './described-engagement';
import { VoteDto } from '../entity.dto';

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
      @Body() { updatedVoteType }: VoteDto,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendWritten(reply, await this.votes.vote(actor, entityType, id, updatedVoteType), collection, false);
    }
  }
  return VoteController;
}
