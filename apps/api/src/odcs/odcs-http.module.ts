import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { OdcsExportController } from './odcs-export.controller';
import { OdcsImportController } from './odcs-import.controller';

@Module({ imports: [ContractsModule, CatalogModule], controllers: [OdcsImportController, OdcsExportController] })
export class OdcsHttpModule {}
