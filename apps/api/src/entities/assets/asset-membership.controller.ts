import { AssetMembership, toEntityKey, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { sendJson } from '../../http/representation/answer';
import { operationResult } from '../bulk/bulk-answer';
import { schemaName } from '../entity-schemas';
import { LabelledAssetsDto } from '../entity.dto';
import { DescribedMembership } from './described-assets';

/** Assigns assets to an entity of one type, which is named by its FQN, or by its id. */
export function assetMembershipController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;
  // Each asset is judged by itself.
  const access = { operation: 'ViewBasic', resource } as const;

  @Controller(`v1/${collection}`)
  class AssetMembershipController {
    constructor(private readonly members: AssetMembership) {}

    @Put(':fqn/assets/add')
    @Access(access)
    @DescribedMembership(entityType, 'add')
    add(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: LabelledAssetsDto,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.change(actor, fqn, body, 'add', reply);
    }

    @Put(':fqn/assets/remove')
    @Access(access)
    @DescribedMembership(entityType, 'remove')
    remove(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: LabelledAssetsDto,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.change(actor, fqn, body, 'remove', reply);
    }

    private async change(
      actor: Actor,
      fqn: string,
      { assets }: LabelledAssetsDto,
      way: 'add' | 'remove',
      reply: FastifyReply,
    ): Promise<void> {
      const outcomes = await this.members.change(actor, resource, toEntityKey(fqn), assets, way);
      const { status, json } = operationResult(assets.map(named), outcomes);
      sendJson(reply, json, { status });
    }
  }
  Object.defineProperty(AssetMembershipController, 'name', {
    value: `${schemaName(entityType)}AssetMembershipController`,
  });
  return AssetMembershipController;
}

/** The name of a refused row, as it was sent. */
const named = ({ id, fullyQualifiedName }: { id?: string; fullyQualifiedName?: string }): { name?: string } => ({
  name: fullyQualifiedName ?? id,
});
