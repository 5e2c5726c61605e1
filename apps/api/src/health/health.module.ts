import { Global, Module } from '@nestjs/common';
import { Shutdown } from '../http/lifecycle/shutdown';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';
import { SystemController } from './system.controller';

/** Global, so that every controller that waits can be told of the end. Needs the modules of database and queue. */
@Global()
@Module({
  controllers: [HealthController, SystemController],
  providers: [Readiness, Shutdown],
  exports: [Shutdown],
})
export class HealthModule {}
