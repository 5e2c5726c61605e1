import { AuthModule } from '@app/auth';
import { EventsModule } from '@app/events';
import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module';
import { EventStreams } from '../http/outgoing/event-streams';
import { EventController } from './event.controller';

@Module({
  imports: [AuthModule, EventsModule, HealthModule],
  controllers: [EventController],
  providers: [EventStreams],
})
export class EventsHttpModule {}
