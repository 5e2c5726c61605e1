import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { ChangeEventList } from './change/change-event-list';
import { ChangeEventRepository } from './change/change-event.repository';
import { ChangeEventStream } from './change/change-event-stream';

/** What changed in the catalog, for callers. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule],
  providers: [ChangeEventList, ChangeEventRepository, ChangeEventStream],
  exports: [ChangeEventList, ChangeEventStream],
})
export class EventsModule {}
