import { APP_SETTINGS, originOf, type Settings } from '@app/config';
import { DOCUMENT_SOURCE, SearchModule } from '@app/search';
import { Module, type DynamicModule } from '@nestjs/common';
import { LINKS, type Links } from './definition/links';
import { EntityDocuments } from './read/entity-documents';
import { EntityRepository } from './read/entity.repository';
import { RelationRepository } from './read/relation.repository';
import { SearchDocuments } from './search/documents/search-documents';

const PARTS = [EntityDocuments, EntityRepository, RelationRepository];

/** Reads entities without a caller: the part of the catalog that a worker needs. Requires ConfigModule and DatabaseModule. */
@Module({
  providers: [
    ...PARTS,
    SearchDocuments,
    {
      provide: LINKS,
      useFactory: (settings: Settings): Links => ({ origin: originOf(settings) }),
      inject: [APP_SETTINGS],
    },
    { provide: DOCUMENT_SOURCE, useExisting: SearchDocuments },
  ],
  exports: [...PARTS, LINKS, DOCUMENT_SOURCE],
})
export class CatalogReadModule {}

/** The search index over catalog documents. A single object, so that all importing modules share one instance. */
export const CatalogIndexModule: DynamicModule = SearchModule.over(CatalogReadModule);
