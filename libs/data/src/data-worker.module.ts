import { connectionBoxOf } from '@app/auth';
import { Failpoints } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { ContractPromises, ContractRuleTests, ContractsModule } from '@app/contracts';
import { Database } from '@app/database';
import { DerivedEvidence } from '@app/quality';
import { QueueModule } from '@app/queue';
import { Module, type OnModuleInit } from '@nestjs/common';
import { CheckComputer } from './checks/check-computer';
import { CheckRunner } from './checks/check-runner';
import { TableChecksRepository } from './checks/table-checks.repository';
import { ConnectionTestRunner } from './connections/connection-test.runner';
import { CrawlModule } from './crawl/crawl.module';
import { CrawlRunner } from './crawl/crawl.runner';
import { Crawler } from './crawl/state/crawler';
import { OneTableCrawl } from './crawl/write/one-table-crawl';
import { ProfileRunner } from './profiles/profile-runner';
import { ReadingRunner } from './readings/reading-runner';
import { DataReconciler } from './runs/data-reconciler';
import { DataWorkerMetrics } from './runs/data-worker-metrics';
import { DataRunRepository } from './runs/request/data-run.repository';
import { DataClaimRepository } from './runs/work/data-claim.repository';
import { DataExecutor } from './runs/work/data-executor';
import { DataLeases } from './runs/work/data-leases';
import { DataQueue } from './runs/work/data-queue';
import { DataRunners } from './runs/work/data-runners';
import { SourceOpener } from './runs/work/source-opener';
import { DataScheduleRepository } from './schedules/data-schedule.repository';
import { DataScheduler } from './schedules/data-scheduler';

/** Reads sources: imported by the worker only, which starts the queue, the scheduler and the reconciler. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [ContractsModule, CrawlModule, QueueModule],
  providers: [
    ConnectionTestRunner,
    DerivedEvidence,
    TableChecksRepository,
    {
      provide: CheckComputer,
      useFactory: (tables: TableChecksRepository, evidence: DerivedEvidence, settings: Settings) =>
        new CheckComputer(tables, evidence, settings),
      inject: [TableChecksRepository, DerivedEvidence, APP_SETTINGS],
    },
    {
      provide: CheckRunner,
      useFactory: (tables: TableChecksRepository, computer: CheckComputer, settings: Settings) =>
        new CheckRunner(tables, computer, settings),
      inject: [TableChecksRepository, CheckComputer, APP_SETTINGS],
    },
    {
      provide: ProfileRunner,
      useFactory: (tables: TableChecksRepository, settings: Settings) => new ProfileRunner(tables, settings),
      inject: [TableChecksRepository, APP_SETTINGS],
    },
    {
      provide: ReadingRunner,
      useFactory: (
        tables: TableChecksRepository,
        computer: CheckComputer,
        evidence: DerivedEvidence,
        crawl: OneTableCrawl,
        crawler: Crawler,
        rules: ContractRuleTests,
        promises: ContractPromises,
      ) => new ReadingRunner({ tables, computer, evidence, crawl, crawler, rules, promises }),
      inject: [
        ...[TableChecksRepository, CheckComputer, DerivedEvidence, OneTableCrawl, Crawler, ContractRuleTests],
        ContractPromises,
      ],
    },
    DataClaimRepository,
    DataLeases,
    DataRunRepository,
    DataRunners,
    DataScheduleRepository,
    DataScheduler,
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
        evidence: DerivedEvidence,
        failpoints: Failpoints,
      ) => new DataExecutor(database, claims, leases, runners, opener, evidence, failpoints),
      inject: [Database, DataClaimRepository, DataLeases, DataRunners, SourceOpener, DerivedEvidence, Failpoints],
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
  exports: [DataQueue, DataReconciler, DataRunners, DataScheduler],
})
export class DataWorkerModule implements OnModuleInit {
  constructor(
    private readonly runners: DataRunners,
    private readonly connectionTests: ConnectionTestRunner,
    private readonly checks: CheckRunner,
    private readonly crawls: CrawlRunner,
    private readonly profiles: ProfileRunner,
    private readonly readings: ReadingRunner,
  ) {}

  onModuleInit(): void {
    const { connectionTests, checks, crawls, profiles, readings } = this;
    for (const runner of [connectionTests, checks, crawls, profiles, readings]) this.runners.register(runner);
  }
}
