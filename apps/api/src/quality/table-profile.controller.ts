import type { Actor } from '@app/common';
import { TableProfileService } from '@app/quality';
import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { sendEntity, sendWritten } from '../entities/entity-answer';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { Access, CurrentActor } from '../http/access';
import { FqnParam } from '../http/input';
import { Answer, entity, Takes } from '../http/described';
import { PROFILE, SHOWN_TABLE } from './evidence.examples';
import { CreateTableProfile } from './evidence.dto';

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

  @Get(':fqn/tableProfile/latest')
  @ShowsEntity({ type: resource })
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'getLatestTableProfile',
    summary: 'Read a table with the newest profile of it and of its columns',
  })
  @Answer(200, 'The table', TABLE, SHOWN_TABLE)
  async latest(@CurrentActor() actor: Actor, @FqnParam() fqn: string, @Res() reply: FastifyReply): Promise<void> {
    sendEntity(reply, await this.profiles.latest(actor, fqn));
  }
}
