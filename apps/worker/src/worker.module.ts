import { CatalogReadModule } from '@app/catalog';
import { originOf } from '@app/config';
import type { Settings } from '@app/config';
import { DatabaseModule } from '@app/database';
import { QueueModule } from '@app/queue';
import { SearchModule } from '@app/search';
import { ValidationWorkerModule } from '@app/validation';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';

/**
 * The application minus HTTP: the same libraries as the API, without its controllers, its guards and identity – a job was
 * allowed when it was asked for, and a worker shall not need the key that signs tokens.
 */
@Module({})
export class WorkerModule {
  static forRoot(settings: Settings & { readonly databaseUrl: string }): DynamicModule {
    const { databaseUrl: url, databasePoolSize: poolSize } = settings;
    return {
      module: WorkerModule,
      imports: [
        DatabaseModule.forRoot({ url, poolSize }),
        QueueModule.forRoot(settings),
        CatalogReadModule.forRoot({ origin: originOf(settings) }),
        SearchModule.forRoot({ ...settings, databaseUrl: url }),
        ValidationWorkerModule,
      ],
    };
  }
}
