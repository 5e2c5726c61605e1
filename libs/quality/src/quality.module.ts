import { Module } from '@nestjs/common';
import { DerivedEvidence } from './derived/derived-evidence';
import { ObservationRepository } from './observations/observation.repository';
import { ObservationService } from './observations/observation.service';
import { PipelineStatusRepository } from './pipelines/pipeline-status.repository';
import { PipelineStatusService } from './pipelines/pipeline-status.service';
import { TableProfileRepository } from './profiles/table-profile.repository';
import { TableProfileService } from './profiles/table-profile.service';
import { SeriesReader } from './series/series-reader';
import { SeriesRepository } from './series/series.repository';
import { TargetFinder } from './target/target-finder';
import { TestResultRepository } from './test-results/test-result.repository';
import { TestResultService } from './test-results/test-result.service';

const SERVICES = [DerivedEvidence, ObservationService, PipelineStatusService, TableProfileService, TestResultService];

/** The evidence that contracts are judged by. Needs Database, AccessControl, CursorCodec and the catalog from global modules. */
@Module({
  providers: [
    ...SERVICES,
    ObservationRepository,
    PipelineStatusRepository,
    SeriesReader,
    SeriesRepository,
    TableProfileRepository,
    TargetFinder,
    TestResultRepository,
  ],
  exports: SERVICES,
})
export class QualityModule {}
