import { AuthModule } from '@app/auth';
import { CatalogModule, entityTypes } from '@app/catalog';
import { Module, type DynamicModule } from '@nestjs/common';
import { bulkController } from './bulk/bulk.controller';
import { followerController } from './engagement/follower.controller';
import { voteController } from './engagement/vote.controller';
import { entityController } from './entity.controller';
import { ProductAssetsController } from './products/product-assets.controller';
import { ColumnListController } from './tables/column-list.controller';
import { TableExportController } from './transfer/table-export.controller';
import { TableImportController } from './transfer/table-import.controller';

@Module({ imports: [AuthModule, CatalogModule] })
export class EntitiesModule {
  /**
   * The controllers of each type that the catalog knows by now.
   * @param elsewhere types whose first controller extends the uniform one in a module of its own
   */
  static forRoot(...elsewhere: readonly string[]): DynamicModule {
    const all = entityTypes.all();
    const types = all.filter(({ type }) => !elsewhere.includes(type));
    const followed = all.filter(({ relations }) => relations.followers);
    const voted = all.filter(({ attributes }) => attributes.votes);
    const beside = [...all.map(bulkController), ...followed.map(followerController), ...voted.map(voteController)];
    const own = [ColumnListController, TableExportController, TableImportController, ProductAssetsController];
    const controllers = [...own, ...beside, ...types.map(entityController)];
    return { module: EntitiesModule, controllers };
  }
}
