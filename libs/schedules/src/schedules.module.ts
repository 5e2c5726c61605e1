import { Module } from '@nestjs/common';
import { ScheduleRepository } from './schedule.repository';
import { Scheduler } from './scheduler';
import { Schedules } from './schedules';

/** Schedules of all kinds of runs. The scheduler is started by the worker alone. Needs DatabaseModule. */
@Module({ providers: [ScheduleRepository, Scheduler, Schedules], exports: [Scheduler, Schedules] })
export class SchedulesModule {}
