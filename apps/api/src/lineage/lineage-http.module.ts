import { LineageModule, OthersServed } from '@app/lineage';
import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { EdgeBulkController } from './edges/edge-bulk.controller';
import { EdgeController } from './edges/edge.controller';
import { LineageExportController } from './export/export.controller';
import { tellWhoIsServed } from './export/served-hook';
import { GraphController } from './graph/graph.controller';

@Module({
  imports: [AuthModule, CatalogModule, LineageModule],
  controllers: [EdgeBulkController, EdgeController, GraphController, LineageExportController],
})
export class LineageHttpModule {
  constructor({ httpAdapter }: HttpAdapterHost, others: OthersServed) {
    tellWhoIsServed(httpAdapter.getInstance<FastifyInstance>(), others);
  }
}
