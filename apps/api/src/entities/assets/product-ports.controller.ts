import { ProductAssets, toEntityKey, type EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Get, Put, Query, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam, UuidParam } from '../../http/input';
import { BodyLimit } from '../../http/parsing';
import { AssetListQuery, AssetsDto } from '../entity.dto';
import { DescribedPortList, DescribedPorts } from './described-assets';
import { sendProductChange } from './product-assets.controller';

const EDIT = { operation: 'EditAll', resource: 'dataProduct' } as const;
const VIEW = { operation: 'ViewBasic', resource: 'dataProduct' } as const;

/** The ports of one side of data products: what they consume, or what of them others may consume. */
function productPortsController(list: 'inputPorts' | 'outputPorts'): Type<unknown> {
  @Controller('v1/dataProducts')
  class ProductPortsController {
    constructor(private readonly products: ProductAssets) {}

    @Put(`:fqn/${list}/add`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedPorts(list, 'add', '')
    add(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Body() body: AssetsDto, @Res() reply: FastifyReply) {
      return this.change(actor, toEntityKey(fqn), body, 'add', reply);
    }

    @Put(`:fqn/${list}/remove`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedPorts(list, 'remove', '')
    remove(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Body() body: AssetsDto, @Res() reply: FastifyReply) {
      return this.change(actor, toEntityKey(fqn), body, 'remove', reply);
    }

    @Put(`name/:fqn/${list}/add`)
    @Access(EDIT)
    @BodyLimit()
    @DescribedPorts(list, 'add', 'ByName')
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
    @DescribedPorts(list, 'remove', 'ByName')
    removeByName(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() body: AssetsDto,
      @Res() reply: FastifyReply,
    ) {
      return this.change(actor, { fqn }, body, 'remove', reply);
    }

    @Get(`:id/${list}`)
    @Access(VIEW)
    @DescribedPortList(list, '')
    byId(
      @CurrentActor() actor: Actor,
      @UuidParam('id') id: string,
      @Query() { limit, offset }: AssetListQuery,
    ): Promise<object> {
      return this.products.ports(actor, { id }, list, limit, offset);
    }

    @Get(`name/:fqn/${list}`)
    @Access(VIEW)
    @DescribedPortList(list, 'ByName')
    byName(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Query() { limit, offset }: AssetListQuery,
    ): Promise<object> {
      return this.products.ports(actor, { fqn }, list, limit, offset);
    }

    private async change(
      actor: Actor,
      key: EntityKey,
      { assets }: AssetsDto,
      way: 'add' | 'remove',
      reply: FastifyReply,
    ): Promise<void> {
      sendProductChange(reply, await this.products[way](actor, key, assets, list));
    }
  }
  const name = `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
  Object.defineProperty(ProductPortsController, 'name', { value: `Product${name}Controller` });
  return ProductPortsController;
}

export const PORT_CONTROLLERS: readonly Type<unknown>[] = [
  productPortsController('inputPorts'),
  productPortsController('outputPorts'),
];
