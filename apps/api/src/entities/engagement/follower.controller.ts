import { Followers, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Delete, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { UuidParam } from '../../http/input';
import { sendWritten } from '../entity-answer';
import { FollowerDto } from '../entity.dto';
import { speaksAs } from '../speaks-as';
import { DescribedFollow, DescribedUnfollow } from './described-engagement';

/** Makes the controller of the followers of entities of one type. */
export function followerController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;

  @speaksAs(entityType)
  @Controller(`v1/${collection}`)
  class FollowerController {
    constructor(private readonly followers: Followers) {}

    @Put(':id/followers')
    @Access({ operation: 'ViewBasic', resource })
    @DescribedFollow(entityType)
    async follow(
      @CurrentActor() actor: Actor,
      @UuidParam('id') id: string,
      @Body() { id: user }: FollowerDto,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const answer = await this.followers.follow(actor, entityType, id, user);
      sendWritten(reply, answer, collection, false);
    }

    @Delete(':id/followers/:userId')
    @Access({ operation: 'ViewBasic', resource })
    @DescribedUnfollow(entityType)
    async unfollow(
      @CurrentActor() actor: Actor,
      @UuidParam('id') id: string,
      @UuidParam('userId') userId: string,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendWritten(reply, await this.followers.unfollow(actor, entityType, id, userId), collection, false);
    }
  }
  return FollowerController;
}
