import { CatalogModule, entityTypes } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { IncidentsModule } from '@app/incidents';
import { QualityModule } from '@app/quality';
import { Module } from '@nestjs/common';
import { CustomMetricController } from './custom-metric.controller';
import { ExecutableSuiteController } from './executable-suite.controller';
import { IncidentController } from './incidents/incident.controller';
import { InspectionQueryController } from './inspection-query.controller';
import { LogicalTestCaseController } from './logical-suite.controller';
import { observationController } from './observation.controller';
import { PipelineStatusController } from './pipeline-status.controller';
import { ProfileHistoryController } from './profile-history.controller';
import { SAMPLE_CONTROLLERS } from './samples/sample-data.controller';
import { TablePipelinesController } from './table-pipelines.controller';
import { TableProfileController } from './table-profile.controller';
import { TestResultController } from './test-result.controller';
import { TestSummaryController } from './test-summary.controller';

@Module({
  imports: [CatalogModule, IncidentsModule, QualityModule],
  controllers: [
    TestResultController,
    TableProfileController,
    ProfileHistoryController,
    CustomMetricController,
    PipelineStatusController,
    TablePipelinesController,
    ExecutableSuiteController,
    IncidentController,
    InspectionQueryController,
    LogicalTestCaseController,
    TestSummaryController,
    ...SAMPLE_CONTROLLERS,
    // What can have a contract can have an SLA, which observations are validated against.
    ...CONTRACT_SUBJECTS.map((type) => observationController(entityTypes.get(type))),
  ],
})
export class QualityHttpModule {}
