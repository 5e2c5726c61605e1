import { connectionBoxOf, PrincipalsModule } from '@app/auth';
import { VisibilityModule } from '@app/catalog';
import { Failpoints } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { ContractPromises, ContractRuleTests, ContractsModule } from '@app/contracts';
import { Database } from '@app/database';
import { DerivedEvidence } from '@app/quality';
import { QueueModule } from '@app/queue';
import { Leases, RunQueue, RunsModule } from '@app/runs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { CheckComputer } from './checks/check-computer';
import { CheckRunner } from './checks/check-runner';
import { ReferredTables } from './checks/referred-tables';
import { TableChecksRepository } from './tables/table-checks.repository';
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
import { DataRunners } from './runs/work/data-runners';
import { DataWork } from './runs/work/data-work';
import { SourceOpener } from './runs/work/source-opener';
import { DataSchedulesModule } from './schedules/data-schedules.module';

/** Reads sources: imported by the worker only, which starts the queue of runs, the scheduler and the reconciler. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [
    ContractsModule,
    CrawlModule,
    DataSchedulesModule,
    PrincipalsModule,
    QueueModule,
    RunsModule,
    VisibilityModule,
  ],
  providers: [
    ConnectionTestRunner,
    DerivedEvidence,
    TableChecksRepository,
    ReferredTables,
    {
      provide: CheckComputer,
      useFactory: (
        tables: TableChecksRepository,
        evidence: DerivedEvidence,
        referred: ReferredTables,
        settings: Settings,
      ) => new CheckComputer(tables, evidence, referred, settings),
      inject: [TableChecksRepository, DerivedEvidence, ReferredTables, APP_SETTINGS],
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
    DataRunRepository,
    DataRunners,
    DataWorkerMetrics,
    { provide: SourceOpener, useFactory: (settings: Settings) => new SourceOpener(settings), inject: [APP_SETTINGS] },
    {
      provide: DataExecutor,
      useFactory: (
        database: Database,
        claims: DataClaimRepository,
        leases: Leases,
        runners: DataRunners,
        opener: SourceOpener,
        evidence: DerivedEvidence,
        failpoints: Failpoints,
      ) => new DataExecutor(database, claims, leases, runners, opener, evidence, failpoints),
      inject: [Database, DataClaimRepository, Leases, DataRunners, SourceOpener, DerivedEvidence, Failpoints],
    },
    {
      provide: DataWork,
      useFactory: (
        database: Database,
        claims: DataClaimRepository,
        leases: Leases,
        executor: DataExecutor,
        runners: DataRunners,
        settings: Settings,
      ) =>
        new DataWork({
          database,
          claims,
          leases,
          executor,
          runners,
          settings,
          openBox: () => connectionBoxOf(settings),
        }),
      inject: [Database, DataClaimRepository, Leases, DataExecutor, DataRunners, APP_SETTINGS],
    },
    {
      provide: DataReconciler,
      useFactory: (claims: DataClaimRepository, settings: Settings) => new DataReconciler(claims, settings),
      inject: [DataClaimRepository, APP_SETTINGS],
    },
  ],
  exports: [DataReconciler, DataRunners],
})
export class DataWorkerModule implements OnModuleInit {
  constructor(
    private readonly runners: DataRunners,
    private readonly connectionTests: ConnectionTestRunner,
    private readonly checks: CheckRunner,
    private readonly crawls: CrawlRunner,
    private readonly profiles: ProfileRunner,
    private readonly readings: ReadingRunner,
    private readonly work: DataWork,
    private readonly queue: RunQueue,
  ) {}

  onModuleInit(): void {
    this.queue.register(this.work);
    if (this.work.lanes.size > 0) void this.work.tidyUp();
    const { connectionTests, checks, crawls, profiles, readings } = this;
    for (const runner of [connectionTests, checks, crawls, profiles, readings]) this.runners.register(runner);
  }
}
