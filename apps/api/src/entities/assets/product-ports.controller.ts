import { ProductAssets } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, type Type } from '@nestjs/common';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam, UuidParam } from '../../http/input';
import { AssetListQuery } from '../entity.dto';
import { DescribedPortList, type PortList } from './described-assets';

const VIEW = { operation: 'ViewBasic', resource: 'dataProduct' } as const;

/** The ports of one side of data products: what they consume, or what of them others may consume. */
function productPortsController(list: PortList): Type<unknown> {
  @Controller('v1/dataProducts')
  class ProductPortsController {
    constructor(private readonly products: ProductAssets) {}

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
  }
  Object.defineProperty(ProductPortsController, 'name', { value: `ProductPortsController_${list}` });
  return ProductPortsController;
}

export const PORT_CONTROLLERS: readonly Type<unknown>[] = [
  productPortsController('inputPorts'),
  productPortsController('outputPorts'),
];
