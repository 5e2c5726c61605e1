import { Module } from '@nestjs/common';
import { MetadataTypesController } from './metadata-types.controller';

/** Needs the global CatalogModule. */
@Module({ controllers: [MetadataTypesController] })
export class MetadataTypesHttpModule {}
