import { connectionBoxOf } from '@app/auth';
import { Failpoints } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database } from '@app/database';
import { DerivedEvidence } from '@app/quality';
import { QueueModule } from '@app/queue';
import { Module, type OnModuleInit } from '@nestjs/common';
import { CheckRunner } from './checks/check-runner';
import { TableChecksRepository } from './checks/table-checks.repository';
import { ConnectionTestRunner } from './connections/connection-test.runner';
import { DataReconciler } from './runs/data-reconciler';
import { DataWorkerMetrics } from './runs/data-worker-metrics';
import { DataClaimRepository } from './runs/work/data-claim.repository';
import { DataExecutor } from './runs/work/data-executor';
import { DataLeases } from './runs/work/data-leases';
import { DataQueue } from './runs/work/data-queue';
import { DataRunners } from './runs/work/data-runners';
import { SourceOpener } from './runs/work/source-opener';

/** Reads sources: imported by the worker only, which starts the queue and the reconciler. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [QueueModule],
  providers: [
    ConnectionTestRunner,
    DerivedEvidence,
    TableChecksRepository,
    {
      provide: CheckRunner,
      useFactory: (tables: TableChecksRepository, evidence: DerivedEvidence, settings: Settings) =>
        new CheckRunner(tables, evidence, settings),
      inject: [TableChecksRepository, DerivedEvidence, APP_SETTINGS],
    },
    DataClaimRepository,
    DataLeases,
    DataRunners,
    DataWorkerMetrics,
    { provide: SourceOpener, useFactory: (settings: Settings) => new SourceOpener(settings), inject: [APP_SETTINGS] },
    {
      provide: DataExecutor,
      useFactory: (
        database: Database,
        claims: DataClaimRepository,
        leases: DataLeases,
        runners: DataRunners,
        opener: SourceOpener,
        failpoints: Failpoints,
      ) => new DataExecutor(database, claims, leases, runners, opener, failpoints),
      inject: [Database, DataClaimRepository, DataLeases, DataRunners, SourceOpener, Failpoints],
    },
    {
      provide: DataQueue,
      useFactory: (
        database: Database,
        claims: DataClaimRepository,
        executor: DataExecutor,
        runners: DataRunners,
        settings: Settings,
      ) => new DataQueue({ database, claims, executor, runners, settings, openBox: () => connectionBoxOf(settings) }),
      inject: [Database, DataClaimRepository, DataExecutor, DataRunners, APP_SETTINGS],
    },
    {
      provide: DataReconciler,
      useFactory: (claims: DataClaimRepository, settings: Settings) => new DataReconciler(claims, settings),
      inject: [DataClaimRepository, APP_SETTINGS],
    },
  ],
  exports: [DataQueue, DataReconciler, DataRunners],
})
export class DataWorkerModule implements OnModuleInit {
  constructor(
    private readonly runners: DataRunners,
    private readonly connectionTests: ConnectionTestRunner,
    private readonly checks: CheckRunner,
  ) {}

  onModuleInit(): void {
    this.runners.register(this.connectionTests);
    this.runners.register(this.checks);
  }
}
