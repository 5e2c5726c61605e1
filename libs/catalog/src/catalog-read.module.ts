import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { LINKS } from './definition/links';
import type { Links } from './definition/links';
import { EntityDocuments } from './read/entity-documents';
import { EntityRepository } from './read/entity.repository';
import { RelationRepository } from './read/relation.repository';

/** Reading entities without a caller: all that a worker needs of the catalog. */
@Module({})
export class CatalogReadModule {
  static forRoot(links: Links): DynamicModule {
    const parts = [EntityDocuments, EntityRepository, RelationRepository];
    return {
      module: CatalogReadModule,
      global: true,
      providers: [...parts, { provide: LINKS, useValue: links }],
      exports: [...parts, LINKS],
    };
  }
}
