import { AuthModule } from '@app/auth';
import { CatalogIndexModule, CatalogModule } from '@app/catalog';
import { ConfigModule } from '@app/config';
import { DatabaseModule, lostConnections } from '@app/database';
import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { ContractsHttpModule } from './contracts/contracts-http.module';
import { EntitiesModule } from './entities/entities.module';
import { BackgroundModule } from './background.module';
import { AuditHttpModule } from './audit/audit-http.module';
import { DataHttpModule } from './data/data-http.module';
import { EventsHttpModule } from './events/events-http.module';
import { GovernanceHttpModule } from './governance/governance-http.module';
import { HealthModule } from './health/health.module';
import { IdentityModule } from './identity/identity.module';
import { IngestionHttpModule } from './ingestion/ingestion-http.module';
import { LearnedHttpModule } from './learned/learned-http.module';
import { LineageHttpModule } from './lineage/lineage-http.module';
import { MetadataTypesHttpModule } from './metadata-types/metadata-types-http.module';
import { DbtHttpModule } from './dbt/dbt-http.module';
import { NotificationsHttpModule } from './notifications/notifications-http.module';
import { OdcsHttpModule } from './odcs/odcs-http.module';
import { OpenLineageHttpModule } from './openlineage/openlineage-http.module';
import { ObjectivesHttpModule } from './objectives/objectives-http.module';
import { OverviewHttpModule } from './overview/overview-http.module';
import { QualityHttpModule } from './quality/quality-http.module';
import { ResultsHttpModule } from './results/results-http.module';
import { RunsHttpModule } from './runs/runs-http.module';
import type { RunningSettings } from './running-settings';
import { SearchHttpModule } from './search/search-http.module';
import { SuggestionsHttpModule } from './suggestions/suggestions-http.module';

/** The API: every domain with its controllers. */
@Module({})
export class AppModule {
  static forRoot(settings: RunningSettings): DynamicModule {
    const logger = new Logger('Database');
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(settings),
        DatabaseModule.forRoot({
          url: settings.databaseUrl,
          directUrl: settings.databaseDirectUrl,
          poolSize: settings.databasePoolSize,
          commitWaitMs: settings.databaseCommitWaitMs,
          onConnectionError: lostConnections((message) => logger.warn(message)),
        }),
        AuthModule,
        CatalogModule,
        CatalogIndexModule,
        BackgroundModule,
        HealthModule,
        IdentityModule,
        ContractsHttpModule,
        GovernanceHttpModule,
        SuggestionsHttpModule,
        LearnedHttpModule,
        OdcsHttpModule,
        ResultsHttpModule,
        RunsHttpModule,
        DataHttpModule,
        EventsHttpModule,
        AuditHttpModule,
        NotificationsHttpModule,
        ObjectivesHttpModule,
        OverviewHttpModule,
        QualityHttpModule,
        SearchHttpModule,
        LineageHttpModule,
        OpenLineageHttpModule,
        DbtHttpModule,
        MetadataTypesHttpModule,
        IngestionHttpModule,
        EntitiesModule.forRoot('dataContract'),
      ],
    };
  }
}
