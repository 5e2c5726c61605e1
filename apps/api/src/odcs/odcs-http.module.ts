import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { BY_ID, BY_NAME } from '../http/input';
import { OdcsDocumentController } from './odcs-document.controller';
import { odcsExportController } from './odcs-export.controller';
import { odcsImportController } from './odcs-import.controller';

@Module({
  imports: [ContractsModule, CatalogModule],
  controllers: [
    odcsImportController(''),
    odcsImportController('yaml'),
    OdcsDocumentController,
    odcsExportController(BY_ID),
    odcsExportController(BY_NAME),
  ],
})
export class OdcsHttpModule {}
