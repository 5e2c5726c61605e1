import { IngestionModule } from '@app/ingestion';
import { Module } from '@nestjs/common';
import { DbtController } from './dbt.controller';

/** Needs the global modules of database, identity, catalog and contracts. */
@Module({ imports: [IngestionModule], controllers: [DbtController] })
export class DbtHttpModule {}
