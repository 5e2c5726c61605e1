import type { Actor } from '@app/common';
import { LineageGraph, Neighbourhood, PathFinder, type GraphAnswer, type PathAnswer } from '@app/lineage';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AnyPrincipal, CurrentActor } from '../../http/access';
import { FqnParam, UuidParam } from '../../http/input';
import { Answer } from '../../http/described';
import { sendJson } from '../../http/representation/answer';
import { AssetTypes } from '../lineage-path.decorators';
import { GRAPH, NEIGHBOURHOOD, PATH } from '../lineage-schemas';
import { GRAPH_EXAMPLE, NEIGHBOURHOOD_EXAMPLE, PATH_EXAMPLE } from '../lineage.examples';
import {
  assetKey,
  edgeKey,
  GraphQuery,
  graphRequest,
  NamedNeighbourhoodQuery,
  NeighbourhoodQuery,
  PathQuery,
} from './graph-query';

const Near = Answer(200, 'The asset, its edges and the nodes at them', NEIGHBOURHOOD, NEIGHBOURHOOD_EXAMPLE);

/**
 * Lineage around an asset. Any type of asset may be asked for, so that the service asks for the permission: ViewBasic on it; what
 * the caller may not view is left out with what lies behind it.
 */
@ApiTags('lineage')
@Controller('v1/lineage')
export class GraphController {
  constructor(
    private readonly neighbourhoods: Neighbourhood,
    private readonly graphs: LineageGraph,
    private readonly paths: PathFinder,
  ) {}

  @Get('getLineage')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'getLineage', summary: 'Read the lineage of an asset' })
  @Near
  async named(
    @CurrentActor() actor: Actor,
    @Query() { type, fqn, ...request }: NamedNeighbourhoodQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.neighbourhoods.read(actor, type, { fqn }, request));
  }

  @Get('graph')
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'getLineageGraph',
    summary: 'Read the complete lineage of an asset, in pages',
    description:
      'Filters select the nodes that are shown, not those that are traversed: an edge is shown if both of its ends are. `hops` counts the whole traversal, `cycles` lists cycles among the edges of the page.',
  })
  @Answer(200, 'A page of the graph', GRAPH, GRAPH_EXAMPLE)
  graph(@CurrentActor() actor: Actor, @Query() query: GraphQuery): Promise<GraphAnswer> {
    return this.graphs.read(actor, query.type, assetKey(query), graphRequest(query));
  }

  @Get('path')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'getLineagePath', summary: 'Find the shortest path from one asset to another' })
  @Answer(200, 'The path, if there is one of at most 100 hops', PATH, PATH_EXAMPLE)
  path(@CurrentActor() actor: Actor, @Query() query: PathQuery): Promise<PathAnswer> {
    return this.paths.find(actor, edgeKey(query), query.direction);
  }

  @Get(':type/name/:fqn')
  @AnyPrincipal()
  @AssetTypes('type')
  @ApiOperation({ operationId: 'getLineageByName', summary: 'Read the lineage around an asset, by its FQN' })
  @Near
  async byName(
    @CurrentActor() actor: Actor,
    @Param('type') type: string,
    @FqnParam() fqn: string,
    @Query() query: NeighbourhoodQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.neighbourhoods.read(actor, type, { fqn }, query));
  }

  @Get(':type/:id')
  @AnyPrincipal()
  @AssetTypes('type')
  @ApiOperation({ operationId: 'getLineageById', summary: 'Read the lineage around an asset' })
  @Near
  async byId(
    @CurrentActor() actor: Actor,
    @Param('type') type: string,
    @UuidParam() id: string,
    @Query() query: NeighbourhoodQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.neighbourhoods.read(actor, type, { id }, query));
  }
}
