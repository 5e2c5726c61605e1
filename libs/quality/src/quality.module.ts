import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DerivedEvidence } from './derived/derived-evidence';
import { HiddenValuesModule } from './hidden/hidden-values.module';
import { CustomMetrics } from './metrics/custom-metrics';
import { ObservationRepository } from './observations/observation.repository';
import { ObservationService } from './observations/observation.service';
import { PipelineStatus } from './pipelines/pipeline-status.entity';
import { PipelineStatusRepository } from './pipelines/pipeline-status.repository';
import { PipelineStatusService } from './pipelines/pipeline-status.service';
import { TablePipelines } from './pipelines/table-pipelines';
import { ProfileHistory } from './profiles/profile-history';
import { TableProfileRepository } from './profiles/table-profile.repository';
import { TableProfileService } from './profiles/table-profile.service';
import { SampleData } from './samples/sample-data';
import { SeriesReader } from './series/series-reader';
import { SeriesRepository } from './series/series.repository';
import { TargetFinder } from './target/target-finder';
import { EntityUsage } from './usage/entity-usage';
import { QueryCosts } from './usage/query-costs';
import { TableJoins } from './usage/table-joins';
import { TestResultRepository } from './test-results/test-result.repository';
import { TestResultService } from './test-results/test-result.service';
import { TestSummaries } from './test-results/test-summary';

const SERVICES = [
  CustomMetrics,
  EntityUsage,
  QueryCosts,
  TableJoins,
  DerivedEvidence,
  ObservationService,
  PipelineStatusService,
  ProfileHistory,
  SampleData,
  TablePipelines,
  TableProfileService,
  TargetFinder,
  TestResultService,
  TestSummaries,
];

/** The evidence that contracts are validated against. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, HiddenValuesModule, TypeOrmModule.forFeature([PipelineStatus])],
  providers: [
    ...SERVICES,
    ObservationRepository,
    PipelineStatusRepository,
    SeriesReader,
    SeriesRepository,
    TableProfileRepository,
    TestResultRepository,
  ],
  exports: [...SERVICES, HiddenValuesModule],
})
export class QualityModule {}
