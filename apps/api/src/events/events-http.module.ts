import { AuthModule } from '@app/auth';
import { EventsModule } from '@app/events';
import { Module } from '@nestjs/common';
import { StreamsModule } from '../http/outgoing/streams.module';
import { EventController } from './event.controller';

@Module({
  imports: [AuthModule, EventsModule, StreamsModule],
  controllers: [EventController],
})
export class EventsHttpModule {}
