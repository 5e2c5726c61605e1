import { IngestionModule } from '@app/ingestion';
import { Module } from '@nestjs/common';
import { ClientEventController } from './client-event.controller';
import { EventController } from './event.controller';
import { NamingController } from './naming.controller';

/** Needs the global modules of database, identity, catalog and contracts. */
@Module({ imports: [IngestionModule], controllers: [EventController, ClientEventController, NamingController] })
export class OpenLineageHttpModule {}
