import type { Actor } from '@app/common';
import { TableChecks, type DataScheduleDocument } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { TableCheckSchedule } from './data-run.dto';

const resource = 'table';
const CheckData = Access({ operation: 'CheckData', resource });
const SCHEMA = entity('TableCheckSchedule');
const SCHEDULE = { cron: '0 6 * * *', timezone: 'Europe/Berlin', enabled: true, profile: true };
const Removed = ApiResponse({ status: 204, description: 'Removed' });

/** When the test cases of tables are computed on their sources. */
@ApiTags('data')
@Controller('v1/tables')
export class CheckScheduleController {
  constructor(private readonly checks: TableChecks) {}

  @Get('name/:fqn/checks/schedule')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'getTableCheckScheduleByName',
    summary: 'Read when the test cases of a table are computed, by its name',
  })
  @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
  scheduleByName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<DataScheduleDocument> {
    return this.checks.schedule(actor, fqn);
  }

  @Get(':id/checks/schedule')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getTableCheckSchedule', summary: 'Read when the test cases of a table are computed' })
  @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
  scheduleById(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<DataScheduleDocument> {
    return this.checks.schedule(actor, id);
  }

  @Put('name/:fqn/checks/schedule')
  @CheckData
  @ApiOperation({
    operationId: 'putTableCheckScheduleByName',
    summary: 'Have the test cases of a table computed by a schedule, by its name',
  })
  @Takes(TableCheckSchedule, SCHEDULE)
  @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
  @Answer(201, 'New', SCHEMA, SCHEDULE)
  putScheduleByName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: TableCheckSchedule,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putSchedule(actor, fqn, body, reply);
  }

  @Put(':id/checks/schedule')
  @CheckData
  @ApiOperation({
    operationId: 'putTableCheckSchedule',
    summary: 'Have the test cases of a table computed by a schedule',
    description: 'With `profile` each of its runs profiles the table as well.',
  })
  @Takes(TableCheckSchedule, SCHEDULE)
  @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
  @Answer(201, 'New', SCHEMA, SCHEDULE)
  putScheduleById(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: TableCheckSchedule,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putSchedule(actor, id, body, reply);
  }

  @Delete('name/:fqn/checks/schedule')
  @HttpCode(204)
  @CheckData
  @ApiOperation({
    operationId: 'deleteTableCheckScheduleByName',
    summary: 'Stop the schedule of checks of a table, by its name',
  })
  @Removed
  removeScheduleByName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<void> {
    return this.checks.removeSchedule(actor, fqn);
  }

  @Delete(':id/checks/schedule')
  @HttpCode(204)
  @CheckData
  @ApiOperation({ operationId: 'deleteTableCheckSchedule', summary: 'Stop the schedule of checks of a table' })
  @Removed
  removeScheduleById(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<void> {
    return this.checks.removeSchedule(actor, id);
  }

  private async putSchedule(actor: Actor, table: string, body: TableCheckSchedule, reply: FastifyReply): Promise<void> {
    const { schedule, isNew } = await this.checks.putSchedule(actor, table, body);
    sendJson(reply, JSON.stringify(schedule), { status: isNew ? 201 : 200 });
  }
}
