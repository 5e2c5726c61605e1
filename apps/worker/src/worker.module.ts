import { AgreementsModule, AgreementsWorkerModule, DeadlineRound, PolicyMoveRound } from '@app/agreements';
import { CatalogIndexModule } from '@app/catalog';
import { BackgroundTasks, type BackgroundTask } from '@app/common';
import { ConfigModule, type Settings } from '@app/config';
import { DataReconciler, DataWorkerModule } from '@app/data';
import { DatabaseModule } from '@app/database';
import { AuditSealer, EventLagMetrics, EventNumbering } from '@app/events';
import { IncidentRound, IncidentsWorkerModule } from '@app/incidents';
import { IngestionModule } from '@app/ingestion';
import { LearnedWatcher, LearnedWorkerModule } from '@app/learned';
import { NoticeRound, NoticesWorkerModule } from '@app/notices';
import { NotificationsWorkerModule, Notifier } from '@app/notifications';
import { QueueModule } from '@app/queue';
import { RecountsWorkerModule } from '@app/recounts';
import { VerdictSums } from '@app/results';
import { RunQueue, RunsModule } from '@app/runs';
import { Scheduler, SchedulesModule } from '@app/schedules';
import { SearchBackend } from '@app/search';
import { BatchReconciler, ValidationModule, ValidationWorkerModule } from '@app/validation';
import { Module, type DynamicModule } from '@nestjs/common';
import { Housekeeping } from './housekeeping';
import { JobConsumer } from './job-consumer';

type TaskOwner = BackgroundTask | { readonly task: BackgroundTask };

/** In the order in which they start. */
const TASKS: readonly (abstract new (...dependencies: never[]) => TaskOwner)[] = [
  JobConsumer,
  RunQueue,
  BatchReconciler,
  Scheduler,
  SearchBackend,
  EventNumbering,
  AuditSealer,
  NoticeRound,
  Notifier,
  DeadlineRound,
  DataReconciler,
  IncidentRound,
  PolicyMoveRound,
  LearnedWatcher,
  VerdictSums,
  Housekeeping,
];

/**
 * The application minus HTTP: the same libraries as the API, without its controllers, its guards and identity – a job was
 * allowed when it was asked for, and a worker signs no tokens. It reads the key that does only to open the secrets of notifications, and of
 * connections where those have no key of their own.
 */
@Module({})
export class WorkerModule {
  static forRoot(settings: Settings & { readonly databaseUrl: string }): DynamicModule {
    const { databaseUrl: url, databaseDirectUrl: directUrl, databasePoolSize: poolSize } = settings;
    const { databaseCommitWaitMs: commitWaitMs } = settings;
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(settings),
        DatabaseModule.forRoot({ url, directUrl, poolSize, commitWaitMs }),
        QueueModule,
        RunsModule,
        SchedulesModule,
        CatalogIndexModule,
        ValidationWorkerModule,
        DataWorkerModule,
        RecountsWorkerModule,
        // A crawl writes tables: what follows from that in the API follows here.
        IngestionModule,
        ValidationModule,
        AgreementsWorkerModule,
        IncidentsWorkerModule,
        NoticesWorkerModule,
        NotificationsWorkerModule,
        AgreementsModule,
        LearnedWorkerModule,
      ],
      providers: [
        AuditSealer,
        EventLagMetrics,
        EventNumbering,
        Housekeeping,
        JobConsumer,
        VerdictSums,
        {
          provide: BackgroundTasks,
          useFactory: (...owners: readonly TaskOwner[]) =>
            new BackgroundTasks(owners.map((one) => ('start' in one ? one : one.task))),
          inject: [...TASKS],
        },
      ],
    };
  }
}
