import { EffectiveRepository } from '@app/contracts';
import { JobRegistry } from '@app/queue';
import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { RuleRunner } from './rules/rule-runner';
import { VALIDATE_JOB } from './runs/validate-job';
import { ContractEvaluation } from './runs/work/contract-evaluation';
import { ContractLoader } from './runs/work/contract-loader';
import { EvidenceLoader } from './runs/work/evidence-loader';
import { LeaseKeeper } from './runs/work/lease-keeper';
import { Reconciler } from './runs/work/reconciler';
import { RunClaimRepository } from './runs/work/run-claim.repository';
import { ValidationJob } from './runs/work/validation.job';
import { ValidationJobsModule } from './validation-jobs.module';

/** Doing validation runs: only the worker imports this. Needs the global modules of database, queue and (for reading) the catalog. Nothing runs before `WorkerHost.start()` and `Reconciler.start()`. */
@Module({
  imports: [ValidationJobsModule],
  providers: [
    RunClaimRepository,
    LeaseKeeper,
    EffectiveRepository,
    ContractLoader,
    EvidenceLoader,
    { provide: RuleRunner, useFactory: () => new RuleRunner() },
    {
      provide: ContractEvaluation,
      useFactory: (evidence: EvidenceLoader, judge: RuleRunner) => new ContractEvaluation(evidence, judge),
      inject: [EvidenceLoader, RuleRunner],
    },
    ValidationJob,
    Reconciler,
  ],
  exports: [Reconciler],
})
export class ValidationWorkerModule implements OnApplicationShutdown {
  constructor(
    jobs: JobRegistry,
    job: ValidationJob,
    private readonly judge: RuleRunner,
  ) {
    jobs.handle(VALIDATE_JOB, job);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.judge.close();
  }
}
