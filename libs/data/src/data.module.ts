import { AccessControl, AuthModule } from '@app/auth';
import { CatalogModule, EntityFinder, EntityObservers } from '@app/catalog';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database } from '@app/database';
import { SchedulesModule } from '@app/schedules';
import { Module, type OnModuleInit } from '@nestjs/common';
import { ConnectionWatch } from './access/connection-watch';
import { DataAccessRepository } from './access/data-access.repository';
import { DataAccessService } from './access/data-access.service';
import { TableAccess } from './access/table-access';
import { ReadTables } from './tables/read-tables';
import { TableChecks } from './checks/table-checks';
import { TableChecksRepository } from './tables/table-checks.repository';
import { ConnectionKinds } from './access/connection-kinds';
import { ConnectionTests } from './connections/connection-tests';
import { Crawls } from './crawl/request/crawls';
import { TableSource } from './crawl/request/table-source';
import { TableProfiles } from './profiles/table-profiles';
import { DataReconciler } from './runs/data-reconciler';
import { DataRunList } from './runs/request/data-run-list';
import { DataRunRepository } from './runs/request/data-run.repository';
import { DataRunService } from './runs/request/data-run.service';
import { DataRunSight } from './runs/request/data-run-sight';
import { DataRunWaits } from './runs/request/data-run-waits';
import { DataClaimRepository } from './runs/work/data-claim.repository';
import { DataScheduleList } from './schedules/data-schedule-list';

const SERVICES = [
  ConnectionKinds,
  ConnectionTests,
  Crawls,
  DataAccessService,
  DataReconciler,
  DataRunList,
  DataRunService,
  DataScheduleList,
  TableAccess,
  TableChecks,
  TableProfiles,
  TableSource,
];

/** Says which sources may be read, and asks for readings. It reads none: the worker does. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, SchedulesModule],
  providers: [
    ConnectionTests,
    ConnectionWatch,
    Crawls,
    DataAccessRepository,
    DataClaimRepository,
    DataRunList,
    DataRunRepository,
    DataRunService,
    DataRunSight,
    DataRunWaits,
    DataScheduleList,
    ReadTables,
    TableAccess,
    TableChecks,
    TableChecksRepository,
    TableProfiles,
    TableSource,
    {
      provide: ConnectionKinds,
      useFactory: (access: AccessControl, settings: Settings) => new ConnectionKinds(access, settings.dataDriversDir),
      inject: [AccessControl, APP_SETTINGS],
    },
    {
      provide: DataAccessService,
      useFactory: (
        ...[database, entities, accesses, settings]: [Database, EntityFinder, DataAccessRepository, Settings]
      ) => new DataAccessService(database, entities, accesses, settings.dataDriversDir),
      inject: [Database, EntityFinder, DataAccessRepository, APP_SETTINGS],
    },
    {
      provide: DataReconciler,
      useFactory: (claims: DataClaimRepository, settings: Settings) => new DataReconciler(claims, settings),
      inject: [DataClaimRepository, APP_SETTINGS],
    },
  ],
  exports: SERVICES,
})
export class DataModule implements OnModuleInit {
  constructor(
    private readonly observers: EntityObservers,
    private readonly watch: ConnectionWatch,
  ) {}

  onModuleInit(): void {
    this.observers.register(this.watch);
  }
}
