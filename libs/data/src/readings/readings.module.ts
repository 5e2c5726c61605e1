import { Module } from '@nestjs/common';
import { DataRunRepository } from '../runs/request/data-run.repository';
import { ReadingRepository } from './reading.repository';
import { Readings } from './readings';

/** Asks for readings, and says what they came to: what validation needs of this library. Needs DatabaseModule. */
@Module({ providers: [DataRunRepository, ReadingRepository, Readings], exports: [Readings] })
export class ReadingsModule {}
