import { CatalogReadModule } from '@app/catalog';
import { ContractPromises, EffectiveRepository } from '@app/contracts';
import { ReadingsModule } from '@app/data';
import { JobRegistry, QueueModule } from '@app/queue';
import { ProducersModule } from '@app/results';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BatchFeedRepository } from './batches/batch-feed.repository';
import { BatchReconciler } from './batches/batch-reconciler';
import { FeedBatchJob } from './batches/feed-batch.job';
import { RunReadings } from './readings/run-readings';
import { FEED_JOB, WAKE_JOB } from './runs/job-types';
import { LearnedJudges } from './runs/learned-judges';
import { ContractEvaluation } from './runs/work/contract-evaluation';
import { ContractLoader } from './runs/work/contract-loader';
import { EvidenceLoader } from './runs/work/evidence-loader';
import { RuleRunners } from './runs/work/rule-runners';
import { LeaseKeeper } from './runs/work/lease-keeper';
import { RunClaimRepository } from './runs/work/run-claim.repository';
import { RunExecutor } from './runs/work/run-executor';
import { RunQueue } from './runs/work/run-queue';
import { RunWakeUps } from './runs/work/run-wake-ups';
import { ScheduleRepository } from './schedules/schedule.repository';
import { Scheduler } from './schedules/scheduler';
import { ValidationJobsModule } from './validation-jobs.module';

/** Executes validation runs: imported by the worker only. Its background tasks are exported; the worker starts them. */
@Module({
  imports: [CatalogReadModule, ProducersModule, QueueModule, ReadingsModule, ValidationJobsModule],
  providers: [
    RunClaimRepository,
    LeaseKeeper,
    EffectiveRepository,
    ContractLoader,
    EvidenceLoader,
    LearnedJudges,
    RuleRunners,
    ContractEvaluation,
    ContractPromises,
    RunReadings,
    RunExecutor,
    RunQueue,
    RunWakeUps,
    BatchFeedRepository,
    FeedBatchJob,
    BatchReconciler,
    ScheduleRepository,
    Scheduler,
  ],
  exports: [BatchReconciler, LearnedJudges, RunQueue, RunWakeUps, Scheduler],
})
export class ValidationWorkerModule implements OnApplicationShutdown {
  constructor(
    jobs: JobRegistry,
    wakeUps: RunWakeUps,
    feeder: FeedBatchJob,
    private readonly ruleRunners: RuleRunners,
  ) {
    jobs.handle(WAKE_JOB, wakeUps);
    jobs.handle(FEED_JOB, feeder);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ruleRunners.close();
  }
}
