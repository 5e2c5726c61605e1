import { CatalogIndexModule } from '@app/catalog';
import { BackgroundTasks } from '@app/common';
import { APP_SETTINGS, ConfigModule, type Settings } from '@app/config';
import { DataQueue, DataReconciler, DataScheduler, DataWorkerModule } from '@app/data';
import { Database, DatabaseModule } from '@app/database';
import { AuditSealer, EventLagMetrics, EventNumbering } from '@app/events';
import {
  GovernanceModule,
  GovernanceWorkerModule,
  IncidentRound,
  NoticeRound,
  ProposalDeadlines,
} from '@app/governance';
import { IngestionModule } from '@app/ingestion';
import { LearnedWatcher, LearnedWorkerModule } from '@app/learned';
import { NotificationsWorkerModule, Notifier } from '@app/notifications';
import { QueueModule } from '@app/queue';
import { SearchBackend } from '@app/search';
import { BatchReconciler, RunWakeUps, Scheduler, ValidationModule, ValidationWorkerModule } from '@app/validation';
import { Module, type DynamicModule } from '@nestjs/common';
import { Housekeeping } from './housekeeping';
import { JobConsumer } from './job-consumer';

/**
 * The application minus HTTP: the same libraries as the API, without its controllers, its guards and identity – a job was
 * allowed when it was asked for, and a worker signs no tokens. It reads the key that does only to open the secrets of notifications, and of
 * connections where those have no key of their own.
 */
@Module({})
export class WorkerModule {
  static forRoot(settings: Settings & { readonly databaseUrl: string }): DynamicModule {
    const { databaseUrl: url, databaseDirectUrl: directUrl, databasePoolSize: poolSize } = settings;
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(settings),
        DatabaseModule.forRoot({ url, directUrl, poolSize }),
        QueueModule,
        CatalogIndexModule,
        ValidationWorkerModule,
        DataWorkerModule,
        // A crawl writes tables: what follows from that in the API follows here.
        IngestionModule,
        ValidationModule,
        GovernanceWorkerModule,
        NotificationsWorkerModule,
        GovernanceModule,
        LearnedWorkerModule,
      ],
      providers: [
        JobConsumer,
        EventLagMetrics,
        {
          provide: Housekeeping,
          useFactory: (database: Database, settings: Settings) =>
            new Housekeeping(database, settings.resultRetention, settings),
          inject: [Database, APP_SETTINGS],
        },
        {
          provide: EventNumbering,
          useFactory: (database: Database) => new EventNumbering(database),
          inject: [Database],
        },
        {
          provide: AuditSealer,
          useFactory: (database: Database) => new AuditSealer(database),
          inject: [Database],
        },
        {
          provide: BackgroundTasks,
          useFactory: backgroundTasks,
          inject: [
            JobConsumer,
            RunWakeUps,
            BatchReconciler,
            Scheduler,
            SearchBackend,
            EventNumbering,
            AuditSealer,
            NoticeRound,
            Notifier,
            ProposalDeadlines,
            DataQueue,
            DataReconciler,
            DataScheduler,
            IncidentRound,
            LearnedWatcher,
            Housekeeping,
          ],
        },
      ],
    };
  }
}

/** In the order in which they start. */
function backgroundTasks(
  jobs: JobConsumer,
  wakeUps: RunWakeUps,
  batches: BatchReconciler,
  scheduler: Scheduler,
  search: SearchBackend,
  numbering: EventNumbering,
  sealer: AuditSealer,
  notices: NoticeRound,
  notifier: Notifier,
  deadlines: ProposalDeadlines,
  data: DataQueue,
  dataReconciler: DataReconciler,
  dataScheduler: DataScheduler,
  incidents: IncidentRound,
  learned: LearnedWatcher,
  housekeeping: Housekeeping,
): BackgroundTasks {
  return new BackgroundTasks([
    jobs,
    wakeUps.task,
    batches.task,
    scheduler.task,
    search,
    numbering,
    sealer,
    notices,
    notifier,
    deadlines,
    data,
    dataReconciler.task,
    dataScheduler.task,
    incidents.task,
    learned.task,
    housekeeping,
  ]);
}
