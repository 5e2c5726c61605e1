import { CatalogIndexModule } from '@app/catalog';
import { QueueModule } from '@app/queue';
import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background.module';
import { Shutdown } from '../http/lifecycle/shutdown';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';
import { SystemController } from './system.controller';

/** Whether the process serves, and that it is about to end: modules that wait on behalf of a request import it. */
@Module({
  imports: [BackgroundModule, CatalogIndexModule, QueueModule],
  controllers: [HealthController, SystemController],
  providers: [Readiness, Shutdown],
  exports: [Shutdown],
})
export class HealthModule {}
