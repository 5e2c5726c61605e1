import { Module } from '@nestjs/common';
import { BulkWriteRepository } from '../store/bulk-write.repository';
import { PartRepository } from './part.repository';
import { RunParts } from './run-parts';
import { SummedPushes } from './summed-pushes';

const PROVIDERS = [BulkWriteRepository, PartRepository, SummedPushes, RunParts];

/** Adds up results of several producers, also for the worker, which takes no pushes. Needs DatabaseModule. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class ProducersModule {}
