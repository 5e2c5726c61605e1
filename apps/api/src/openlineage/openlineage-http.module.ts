import { IngestionModule } from '@app/ingestion';
import { AuthModule } from '@app/auth';
import { Module } from '@nestjs/common';
import { ClientEventController } from './client-event.controller';
import { EventController } from './event.controller';
import { NamingController } from './naming.controller';

@Module({
  imports: [AuthModule, IngestionModule],
  controllers: [EventController, ClientEventController, NamingController],
})
export class OpenLineageHttpModule {}
