import { CatalogReadModule } from '@app/catalog';
import { EffectiveRepository } from '@app/contracts';
import { JobRegistry, QueueModule } from '@app/queue';
import { ProducersModule } from '@app/results';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BatchFeedRepository } from './batches/batch-feed.repository';
import { BatchReconciler } from './batches/batch-reconciler';
import { FeedBatchJob } from './batches/feed-batch.job';
import { FEED_JOB, VALIDATE_JOB } from './runs/job-types';
import { AnnouncedRuns } from './runs/work/announced-runs';
import { ContractEvaluation } from './runs/work/contract-evaluation';
import { ContractLoader } from './runs/work/contract-loader';
import { EvidenceLoader } from './runs/work/evidence-loader';
import { RuleRunners } from './runs/work/rule-runners';
import { LeaseKeeper } from './runs/work/lease-keeper';
import { Reconciler } from './runs/work/reconciler';
import { RunClaimRepository } from './runs/work/run-claim.repository';
import { ValidationJob } from './runs/work/validation.job';
import { WaitingRuns } from './runs/work/waiting-runs';
import { ScheduleRepository } from './schedules/schedule.repository';
import { Scheduler } from './schedules/scheduler';
import { ValidationJobsModule } from './validation-jobs.module';

/** Executes validation runs: imported by the worker only. Its background tasks are exported; the worker starts them. */
@Module({
  imports: [CatalogReadModule, ProducersModule, QueueModule, ValidationJobsModule],
  providers: [
    RunClaimRepository,
    LeaseKeeper,
    EffectiveRepository,
    ContractLoader,
    EvidenceLoader,
    RuleRunners,
    {
      provide: ContractEvaluation,
      useFactory: (evidence: EvidenceLoader, ruleRunners: RuleRunners) => new ContractEvaluation(evidence, ruleRunners),
      inject: [EvidenceLoader, RuleRunners],
    },
    ValidationJob,
    WaitingRuns,
    AnnouncedRuns,
    Reconciler,
    BatchFeedRepository,
    FeedBatchJob,
    BatchReconciler,
    ScheduleRepository,
    Scheduler,
  ],
  exports: [AnnouncedRuns, BatchReconciler, Reconciler, Scheduler],
})
export class ValidationWorkerModule implements OnApplicationShutdown {
  constructor(
    jobs: JobRegistry,
    job: ValidationJob,
    waiting: WaitingRuns,
    feeder: FeedBatchJob,
    private readonly ruleRunners: RuleRunners,
  ) {
    jobs.handle(VALIDATE_JOB, job, waiting);
    jobs.handle(FEED_JOB, feeder);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ruleRunners.close();
  }
}
