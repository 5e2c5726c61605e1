import { CatalogModule, entityTypes } from '@app/catalog';
import { dataContractType } from '@app/contracts';
import { QualityModule } from '@app/quality';
import { Module } from '@nestjs/common';
import { ExecutableSuiteController } from './executable-suite.controller';
import { observationController } from './observation.controller';
import { PipelineStatusController } from './pipeline-status.controller';
import { TableProfileController } from './table-profile.controller';
import { TestResultController } from './test-result.controller';

/** What can have a contract, and so an SLA that observations are validated against. */
const OBSERVED_TYPES = dataContractType.parents.flatMap(({ types }) => types);

@Module({
  imports: [CatalogModule, QualityModule],
  controllers: [
    TestResultController,
    TableProfileController,
    PipelineStatusController,
    ExecutableSuiteController,
    ...OBSERVED_TYPES.map((type) => observationController(entityTypes.get(type))),
  ],
})
export class QualityHttpModule {}
