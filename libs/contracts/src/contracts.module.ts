import { AuthModule } from '@app/auth';
import { CatalogModule, EntityBehaviours, EntityTypesModule } from '@app/catalog';
import { LineageModule } from '@app/lineage';
import { type OnModuleInit, Module } from '@nestjs/common';
import { ChangeControl } from './comparison/change-control';
import { ChangeTerms } from './comparison/change-terms';
import { ContractImpacts } from './comparison/contract-impact';
import { ImpactRepository } from './comparison/impact.repository';
import { ContractService } from './contract.service';
import { EffectiveContracts } from './effective/effective-contracts';
import { MissingContract } from './effective/missing-contract';
import { EffectiveRepository } from './effective/effective.repository';
import { LocalContracts } from './effective/local-contracts';
import { ContractBehaviour } from './entity/contract.behaviour';
import { OwnSqlRights } from './entity/own-sql-rights';
import { RuleSyntax } from './entity/rule-syntax';
import { ContractGates } from './entity/contract-gates';
import { ContractObservers } from './document/contract-observers';
import { ContractTrial } from './entity/contract-trial';
import { ContractRepository } from './entity/contract.repository';
import { dataContractType } from './entity/data-contract.type';
import { OdcsBulk } from './exchange/odcs-bulk';
import { OdcsExport } from './exchange/odcs-export';
import { MergeImport } from './exchange/importing/merge-import';
import { OdcsImporter } from './exchange/importing/odcs-importer';
import { TestCaseMaker } from './exchange/importing/test-case-maker';
import { OdcsImportObserver } from './documents/odcs-import-observer';
import { OdcsRepository } from './documents/odcs.repository';
import { WrittenDocuments } from './documents/written-documents';
import { OdcsService } from './exchange/odcs.service';
import { ContractRuleTests } from './exchange/rules/contract-rule-tests';
import { ContractPromises } from './registry/contract-promises';
import { RuleTestRepository } from './exchange/rules/rule-test.repository';

/**
 * The contract as its own search document and that of its asset show it: by its newest result that has ended, whatever runs meanwhile.
 */
const SHOWN = `
  (select jsonb_build_object('name', c.name, 'entityStatus', s.status, 'latestStatus', s.ended_status)
     from contract s join entity c on c.node = s.node
    where s.live and s.node = case e.type when '${dataContractType.type}' then e.node
      else (select own.node from contract own where own.asset = e.node and own.live) end)`;

/** Declares the type in the catalog, and what search documents show of contracts. */
export const ContractTypeModule = EntityTypesModule.forFeature([dataContractType], { contract: SHOWN });

/** Data contracts. Requires ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, ContractTypeModule, LineageModule],
  providers: [
    ChangeControl,
    ChangeTerms,
    ContractBehaviour,
    ContractImpacts,
    ContractGates,
    ContractObservers,
    ContractPromises,
    ContractRepository,
    ContractRuleTests,
    ContractTrial,
    ContractService,
    EffectiveContracts,
    MissingContract,
    EffectiveRepository,
    ImpactRepository,
    LocalContracts,
    MergeImport,
    OdcsBulk,
    OdcsExport,
    OdcsImporter,
    OdcsImportObserver,
    OdcsRepository,
    OdcsService,
    OwnSqlRights,
    RuleSyntax,
    RuleTestRepository,
    TestCaseMaker,
    WrittenDocuments,
  ],
  exports: [
    ChangeControl,
    ContractImpacts,
    ContractGates,
    ContractObservers,
    ContractPromises,
    ContractRuleTests,
    ContractService,
    LocalContracts,
    OdcsBulk,
    OdcsExport,
    OdcsService,
    RuleSyntax,
  ],
})
export class ContractsModule implements OnModuleInit {
  constructor(
    private readonly behaviours: EntityBehaviours,
    private readonly behaviour: ContractBehaviour,
  ) {}

  onModuleInit(): void {
    this.behaviours.register(dataContractType.type, this.behaviour);
  }
}
