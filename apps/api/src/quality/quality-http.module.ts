import { CatalogModule, entityTypes } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { QualityModule } from '@app/quality';
import { Module } from '@nestjs/common';
import { ExecutableSuiteController } from './executable-suite.controller';
import { observationController } from './observation.controller';
import { PipelineStatusController } from './pipeline-status.controller';
import { TableProfileController } from './table-profile.controller';
import { TestResultController } from './test-result.controller';

@Module({
  imports: [CatalogModule, QualityModule],
  controllers: [
    TestResultController,
    TableProfileController,
    PipelineStatusController,
    ExecutableSuiteController,
    // What can have a contract can have an SLA, which observations are validated against.
    ...CONTRACT_SUBJECTS.map((type) => observationController(entityTypes.get(type))),
  ],
})
export class QualityHttpModule {}
