import { CatalogReadModule } from '@app/catalog';
import { ContractPromises, ContractsModule, EffectiveRepository } from '@app/contracts';
import { ReadingsModule } from '@app/data';
import { JobRegistry, QueueModule } from '@app/queue';
import { ProducersModule } from '@app/results';
import { RunQueue, RunsModule } from '@app/runs';
import { Scheduler, SchedulesModule } from '@app/schedules';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BatchFeedRepository } from './batches/batch-feed.repository';
import { BatchReconciler } from './batches/batch-reconciler';
import { FeedBatchJob } from './batches/feed-batch.job';
import { RunReadings } from './runs/work/run-readings';
import { GoneTables } from './runs/gone-tables';
import { FEED_JOB, WAKE_JOB } from './runs/job-types';
import { LearnedJudges } from './runs/learned-judges';
import { ContractEvaluation } from './runs/work/contract-evaluation';
import { ContractLoader } from './runs/work/contract-loader';
import { EvidenceLoader } from './runs/work/evidence-loader';
import { PromiseJudge } from './runs/work/promise-judge';
import { RuleRunners } from './runs/work/rule-runners';
import { RunClaimRepository } from './runs/work/run-claim.repository';
import { RunExecutor } from './runs/work/run-executor';
import { ValidationWork } from './runs/work/validation-work';
import { ValidationTicks } from './schedules/validation-ticks';
import { ValidationJobsModule } from './validation-jobs.module';

/** Executes validation runs: imported by the worker only. Its background tasks are exported; the worker starts them. */
@Module({
  imports: [
    CatalogReadModule,
    ContractsModule,
    ProducersModule,
    QueueModule,
    ReadingsModule,
    RunsModule,
    SchedulesModule,
    ValidationJobsModule,
  ],
  providers: [
    RunClaimRepository,
    EffectiveRepository,
    ContractLoader,
    EvidenceLoader,
    GoneTables,
    LearnedJudges,
    PromiseJudge,
    RuleRunners,
    ContractEvaluation,
    ContractPromises,
    RunReadings,
    RunExecutor,
    ValidationWork,
    BatchFeedRepository,
    FeedBatchJob,
    BatchReconciler,
    ValidationTicks,
  ],
  exports: [BatchReconciler, LearnedJudges],
})
export class ValidationWorkerModule implements OnApplicationShutdown {
  constructor(
    jobs: JobRegistry,
    queue: RunQueue,
    work: ValidationWork,
    scheduler: Scheduler,
    ticks: ValidationTicks,
    feeder: FeedBatchJob,
    private readonly ruleRunners: RuleRunners,
  ) {
    queue.register(work);
    scheduler.register(ticks);
    jobs.handle(WAKE_JOB, { handle: (_, { lane }) => Promise.resolve(queue.wake(lane)) });
    jobs.handle(FEED_JOB, feeder);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ruleRunners.close();
  }
}
