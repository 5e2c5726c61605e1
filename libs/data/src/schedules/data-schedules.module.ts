import { Database } from '@app/database';
import { Scheduler, SchedulesModule } from '@app/schedules';
import { Module } from '@nestjs/common';
import { DataRunRepository } from '../runs/request/data-run.repository';
import { DataTicks, SCHEDULED_KINDS } from './data-ticks';

/** Has the scheduler request data runs: imported by the worker only. Needs DatabaseModule. */
@Module({ imports: [SchedulesModule], providers: [DataRunRepository] })
export class DataSchedulesModule {
  constructor(scheduler: Scheduler, database: Database, runs: DataRunRepository) {
    scheduler.register(...SCHEDULED_KINDS.map((kind) => new DataTicks(kind, database, runs)));
  }
}
