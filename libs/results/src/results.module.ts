import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { BulkPushService } from './bulk/bulk-push.service';
import { HiddenVerdicts } from './hidden-verdicts';
import { ResultStore } from './bulk/result-store';
import { RelationContracts } from './reports/relation-contracts';
import { ProducersModule } from './producers/producers.module';
import { ResultService } from './result.service';
import { ContractFinder } from './store/contract-finder';
import { ResultWriteRepository } from './store/result-write.repository';
import { ResultRepository } from './store/result.repository';
import { SummaryRepository } from './summary/summary.repository';
import { SummaryService } from './summary/summary.service';

/** The results of contracts. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, ProducersModule],
  providers: [
    ContractFinder,
    HiddenVerdicts,
    ResultRepository,
    ResultWriteRepository,
    ResultStore,
    ResultService,
    BulkPushService,
    RelationContracts,
    SummaryRepository,
    SummaryService,
  ],
  exports: [
    ContractFinder,
    HiddenVerdicts,
    ResultRepository,
    ResultWriteRepository,
    ResultService,
    BulkPushService,
    RelationContracts,
    SummaryService,
  ],
})
export class ResultsModule {}
