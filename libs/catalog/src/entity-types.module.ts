import { Module, type DynamicModule } from '@nestjs/common';
import { searchContributions } from './search/documents/search-row';
import type { EntityType } from './definition/entity-type';
import { entityTypes } from './types/entity-types';

/** Declares types of a library above the catalog, as `TypeOrmModule.forFeature` does tables. */
@Module({})
export class EntityTypesModule {
  /** @param searchMembers members of search documents: property → SQL on `e` (the entity) of its value as jsonb */
  static forFeature(types: readonly EntityType[], searchMembers: Readonly<Record<string, string>> = {}): DynamicModule {
    for (const type of types) entityTypes.register(type);
    for (const [property, sql] of Object.entries(searchMembers)) searchContributions.register(property, sql);
    return { module: EntityTypesModule };
  }
}
