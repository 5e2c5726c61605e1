import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { MetadataTypesController } from './metadata-types.controller';

@Module({ imports: [CatalogModule], controllers: [MetadataTypesController] })
export class MetadataTypesHttpModule {}
