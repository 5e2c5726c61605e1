import { RecountsModule } from '@app/recounts';
import { ResultsModule } from '@app/results';
import { ValidationModule } from '@app/validation';
import { AuthModule } from '@app/auth';
import { QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { BatchController } from './batch.controller';
import { HealthModule } from '../health/health.module';
import { StreamsModule } from '../http/outgoing/streams.module';
import { RunEventsController } from './run-events.controller';
import { ParkedJobController } from './parked-job.controller';
import { QueueController } from './queue.controller';
import { RecountController } from './recount.controller';
import { ScheduleController } from './schedule.controller';
import { RuleTrialController } from './rule-trial.controller';

/** Validation beyond one contract on demand. */
@Module({
  imports: [AuthModule, HealthModule, QueueModule, RecountsModule, ResultsModule, StreamsModule, ValidationModule],
  controllers: [
    BatchController,
    RunEventsController,
    ParkedJobController,
    QueueController,
    RecountController,
    ScheduleController,
    RuleTrialController,
  ],
})
export class RunsHttpModule {}
