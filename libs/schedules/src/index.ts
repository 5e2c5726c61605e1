export { MOST_WAITING, type ScheduledKind, type ScheduleDocument, type Tick } from './schedule';
export { Scheduler } from './scheduler';
export { Schedules } from './schedules';
export { SchedulesModule } from './schedules.module';
