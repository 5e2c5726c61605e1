import { Database } from '@app/database';
import { Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { ElasticBackend } from './backend/elastic-backend';
import { PostgresBackend } from './backend/postgres-backend';
import { SearchBackend } from './backend/search-backend';
import type { SearchSettings } from './backend/search-settings';
import { SEARCH_ENGINE } from './engine/search-engine';
import { DOCUMENT_SOURCE } from './marks/document-source';
import type { DocumentSource } from './marks/document-source';
import { SearchService } from './service/search.service';

/**
 * Search of a process. Needs the global modules of the database and of who makes documents. From the moment on that it stands
 * the transactions of the process keep the index of the PostgreSQL engine; all else is done by a worker that starts the backend.
 */
@Module({})
export class SearchModule implements OnApplicationShutdown {
  constructor(private readonly backend: SearchBackend) {}

  static forRoot(settings: SearchSettings): DynamicModule {
    return {
      module: SearchModule,
      global: true,
      providers: [
        {
          provide: SearchBackend,
          inject: [Database, DOCUMENT_SOURCE],
          useFactory: (database: Database, source: DocumentSource) => openBackend(settings, database, source),
        },
        { provide: SEARCH_ENGINE, inject: [SearchBackend], useFactory: ({ engine }: SearchBackend) => engine },
        SearchService,
      ],
      exports: [SearchBackend, SearchService],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.backend.close();
  }
}

/** Each part of an installation is chosen on its own. */
function openBackend(settings: SearchSettings, database: Database, source: DocumentSource): SearchBackend {
  const { elasticsearchUrl } = settings;
  return elasticsearchUrl === undefined
    ? new PostgresBackend(settings, database, source)
    : new ElasticBackend({ ...settings, elasticsearchUrl }, database, source);
}
