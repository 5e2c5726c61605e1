import { IngestionModule } from '@app/ingestion';
import { Module } from '@nestjs/common';
import { DbtController } from './dbt.controller';

@Module({ imports: [IngestionModule], controllers: [DbtController] })
export class DbtHttpModule {}
