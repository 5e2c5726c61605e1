import { CacheMemory } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { Database } from '@app/database';
import { Module, type DynamicModule, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { ElasticBackend } from './engine/elastic-backend';
import { PostgresBackend } from './engine/postgres-backend';
import { SEARCH_ENGINE, SearchBackend, type SearchSettings } from './backend/search-backend';
import { DOCUMENT_SOURCE, type DocumentSource } from './indexing/document-source';
import { SearchLagMetrics } from './indexing/search-lag-metrics';
import { SearchService } from './search.service';

/**
 * Search of a process. From its start on, the transactions of the process write the index of the PostgreSQL engine; all
 * else is done by a worker that starts the backend. Needs ConfigModule and DatabaseModule.
 */
@Module({})
export class SearchModule implements OnApplicationShutdown {
  constructor(private readonly backend: SearchBackend) {}

  /** @param documents the module that exports DOCUMENT_SOURCE: who makes the documents that are searched */
  static over(documents: Type): DynamicModule {
    return {
      module: SearchModule,
      imports: [documents],
      providers: [
        {
          provide: SearchBackend,
          inject: [APP_SETTINGS, Database, DOCUMENT_SOURCE, CacheMemory],
          useFactory: openBackend,
        },
        { provide: SEARCH_ENGINE, inject: [SearchBackend], useFactory: ({ engine }: SearchBackend) => engine },
        SearchService,
        SearchLagMetrics,
      ],
      exports: [SearchBackend, SearchService],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.backend.close();
  }
}

/** Each part of an installation is chosen on its own. */
function openBackend(
  settings: SearchSettings,
  database: Database,
  source: DocumentSource,
  memory: CacheMemory,
): SearchBackend {
  const elasticsearchUrl = settings.elasticsearchUrl ?? settings.elasticsearchCloudId;
  return elasticsearchUrl === undefined
    ? new PostgresBackend(settings, database, source, memory)
    : new ElasticBackend({ ...settings, elasticsearchUrl }, database, source);
}
