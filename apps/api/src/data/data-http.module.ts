import { DataModule } from '@app/data';
import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module';
import { StreamsModule } from '../http/outgoing/streams.module';
import { CheckController } from './check.controller';
import { CheckScheduleController } from './check-schedule.controller';
import { ConnectionTestController } from './connection-test.controller';
import { CrawlController } from './crawl.controller';
import { DataAccessController } from './data-access.controller';
import { DataRunController } from './data-run.controller';
import { ProfileController } from './profile.controller';
import { TableSourceController } from './table-source.controller';

/** Which sources are read, and what was asked of them. */
@Module({
  imports: [DataModule, HealthModule, StreamsModule],
  controllers: [
    CheckController,
    CheckScheduleController,
    ConnectionTestController,
    CrawlController,
    DataAccessController,
    DataRunController,
    ProfileController,
    TableSourceController,
  ],
})
export class DataHttpModule {}
