import { AuthModule } from '@app/auth';
import { Module } from '@nestjs/common';
import { HealthModule } from '../../health/health.module';
import { EventStreams } from './event-streams';
import { OpenStreams } from './open-streams';

/** Streams of events; one for all routes, since it counts those of a user. */
@Module({
  imports: [AuthModule, HealthModule],
  providers: [EventStreams, OpenStreams],
  exports: [EventStreams],
})
export class StreamsModule {}
