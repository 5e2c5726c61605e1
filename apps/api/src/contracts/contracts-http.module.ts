import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { GovernanceModule } from '@app/governance';
import { Module } from '@nestjs/common';
import { ChangeController } from './change/change.controller';
import { ImpactController } from './change/impact/impact.controller';
import { ContractsController } from './contracts.controller';
import { DataContractController } from './read/data-contract.controller';

@Module({
  imports: [CatalogModule, ContractsModule, GovernanceModule],
  controllers: [ContractsController, ChangeController, ImpactController, DataContractController],
})
export class ContractsHttpModule {}
