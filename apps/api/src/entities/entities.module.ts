import { entityTypes } from '@app/catalog';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { entityController } from './entity.controller';

@Module({})
export class EntitiesModule {
  /** A controller for each type that the catalog knows by now. Needs CatalogModule, which is global. */
  static forRoot(): DynamicModule {
    return { module: EntitiesModule, controllers: entityTypes.all().map(entityController) };
  }
}
