import { AuthModule } from '@app/auth';
import { CatalogModule, CatalogSearchModule, entityTypes, TYPES_OF_MEMBERSHIP, TYPES_WITH_ASSETS } from '@app/catalog';
import { Module, type DynamicModule } from '@nestjs/common';
import { BY_ID, BY_NAME, byEither } from '../http/input';
import { assetListController } from './assets/asset-list.controller';
import { assetMembershipController } from './assets/asset-membership.controller';
import { PRODUCT_CHANGE_CONTROLLERS } from './assets/product-change.controller';
import { productPortsController } from './assets/product-ports.controller';
import { bulkController } from './bulk/bulk.controller';
import { followerController } from './engagement/follower.controller';
import { voteController } from './engagement/vote.controller';
import { entityController } from './entity.controller';
import { columnListController } from './tables/column-list.controller';
import { namedTransferController, TRANSFERRED } from './transfer/named-transfer.controller';
import { ROW_TRANSFERS, UserTransferController } from './transfer/row-transfer.controller';
import { RowTransfer } from './transfer/row-transfer';
import { TableExportController } from './transfer/table-export.controller';
import { TableImportController } from './transfer/table-import.controller';

@Module({ imports: [AuthModule, CatalogModule, CatalogSearchModule] })
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
    const assets = [
      ...TYPES_WITH_ASSETS.map((type) => entityTypes.get(type)).flatMap((type) => [
        assetListController(type, BY_ID),
        assetListController(type, BY_NAME),
      ]),
      ...TYPES_OF_MEMBERSHIP.map((type) => entityTypes.get(type)).flatMap((type) => [
        assetMembershipController(type, 'add'),
        assetMembershipController(type, 'remove'),
      ]),
    ];
    const own = [...byEither(columnListController), TableExportController, TableImportController];
    const transfers = TRANSFERRED.map((type) => namedTransferController(entityTypes.get(type)));
    const controllers = [
      ...own,
      ...PRODUCT_CHANGE_CONTROLLERS,
      productPortsController('inputPorts', BY_ID),
      productPortsController('inputPorts', BY_NAME),
      productPortsController('outputPorts', BY_ID),
      productPortsController('outputPorts', BY_NAME),
      ...transfers,
      ...ROW_TRANSFERS,
      UserTransferController,
      ...assets,
      ...beside,
      ...types.map(entityController),
    ];
    return { module: EntitiesModule, controllers, providers: [RowTransfer] };
  }
}
