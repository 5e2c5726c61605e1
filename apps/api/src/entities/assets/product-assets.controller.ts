import { ProductAssets, toEntityKey, type EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { BodyLimit } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { AssetsDto } from '../entity.dto';
import { DescribedAssets } from './described-assets';

const ACCESS = { operation: 'EditAll', resource: 'dataProduct' } as const;

/** The assets of a data product, which is named by its FQN, or by its id. */
@Controller('v1/dataProducts')
export class ProductAssetsController {
  constructor(private readonly products: ProductAssets) {}

  @Put(':fqn/assets/add')
  @Access(ACCESS)
  @BodyLimit()
  @DescribedAssets('addDataProductAssets', 'Add assets to a data product')
  add(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Body() body: AssetsDto, @Res() reply: FastifyReply) {
    return this.change(actor, toEntityKey(fqn), body, 'add', reply);
  }

  @Put(':fqn/assets/remove')
  @Access(ACCESS)
  @BodyLimit()
  @DescribedAssets('removeDataProductAssets', 'Take assets out of a data product')
  remove(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Body() body: AssetsDto, @Res() reply: FastifyReply) {
    return this.change(actor, toEntityKey(fqn), body, 'remove', reply);
  }

  @Put('name/:fqn/assets/add')
  @Access(ACCESS)
  @BodyLimit()
  @DescribedAssets('addDataProductAssetsByName', 'Add assets to a data product, named by its FQN')
  addByName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: AssetsDto,
    @Res() reply: FastifyReply,
  ) {
    return this.change(actor, { fqn }, body, 'add', reply);
  }

  @Put('name/:fqn/assets/remove')
  @Access(ACCESS)
  @BodyLimit()
  @DescribedAssets('removeDataProductAssetsByName', 'Take assets out of a data product, named by its FQN')
  removeByName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: AssetsDto,
    @Res() reply: FastifyReply,
  ) {
    return this.change(actor, { fqn }, body, 'remove', reply);
  }

  private async change(
    actor: Actor,
    key: EntityKey,
    { assets }: AssetsDto,
    way: 'add' | 'remove',
    reply: FastifyReply,
  ): Promise<void> {
    sendProductChange(reply, await this.products[way](actor, key, assets));
  }
}

/** The result of a change that was made as a whole. */
export function sendProductChange(reply: FastifyReply, targets: readonly { fullyQualifiedName: string }[]): void {
  const successRequest = targets.map(({ fullyQualifiedName }) => ({ request: fullyQualifiedName, status: 200 }));
  const counts = { numberOfRowsProcessed: targets.length, numberOfRowsPassed: targets.length, numberOfRowsFailed: 0 };
  sendJson(reply, JSON.stringify({ dryRun: false, status: 'success', ...counts, successRequest, failedRequest: [] }));
}
