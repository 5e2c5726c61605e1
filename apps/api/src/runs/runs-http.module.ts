import { ResultsModule } from '@app/results';
import { ValidationModule } from '@app/validation';
import { AuthModule } from '@app/auth';
import { QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module';
import { BatchController } from './batch.controller';
import { EventStreams } from '../http/outgoing/event-streams';
import { RunEventsController } from './run-events.controller';
import { ParkedJobController } from './parked-job.controller';
import { QueueController } from './queue.controller';
import { ScheduleController } from './schedule.controller';
import { RuleTrialController } from './rule-trial.controller';

/** Validation beyond one contract on demand. */
@Module({
  imports: [AuthModule, HealthModule, QueueModule, ResultsModule, ValidationModule],
  controllers: [
    BatchController,
    RunEventsController,
    ParkedJobController,
    QueueController,
    ScheduleController,
    RuleTrialController,
  ],
  providers: [EventStreams],
})
export class RunsHttpModule {}
