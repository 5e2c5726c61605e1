import { AgreementsModule, WhatIfModule } from '@app/agreements';
import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { ChangeController } from './change/change.controller';
import { ImpactController } from './change/impact/impact.controller';
import { ContractsController } from './contracts.controller';
import { WhatIfController } from './what-if/what-if.controller';
import { DataContractController } from './read/data-contract.controller';

@Module({
  imports: [CatalogModule, ContractsModule, AgreementsModule, WhatIfModule],
  controllers: [ContractsController, ChangeController, ImpactController, WhatIfController, DataContractController],
})
export class ContractsHttpModule {}
