import { ProductAssets } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, type Type } from '@nestjs/common';
import { Access, CurrentActor } from '../../http/access';
import type { PathKey } from '../../http/input';
import { AssetListQuery } from '../entity.dto';
import { DescribedPortList, type PortList } from './described-assets';

/** The ports of one side of data products: what they consume, or what of them others may consume. */
export function productPortsController(list: PortList, by: PathKey): Type<unknown> {
  @Controller(`v1/dataProducts/${by.path}/${list}`)
  class ProductPortsController {
    constructor(private readonly products: ProductAssets) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource: 'dataProduct' })
    @DescribedPortList(list, by.suffix)
    page(
      @CurrentActor() actor: Actor,
      @by.Param() product: string,
      @Query() { limit, offset }: AssetListQuery,
    ): Promise<object> {
      return this.products.ports(actor, by.keyOf(product), list, limit, offset);
    }
  }
  return ProductPortsController;
}
