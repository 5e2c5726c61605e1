import { EntityBehaviours } from '@app/catalog';
import { LineageModule } from '@app/lineage';
import { Module } from '@nestjs/common';
import type { DynamicModule, OnModuleInit } from '@nestjs/common';
import { ChangeControl } from './change/control/change-control';
import { OdcsProposal } from './change/control/odcs-proposal';
import { ContractImpacts } from './change/impact/contract-impact';
import { ImpactRepository } from './change/impact/impact.repository';
import { ContractService } from './contract.service';
import type { CheckRule } from './document/parts/semantics-faults';
import { EffectiveContracts } from './effective/effective-contracts';
import { EffectiveRepository } from './effective/effective.repository';
import { LocalContracts } from './effective/local-contracts';
import { CHECK_RULE, ContractBehaviour } from './entity/contract.behaviour';
import { ContractObservers } from './entity/contract-observers';
import { ContractRepository } from './entity/contract.repository';
import { dataContractType } from './entity/data-contract.type';
import './entity/register-contract';
import { OdcsBulk } from './odcs/odcs-bulk';
import { ODCS_PROVIDERS } from './odcs/odcs.providers';
import { OdcsService } from './odcs/odcs.service';

@Module({})
export class ContractsModule implements OnModuleInit {
  constructor(
    private readonly behaviours: EntityBehaviours,
    private readonly behaviour: ContractBehaviour,
  ) {}

  /** Needs CatalogModule. @param checkRule says what is wrong with a semantics rule; it lives in a library above this one */
  static forRoot(checkRule: CheckRule): DynamicModule {
    return {
      module: ContractsModule,
      global: true,
      imports: [LineageModule],
      providers: [
        ContractService,
        ChangeControl,
        ContractImpacts,
        ImpactRepository,
        OdcsProposal,
        EffectiveRepository,
        EffectiveContracts,
        LocalContracts,
        ContractBehaviour,
        ContractObservers,
        ContractRepository,
        ...ODCS_PROVIDERS,
        { provide: CHECK_RULE, useValue: checkRule },
      ],
      exports: [
        OdcsBulk,
        OdcsService,
        ContractObservers,
        ContractService,
        ChangeControl,
        ContractImpacts,
        LocalContracts,
      ],
    };
  }

  onModuleInit(): void {
    this.behaviours.register(dataContractType.type, this.behaviour);
  }
}
