import { DOCUMENT_SOURCE } from '@app/search';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { LINKS } from './definition/links';
import type { Links } from './definition/links';
import { EntityDocuments } from './read/entity-documents';
import { EntityRepository } from './read/entity.repository';
import { RelationRepository } from './read/relation.repository';
import { SearchDocuments } from './search/documents/search-documents';

/** Reading entities without a caller: all that a worker needs of the catalog. */
@Module({})
export class CatalogReadModule {
  static forRoot(links: Links): DynamicModule {
    const parts = [EntityDocuments, EntityRepository, RelationRepository];
    return {
      module: CatalogReadModule,
      global: true,
      providers: [
        ...parts,
        SearchDocuments,
        { provide: LINKS, useValue: links },
        { provide: DOCUMENT_SOURCE, useExisting: SearchDocuments },
      ],
      exports: [...parts, LINKS, DOCUMENT_SOURCE],
    };
  }
}
