import { entityTypes } from '@app/catalog';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { entityController } from './entity.controller';

@Module({})
export class EntitiesModule {
  /**
   * A controller for each type that the catalog knows by now. Needs CatalogModule, which is global.
   * @param elsewhere types whose controller extends the uniform one in a module of its own
   */
  static forRoot(...elsewhere: readonly string[]): DynamicModule {
    const types = entityTypes.all().filter(({ type }) => !elsewhere.includes(type));
    return { module: EntitiesModule, controllers: types.map(entityController) };
  }
}
