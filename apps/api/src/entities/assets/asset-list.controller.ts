import { AssetLists, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, type Type } from '@nestjs/common';
import { Access, CurrentActor } from '../../http/access';
import type { PathKey } from '../../http/input';
import { AssetListQuery } from '../entity.dto';
import { DescribedAssetList } from './described-assets';

/** The assets of an entity of one type, page by page. */
export function assetListController(entityType: EntityType, by: PathKey): Type<unknown> {
  const { collection, type: resource } = entityType;

  @Controller(`v1/${collection}/${by.path}/assets`)
  class AssetListController {
    constructor(private readonly assets: AssetLists) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource })
    @DescribedAssetList(entityType, by.suffix)
    page(@CurrentActor() actor: Actor, @by.Param() named: string, @Query() query: AssetListQuery): Promise<object> {
      return this.assets.page(actor, resource, by.keyOf(named), query);
    }
  }
  return AssetListController;
}
