import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { AssetColumns } from './traversal/asset-columns';
import { EdgeBulk } from './edges/edge-bulk';
import { EdgeChanger } from './edges/edge-changer';
import { EdgeEnds } from './edges/edge-ends';
import { EdgePermission } from './edges/edge-permission';
import { EdgeReader } from './edges/edge-reader';
import { EdgeResolver } from './edges/edge-resolver';
import { EdgeWriter } from './edges/edge-writer';
import { KeptPipelines } from './edges/kept-pipelines';
import { EdgeRepository } from './edges/edge.repository';
import { EdgeService } from './edges/edge.service';
import { NamedAssets } from './edges/named-assets';
import { SourceRemoval } from './edges/source-removal';
import { GraphEdges } from './graph/graph-edges';
import { GraphPositions } from './graph/graph-position';
import { LineageExport } from './export/lineage-export';
import { SmallExportQuery } from './export/small-export-query';
import { ExportThread } from './export/thread/export-thread-handle';
import { OthersServed } from './export/thread/others-served';
import { LineageGraph } from './graph/lineage-graph';
import { Neighbourhood } from './graph/neighbourhood';
import { NodeFilter } from './graph/node-filter';
import { NodeReader } from './graph/node-reader';
import { PathFinder } from './graph/path-finder';
import { AssetFinder } from './traversal/asset-finder';
import { ImpactWalker } from './traversal/impact-walker';
import { LineageWalker } from './traversal/lineage-walker';

const SERVICES = [
  AssetColumns,
  AssetFinder,
  EdgeBulk,
  EdgeReader,
  EdgeService,
  EdgeWriter,
  LineageExport,
  ImpactWalker,
  LineageGraph,
  LineageWalker,
  Neighbourhood,
  OthersServed,
  PathFinder,
  SourceRemoval,
];

/** Lineage between assets. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule],
  providers: [
    ...SERVICES,
    EdgeChanger,
    KeptPipelines,
    EdgeEnds,
    EdgePermission,
    EdgeRepository,
    EdgeResolver,
    ExportThread,
    SmallExportQuery,
    GraphEdges,
    GraphPositions,
    NamedAssets,
    NodeFilter,
    NodeReader,
  ],
  exports: SERVICES,
})
export class LineageModule {}
