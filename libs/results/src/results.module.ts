import { Module } from '@nestjs/common';
import { BulkPushService } from './bulk/bulk-push.service';
import { BulkWriteRepository } from './bulk/bulk-write.repository';
import { ResultStore } from './bulk/result-store';
import { ResultService } from './result.service';
import { ContractFinder } from './store/contract-finder';
import { ResultWriteRepository } from './store/result-write.repository';
import { ResultRepository } from './store/result.repository';
import { SummaryRepository } from './summary/summary.repository';
import { SummaryService } from './summary/summary.service';

/** Needs Database, AccessControl and CursorCodec from global modules. */
@Module({
  providers: [
    ContractFinder,
    ResultRepository,
    ResultWriteRepository,
    ResultStore,
    ResultService,
    BulkPushService,
    BulkWriteRepository,
    SummaryRepository,
    SummaryService,
  ],
  exports: [ContractFinder, ResultRepository, ResultWriteRepository, ResultService, BulkPushService, SummaryService],
})
export class ResultsModule {}
