import { CatalogModule } from '@app/catalog';
import { QualityModule } from '@app/quality';
import { Module } from '@nestjs/common';
import { IngestionSettingsController } from './ingestion-settings.controller';
import { QueryCostController } from './query-cost.controller';
import { QueryUsageController } from './query-usage.controller';
import { TableFactsController } from './table-facts.controller';
import { UsageController } from './usage.controller';

/** The routes by which ingestion reports and asks beside the entities themselves, under the paths of the OpenMetadata API. */
@Module({
  imports: [CatalogModule, QualityModule],
  controllers: [
    IngestionSettingsController,
    QueryCostController,
    QueryUsageController,
    TableFactsController,
    UsageController,
  ],
})
export class IngestionHttpModule {}
