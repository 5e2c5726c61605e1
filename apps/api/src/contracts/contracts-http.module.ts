import { Module } from '@nestjs/common';
import { ChangeController } from './change/change.controller';
import { ImpactController } from './change/impact/impact.controller';
import { ContractsController } from './contracts.controller';
import { DataContractController } from './read/data-contract.controller';

@Module({ controllers: [ContractsController, ChangeController, ImpactController, DataContractController] })
export class ContractsHttpModule {}
