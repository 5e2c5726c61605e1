import { CatalogCheckModule } from '@app/catalog';
import { ContractCheck, ContractTypeModule } from '@app/contracts';
import { ObjectivesModule } from '@app/objectives';
import { TransitionCheck } from '@app/results';
import { SlaRiskCheck } from '@app/validation';
import { Module } from '@nestjs/common';
import { CheckSteps } from './check-steps';

/** Provides what a check of the catalog does, for the worker and for the command of operators. */
@Module({
  imports: [CatalogCheckModule, ContractTypeModule, ObjectivesModule],
  providers: [CheckSteps, ContractCheck, SlaRiskCheck, TransitionCheck],
  exports: [CheckSteps],
})
export class CheckStepsModule {}
