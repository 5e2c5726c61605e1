import { Module } from '@nestjs/common';
import { ResultService } from './result.service';
import { ContractFinder } from './store/contract-finder';
import { ResultWriteRepository } from './store/result-write.repository';
import { ResultRepository } from './store/result.repository';

/** Needs Database, AccessControl and CursorCodec from global modules. */
@Module({
  providers: [ContractFinder, ResultRepository, ResultWriteRepository, ResultService],
  exports: [ContractFinder, ResultRepository, ResultWriteRepository, ResultService],
})
export class ResultsModule {}
