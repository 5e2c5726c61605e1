import type { Actor } from '@app/common';
import { MappingService, UnresolvedList, type ListPage, type StoredRule } from '@app/ingestion';
import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { STORED_MAPPINGS_SCHEMA, UNRESOLVED_SCHEMA } from './openlineage-schemas';
import { MAPPINGS, STORED_MAPPINGS, UNRESOLVED_PAGE } from './openlineage.examples';
import { MappingsDto, NameListQuery } from './openlineage.dto';

const STORED = Answer(200, 'The rules as they are now', STORED_MAPPINGS_SCHEMA, STORED_MAPPINGS);

/** How the names of datasets become those of assets. */
@ApiTags('openlineage')
@Controller('v1/openlineage')
export class NamingController {
  constructor(
    private readonly mappings: MappingService,
    private readonly unresolved: UnresolvedList,
  ) {}

  @Get('mappings')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({ operationId: 'getOpenLineageMappings', summary: 'List the rules, by prefix' })
  @STORED
  list(@CurrentActor() actor: Actor): Promise<{ mappings: StoredRule[] }> {
    return this.mappings.list(actor);
  }

  @Put('mappings')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({
    operationId: 'putOpenLineageMappings',
    summary: 'Replace the rules',
    description:
      'The longest prefix of a namespace wins. Datasets that match nothing wait until a rule or an asset comes.',
  })
  @Takes(MappingsDto, MAPPINGS)
  @STORED
  put(@CurrentActor() actor: Actor, @Body() body: MappingsDto): Promise<{ mappings: StoredRule[] }> {
    return this.mappings.replace(actor, body);
  }

  @Get('unresolved')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({ operationId: 'listUnresolvedDatasets', summary: 'List the datasets that are no asset so far' })
  @Answer(200, 'A page of datasets', pageOf(UNRESOLVED_SCHEMA), UNRESOLVED_PAGE)
  listUnresolved(@CurrentActor() actor: Actor, @Query() query: NameListQuery): Promise<ListPage> {
    return this.unresolved.list(actor, query);
  }
}
