import type { Actor } from '@app/common';
import { TableProfileService } from '@app/quality';
import { Body, Controller, Get, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEntity, sendWritten } from '../entities/entity-answer';
import { sendJson } from '../http/representation/answer';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { Access, CurrentActor } from '../http/access';
import { FqnParam } from '../http/input';
import { Answer, entity, pageOf, Takes } from '../http/described';
import { page, PROFILE, SAMPLE_DATA, SHOWN_TABLE, TABLE_PROFILE } from './evidence.examples';
import { CreateTableProfile, EvidenceListQuery, TableSampleData } from './evidence.dto';

const resource = 'table';
const collection = 'tables';
const TABLE = entity('Table');

/** Profiles of tables; a table is named by id or FQN. */
@ApiTags(collection)
@Controller(`v1/${collection}`)
export class TableProfileController {
  constructor(private readonly profiles: TableProfileService) {}

  @Put(':fqn/tableProfile')
  @ShowsEntity({ type: resource })
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({ operationId: 'putTableProfile', summary: 'Store a profile of a table and of its columns' })
  @Takes(CreateTableProfile, PROFILE)
  @Answer(200, 'The table with its newest profile', TABLE, SHOWN_TABLE)
  async put(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: CreateTableProfile,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.profiles.push(actor, fqn, body), collection, false);
  }

  @Get(':fqn/tableProfile')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'listTableProfiles', summary: 'List the profiles of a table, newest first' })
  @Answer(200, 'A page of profiles', pageOf(entity('TableProfile')), page(TABLE_PROFILE))
  async list(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: EvidenceListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.profiles.list(actor, fqn, query));
  }

  @Get(':fqn/tableProfile/latest')
  @ShowsEntity({ type: resource })
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'getLatestTableProfile',
    summary: 'Read a table with the newest profile of it and of its columns',
  })
  @Answer(200, 'The table', TABLE, SHOWN_TABLE)
  async latest(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendEntity(request, reply, await this.profiles.latest(actor, fqn));
  }

  @Put(':fqn/sampleData')
  @ShowsEntity({ type: resource })
  @Access({ operation: 'EditTests', resource })
  @ApiOperation({
    operationId: 'putTableSampleData',
    summary: 'Take rows of a table from a sampler; they are checked, but not kept',
  })
  @Takes(TableSampleData, SAMPLE_DATA)
  @Answer(200, 'The table, without the rows', TABLE, SHOWN_TABLE)
  async sampleData(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() _rows: TableSampleData,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.profiles.takeSampleData(actor, fqn), collection, false);
  }
}
