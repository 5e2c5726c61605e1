import { AuthModule } from '@app/auth';
import { Module } from '@nestjs/common';
import { CatalogIndexModule, CatalogReadModule } from '../catalog-read.module';
import { CatalogModule } from '../catalog.module';
import { AssetLists } from './assets/asset-lists';
import { SearchHierarchy } from './answer/hierarchy';
import { FieldWarnings } from './ask/field-warnings';
import { CatalogSearch } from './catalog-search';
import { HiddenBelow } from './sight/hidden-below';
import { SightedSearch } from './sight/sighted-engine';

/** Search over the catalog. Requires ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogIndexModule, CatalogModule, CatalogReadModule],
  providers: [AssetLists, CatalogSearch, FieldWarnings, HiddenBelow, SearchHierarchy, SightedSearch],
  exports: [AssetLists, CatalogSearch],
})
export class CatalogSearchModule {}
