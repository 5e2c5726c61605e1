import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { originOf } from '@app/config';
import { ContractsModule } from '@app/contracts';
import { DatabaseModule } from '@app/database';
import { QueueModule } from '@app/queue';
import { SearchModule } from '@app/search';
import { ruleFault } from '@app/validation';
import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { ContractsHttpModule } from './contracts/contracts-http.module';
import { EntitiesModule } from './entities/entities.module';
import { HealthModule } from './health/health.module';
import { IdentityModule } from './identity/identity.module';
import { LineageHttpModule } from './lineage/lineage-http.module';
import { MetadataTypesHttpModule } from './metadata-types/metadata-types-http.module';
import { DbtHttpModule } from './dbt/dbt-http.module';
import { OdcsHttpModule } from './odcs/odcs-http.module';
import { OpenLineageHttpModule } from './openlineage/openlineage-http.module';
import { QualityHttpModule } from './quality/quality-http.module';
import { ResultsHttpModule } from './results/results-http.module';
import { RunsHttpModule } from './runs/runs-http.module';
import type { RunningSettings } from './running-settings';
import { SearchHttpModule } from './search/search-http.module';

/** The API: every domain with its controllers. */
@Module({})
export class AppModule {
  static forRoot(settings: RunningSettings): DynamicModule {
    const logger = new Logger('Database');
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({
          url: settings.databaseUrl,
          poolSize: settings.databasePoolSize,
          onConnectionError: (error) => logger.warn(`an idle connection was lost: ${error.message}`),
        }),
        AuthModule.forRoot(settings),
        QueueModule.forRoot(settings),
        CatalogModule.forRoot({ origin: originOf(settings) }),
        SearchModule.forRoot(settings),
        ContractsModule.forRoot(ruleFault),
        HealthModule,
        IdentityModule.forRoot(settings),
        ContractsHttpModule,
        OdcsHttpModule,
        ResultsHttpModule.forRoot(settings),
        RunsHttpModule,
        QualityHttpModule,
        SearchHttpModule,
        LineageHttpModule,
        OpenLineageHttpModule,
        DbtHttpModule,
        MetadataTypesHttpModule,
        EntitiesModule.forRoot('dataContract'),
      ],
    };
  }
}
