import { ProductAssets, toEntityKey, type EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam } from '../../http/input';
import { BodyLimit } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { AssetsDto } from '../entity.dto';
import { DescribedProductChange, type ProductList } from './described-assets';

const EDIT = { operation: 'EditAll', resource: 'dataProduct' } as const;

/** Changes of the assets, or of the ports of one side, of a data product, which is named by its FQN, or by its id. */
function productChangeController(list: ProductList): Type<unknown> {
  @Controller('v1/dataProducts')
  class ProductChangeController {
    constructor(private readonly products: ProductAssets) {}

    @Put(`:fqn/${list}/add`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedProductChange(list, 'add', '')
    add(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Body() body: AssetsDto, @Res() reply: FastifyReply) {
      return this.change(actor, toEntityKey(fqn), body, 'add', reply);
    }

    @Put(`:fqn/${list}/remove`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedProductChange(list, 'remove', '')
    remove(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Body() body: AssetsDto, @Res() reply: FastifyReply) {
      return this.change(actor, toEntityKey(fqn), body, 'remove', reply);
    }

    @Put(`name/:fqn/${list}/add`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedProductChange(list, 'add', 'ByName')
    addByName(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: AssetsDto,
      @Res() reply: FastifyReply,
    ) {
      return this.change(actor, { fqn }, body, 'add', reply);
    }

    @Put(`name/:fqn/${list}/remove`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedProductChange(list, 'remove', 'ByName')
    removeByName(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: AssetsDto,
      @Res() reply: FastifyReply,
    ) {
      return this.change(actor, { fqn }, body, 'remove', reply);
    }

    /** The answer is that to a change which was made as a whole. */
    private async change(
      actor: Actor,
      key: EntityKey,
      { assets }: AssetsDto,
      way: 'add' | 'remove',
      reply: FastifyReply,
    ): Promise<void> {
      const targets = await this.products[way](actor, key, assets, list);
      const successRequest = targets.map(({ fullyQualifiedName }) => ({ request: fullyQualifiedName, status: 200 }));
      const counts = {
        numberOfRowsProcessed: targets.length,
        numberOfRowsPassed: targets.length,
        numberOfRowsFailed: 0,
      };
      sendJson(
        reply,
        JSON.stringify({ dryRun: false, status: 'success', ...counts, successRequest, failedRequest: [] }),
      );
    }
  }
  Object.defineProperty(ProductChangeController, 'name', { value: `ProductChangeController_${list}` });
  return ProductChangeController;
}

export const PRODUCT_CHANGE_CONTROLLERS: readonly Type<unknown>[] = [
  productChangeController('assets'),
  productChangeController('inputPorts'),
  productChangeController('outputPorts'),
];
