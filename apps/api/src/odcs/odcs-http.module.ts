import { Module } from '@nestjs/common';
import { OdcsExportController } from './odcs-export.controller';
import { OdcsImportController } from './odcs-import.controller';

@Module({ controllers: [OdcsImportController, OdcsExportController] })
export class OdcsHttpModule {}
