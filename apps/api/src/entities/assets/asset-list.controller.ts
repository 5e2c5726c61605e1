import { AssetLists, type EntityType } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, type Type } from '@nestjs/common';
import { Access, CurrentActor } from '../../http/access';
import { FqnParam, UuidParam } from '../../http/input';
import { schemaName } from '../entity-schemas';
import { AssetListQuery } from '../entity.dto';
import { DescribedAssetList } from './described-assets';

/** The assets of an entity of one type, page by page. */
export function assetListController(entityType: EntityType): Type<unknown> {
  const { collection, type: resource } = entityType;
  const access = { operation: 'ViewBasic', resource } as const;

  @Controller(`v1/${collection}`)
  class AssetListController {
    constructor(private readonly assets: AssetLists) {}

    @Get(':id/assets')
    @Access(access)
    @DescribedAssetList(entityType, '')
    byId(@CurrentActor() actor: Actor, @UuidParam('id') id: string, @Query() query: AssetListQuery): Promise<object> {
      return this.assets.page(actor, resource, { id }, query);
    }

    @Get('name/:fqn/assets')
    @Access(access)
    @DescribedAssetList(entityType, 'ByName')
    byName(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Query() query: AssetListQuery): Promise<object> {
      return this.assets.page(actor, resource, { fqn }, query);
    }
  }
  Object.defineProperty(AssetListController, 'name', { value: `${schemaName(entityType)}AssetListController` });
  return AssetListController;
}
