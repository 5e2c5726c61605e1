import { DataModule } from '@app/data';
import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module';
import { byEither } from '../http/input';
import { StreamsModule } from '../http/outgoing/streams.module';
import { checkController } from './check.controller';
import { checkScheduleController } from './check-schedule.controller';
import { ConnectionKindController } from './connection-kind.controller';
import { ConnectionTestController, serviceTestController } from './connection-test.controller';
import { crawlController } from './crawl.controller';
import { crawlScheduleController } from './crawl-schedule.controller';
import { DataAccessListController } from './data-access-list.controller';
import { dataAccessController } from './data-access.controller';
import { DataRunController } from './data-run.controller';
import { profileController } from './profile.controller';
import { tableAccessController } from './table-access.controller';
import { tableSourceController } from './table-source.controller';

/** Which sources are read, and what was asked of them. */
@Module({
  imports: [DataModule, HealthModule, StreamsModule],
  controllers: [
    ...byEither(checkController),
    ...byEither(checkScheduleController),
    ConnectionKindController,
    ConnectionTestController,
    ...byEither(serviceTestController),
    ...byEither(crawlController),
    ...byEither(crawlScheduleController),
    DataAccessListController,
    ...byEither(dataAccessController),
    DataRunController,
    ...byEither(profileController),
    ...byEither(tableAccessController),
    ...byEither(tableSourceController),
  ],
})
export class DataHttpModule {}
