import type { Actor } from '@app/common';
import {
  ADD_EDGE_SCHEMA,
  EdgeService,
  LINEAGE_SOURCES,
  SourceRemoval,
  type DetailsAnswer,
  type EdgeAnswer,
} from '@app/lineage';
import { Body, Controller, Delete, Get, Param, Patch, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../../http/access';
import { FqnParam, UuidParam } from '../../http/input';
import { AcceptsJsonPatch } from '../../http/parsing';
import { Answer, JSON_PATCH, Takes } from '../../http/described';
import { integer, object, oneOf } from '../../http/schemas';
import { AssetTypes } from '../lineage-path.decorators';
import { DETAILS, EDGE, sent, EDITORS_OF_LINEAGE } from '../lineage-schemas';
import { DETAILS_EXAMPLE, EDGE_EXAMPLE, SENT_EDGE_EXAMPLE } from '../lineage.examples';

const PATCH_EXAMPLE = [{ op: 'replace', path: '/description', value: 'Loaded every night' }];
const DELETED = object({ deleted: integer });

/**
 * Single edges. Of which types the ends are stands in the body or in the path, and may be hidden behind an id: the service asks
 * for the permission, before it looks at anything else.
 */
@ApiTags('lineage')
@Controller('v1/lineage')
export class EdgeController {
  constructor(
    private readonly edges: EdgeService,
    private readonly sources: SourceRemoval,
  ) {}

  @Put()
  @AnyPrincipal(EDITORS_OF_LINEAGE)
  @ApiOperation({
    operationId: 'putLineageEdge',
    summary: 'Create or replace an edge between two assets',
    description: 'Needs EditLineage on both assets. An existing edge is replaced as a whole.',
  })
  @Takes(sent(ADD_EDGE_SCHEMA), { edge: SENT_EDGE_EXAMPLE })
  @Answer(200, 'The edge', EDGE, EDGE_EXAMPLE)
  put(@CurrentActor() actor: Actor, @Body() body: unknown): Promise<EdgeAnswer> {
    return this.edges.put(actor, body);
  }

  @Get('getLineageEdge/:from/:to')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'getLineageEdge', summary: 'Read the details of the edge between two assets' })
  @Answer(200, 'Its details', object({ 'edge?': DETAILS }), { edge: DETAILS_EXAMPLE })
  async details(
    @CurrentActor() actor: Actor,
    @UuidParam('from') from: string,
    @UuidParam('to') to: string,
  ): Promise<{ edge: DetailsAnswer }> {
    return { edge: await this.edges.details(actor, { from: { id: from }, to: { id: to } }) };
  }

  @Patch(':fromType/:from/:toType/:to')
  @AnyPrincipal(EDITORS_OF_LINEAGE)
  @AcceptsJsonPatch()
  @AssetTypes('fromType', 'toType')
  @ApiOperation({
    operationId: 'patchLineageEdge',
    summary: 'Change the details of an edge by a JSON Patch (RFC 6902)',
    description: 'The patch is applied to `lineageDetails` as getLineageEdge shows it.',
  })
  @Takes(JSON_PATCH, PATCH_EXAMPLE)
  @Answer(200, 'The edge', EDGE, EDGE_EXAMPLE)
  patch(
    @CurrentActor() actor: Actor,
    @Param('fromType') fromType: string,
    @UuidParam('from') from: string,
    @Param('toType') toType: string,
    @UuidParam('to') to: string,
    @Body() body: unknown,
  ): Promise<EdgeAnswer> {
    return this.edges.patch(actor, { from: { type: fromType, id: from }, to: { type: toType, id: to } }, body);
  }

  @Delete(':fromType/:from/type/:source')
  @AnyPrincipal()
  @AssetTypes('fromType')
  @ApiParam({ name: 'source', schema: oneOf(LINEAGE_SOURCES) })
  @ApiOperation({
    operationId: 'deleteLineageBySource',
    summary: 'Delete the edges of one source to an asset, and those for which it is the pipeline',
  })
  @Answer(200, 'The number of deleted edges', DELETED, { deleted: 3 })
  removeOfSource(
    @CurrentActor() actor: Actor,
    @Param('fromType') type: string,
    @UuidParam('from') id: string,
    @Param('source') source: string,
  ): Promise<{ deleted: number }> {
    return this.sources.remove(actor, { type, id }, source);
  }

  @Delete(':fromType/:from/:toType/:to')
  @AnyPrincipal()
  @AssetTypes('fromType', 'toType')
  @ApiOperation({ operationId: 'deleteLineageEdge', summary: 'Delete the edge between two assets' })
  @Answer(200, 'The deleted edge', EDGE, EDGE_EXAMPLE)
  remove(
    @CurrentActor() actor: Actor,
    @Param('fromType') fromType: string,
    @UuidParam('from') from: string,
    @Param('toType') toType: string,
    @UuidParam('to') to: string,
  ): Promise<EdgeAnswer> {
    return this.edges.remove(actor, { from: { type: fromType, id: from }, to: { type: toType, id: to } });
  }

  @Delete(':fromType/name/:fromFqn/:toType/name/:toFqn')
  @AnyPrincipal()
  @AssetTypes('fromType', 'toType')
  @ApiOperation({
    operationId: 'deleteLineageEdgeByName',
    summary: 'Delete the edge between two assets, by their FQNs',
  })
  @Answer(200, 'The deleted edge', EDGE, EDGE_EXAMPLE)
  removeByName(
    @CurrentActor() actor: Actor,
    @Param('fromType') fromType: string,
    @FqnParam('fromFqn') fromFqn: string,
    @Param('toType') toType: string,
    @FqnParam('toFqn') toFqn: string,
  ): Promise<EdgeAnswer> {
    return this.edges.remove(actor, { from: { type: fromType, fqn: fromFqn }, to: { type: toType, fqn: toFqn } });
  }
}
