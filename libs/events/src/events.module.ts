import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Database } from '@app/database';
import { Module } from '@nestjs/common';
import { ChangeEventList } from './change/change-event-list';
import { ChangeEventRepository } from './change/change-event.repository';
import { ChangeEventStream } from './change/change-event-stream';
import { EventLagMetrics } from './change/event-lag-metrics';
import { AuditLog } from './audit/audit-log';
import { AuditRepository } from './audit/audit.repository';
import { RefusalLog } from './audit/refusal-log';

/** Provides the changes in the catalog, for callers, and the audit. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule],
  providers: [
    ChangeEventList,
    ChangeEventRepository,
    ChangeEventStream,
    EventLagMetrics,
    AuditLog,
    AuditRepository,
    { provide: RefusalLog, useFactory: (database: Database) => new RefusalLog(database), inject: [Database] },
  ],
  exports: [AuditLog, ChangeEventList, ChangeEventStream, RefusalLog],
})
export class EventsModule {}
