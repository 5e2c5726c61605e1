import { Module } from '@nestjs/common';
import { BulkWriteRepository } from '../bulk/bulk-write.repository';
import { ResultWriter } from '../bulk/result-writer';
import { PartRepository } from './part.repository';
import { RunParts } from './run-parts';
import { SummedPushes } from './summed-pushes';

/** Adds up results of several producers, also for the worker, which takes no pushes. Needs DatabaseModule. */
@Module({
  providers: [BulkWriteRepository, ResultWriter, PartRepository, SummedPushes, RunParts],
  exports: [BulkWriteRepository, ResultWriter, PartRepository, SummedPushes, RunParts],
})
export class ProducersModule {}
