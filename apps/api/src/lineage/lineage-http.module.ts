import { LineageModule } from '@app/lineage';
import { Module } from '@nestjs/common';
import { EdgeBulkController } from './edges/edge-bulk.controller';
import { EdgeController } from './edges/edge.controller';
import { LineageExportController } from './export/export.controller';
import { GraphController } from './graph/graph.controller';

/** Needs the global modules of database, identity and catalog. */
@Module({
  imports: [LineageModule],
  controllers: [EdgeBulkController, EdgeController, GraphController, LineageExportController],
})
export class LineageHttpModule {}
