import type { Actor } from '@app/common';
import { TableChecks, type DataScheduleDocument } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Put, Res, type Type } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { TableCheckSchedule } from './data-run.dto';

const resource = 'table';
const SCHEMA = entity('TableCheckSchedule');
const SCHEDULE = { cron: '0 6 * * *', timezone: 'Europe/Berlin', enabled: true, profile: true };

/** When the test cases of tables are computed on their sources. */
export function checkScheduleController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/tables/${by.path}/checks/schedule`)
  class CheckScheduleController {
    constructor(private readonly checks: TableChecks) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource })
    @KeyedOperation(by, {
      operationId: 'getTableCheckSchedule',
      summary: 'Read the schedule of checks of a table',
    })
    @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
    get(@CurrentActor() actor: Actor, @by.Param() table: string): Promise<DataScheduleDocument> {
      return this.checks.schedule(actor, table);
    }

    @Put()
    @Access({ operation: 'CheckData', resource })
    @KeyedOperation(by, {
      operationId: 'putTableCheckSchedule',
      summary: 'Set the schedule of checks of a table',
      description: 'With `profile` each run also profiles the table.',
    })
    @Takes(TableCheckSchedule, SCHEDULE)
    @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
    @Answer(201, 'New', SCHEMA, SCHEDULE)
    async put(
      @CurrentActor() actor: Actor,
      @by.Param() table: string,
      @Body() body: TableCheckSchedule,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const { schedule, isNew } = await this.checks.putSchedule(actor, table, body);
      sendJson(reply, JSON.stringify(schedule), { status: isNew ? 201 : 200 });
    }

    @Delete()
    @HttpCode(204)
    @Access({ operation: 'CheckData', resource })
    @KeyedOperation(by, {
      operationId: 'deleteTableCheckSchedule',
      summary: 'Stop the schedule of checks of a table',
    })
    @ApiResponse({ status: 204, description: 'Removed' })
    remove(@CurrentActor() actor: Actor, @by.Param() table: string): Promise<void> {
      return this.checks.removeSchedule(actor, table);
    }
  }
  return CheckScheduleController;
}
