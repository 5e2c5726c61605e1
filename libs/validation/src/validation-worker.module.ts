import { EffectiveRepository } from '@app/contracts';
import { JobRegistry } from '@app/queue';
import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { BatchFeedRepository } from './batches/batch-feed.repository';
import { BatchKeeper } from './batches/batch-keeper';
import { FeedBatchJob } from './batches/feed-batch.job';
import { FEED_JOB } from './batches/feed-job';
import { VALIDATE_JOB } from './runs/validate-job';
import { ContractEvaluation } from './runs/work/contract-evaluation';
import { ContractLoader } from './runs/work/contract-loader';
import { EvidenceLoader } from './runs/work/evidence-loader';
import { LaneJudges } from './runs/work/lane-judges';
import { LeaseKeeper } from './runs/work/lease-keeper';
import { Reconciler } from './runs/work/reconciler';
import { RunClaimRepository } from './runs/work/run-claim.repository';
import { ValidationJob } from './runs/work/validation.job';
import { ScheduleRepository } from './schedules/schedule.repository';
import { Scheduler } from './schedules/scheduler';
import { ValidationJobsModule } from './validation-jobs.module';
import { WorkerRounds } from './worker-rounds';

/** Doing validation runs: only the worker imports this. Needs the global modules of database, queue and (for reading) the catalog. Nothing runs before `WorkerHost.start()` and `WorkerRounds.start()`. */
@Module({
  imports: [ValidationJobsModule],
  providers: [
    RunClaimRepository,
    LeaseKeeper,
    EffectiveRepository,
    ContractLoader,
    EvidenceLoader,
    LaneJudges,
    {
      provide: ContractEvaluation,
      useFactory: (evidence: EvidenceLoader, judges: LaneJudges) => new ContractEvaluation(evidence, judges),
      inject: [EvidenceLoader, LaneJudges],
    },
    ValidationJob,
    Reconciler,
    BatchFeedRepository,
    FeedBatchJob,
    BatchKeeper,
    ScheduleRepository,
    Scheduler,
    WorkerRounds,
  ],
  exports: [WorkerRounds],
})
export class ValidationWorkerModule implements OnApplicationShutdown {
  constructor(
    jobs: JobRegistry,
    job: ValidationJob,
    feeder: FeedBatchJob,
    private readonly judges: LaneJudges,
  ) {
    jobs.handle(VALIDATE_JOB, job);
    jobs.handle(FEED_JOB, feeder);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.judges.close();
  }
}
