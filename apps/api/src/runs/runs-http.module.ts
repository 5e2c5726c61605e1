import { ResultsModule } from '@app/results';
import { ValidationModule } from '@app/validation';
import { AuthModule } from '@app/auth';
import { QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module';
import { BatchController } from './batches/batch.controller';
import { RunEventsController } from './events/run-events.controller';
import { QueueController } from './queues/queue.controller';
import { BulkController } from './results/bulk.controller';
import { SummaryController } from './results/summary.controller';
import { ScheduleController } from './schedules/schedule.controller';
import { RuleTrialController } from './trials/rule-trial.controller';

/** Validation beyond one contract on demand. */
@Module({
  imports: [AuthModule, HealthModule, QueueModule, ResultsModule, ValidationModule],
  controllers: [
    BatchController,
    RunEventsController,
    QueueController,
    BulkController,
    SummaryController,
    ScheduleController,
    RuleTrialController,
  ],
})
export class RunsHttpModule {}
