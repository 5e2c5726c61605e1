import { AssetMembership, toEntityKey, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { sendJson } from '../../http/representation/answer';
import { operationResult } from '../bulk/bulk-answer';
import { LabelledAssetsDto } from '../entity.dto';
import { DescribedMembership } from './described-assets';

/** Assigns assets to an entity of one type, which is named by its FQN, or by its id, or takes them from it. */
export function assetMembershipController(entityType: EntityType, way: 'add' | 'remove'): Type<unknown> {
  const { collection, type: resource } = entityType;

  @Controller(`v1/${collection}/:fqn/assets/${way}`)
  class AssetMembershipController {
    constructor(private readonly members: AssetMembership) {}

    @Put()
    // Each asset is judged by itself.
    @Access({ operation: 'ViewBasic', resource })
    @DescribedMembership(entityType, way)
    async change(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() { assets }: LabelledAssetsDto,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const outcomes = await this.members.change(actor, resource, toEntityKey(fqn), assets, way);
      const { status, json } = operationResult(assets.map(named), outcomes);
      sendJson(reply, json, { status });
    }
  }
  return AssetMembershipController;
}

/** The name of a refused row, as it was sent. */
const named = ({ id, fullyQualifiedName }: { id?: string; fullyQualifiedName?: string }): { name?: string } => ({
  name: fullyQualifiedName ?? id,
});
