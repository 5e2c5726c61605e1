import type { Actor } from '@app/common';
import { DataRunList, DataRunService, DataScheduleList, type DataRunPage } from '@app/data';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { UuidParam } from '../http/input';
import { EventStream, EventStreams } from '../http/outgoing/event-streams';
import {
  CANCELLED_RUN,
  DATA_RUN_EVENTS,
  DATA_RUN_SCHEMA,
  DATA_SCHEDULES,
  DATA_SCHEDULES_SCHEMA,
  ENDED_RUN,
} from './data.examples';
import { DataRunListQuery, DataScheduleListQuery } from './data-run.dto';

const View = Access({ operation: 'ViewBasic', resource: 'databaseService' });

/** The questions to sources, and their outcomes. */
@ApiTags('data')
@Controller('v1/dataRuns')
export class DataRunController {
  constructor(
    private readonly runs: DataRunService,
    private readonly list: DataRunList,
    private readonly schedules: DataScheduleList,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @View
  @ApiOperation({ operationId: 'listDataRuns', summary: 'List data runs, newest first' })
  @Answer(200, 'A page of runs', pageOf(DATA_RUN_SCHEMA), { data: [ENDED_RUN], paging: { total: 1 } })
  page(@CurrentActor() actor: Actor, @Query() query: DataRunListQuery): Promise<DataRunPage> {
    return this.list.page(actor, query);
  }

  @Get('schedules')
  @View
  @ApiOperation({
    operationId: 'listDataSchedules',
    summary: 'List the schedule of crawls of a service, or of checks of a table',
    description: 'The list is empty where there is none.',
  })
  @Answer(200, 'At most one schedule', DATA_SCHEDULES_SCHEMA, DATA_SCHEDULES)
  async scheduled(@CurrentActor() actor: Actor, @Query() query: DataScheduleListQuery): Promise<object> {
    return { data: await this.schedules.list(actor, query) };
  }

  @Get(':id')
  @View
  @ApiOperation({ operationId: 'getDataRun', summary: 'Read a data run' })
  @Answer(200, 'The run', DATA_RUN_SCHEMA, ENDED_RUN)
  get(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<object> {
    return this.runs.read(actor, id);
  }

  @Get(':id/events')
  @View
  @ApiOperation({ operationId: 'followDataRun', summary: 'Stream the progress of a data run' })
  @EventStream('Sends each state and the progress, at most twice a second, until the run has ended.', DATA_RUN_EVENTS)
  async follow(@UuidParam() id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.streams.send(request, reply, (options) => this.runs.follow(id, options));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @View
  @ApiOperation({
    operationId: 'cancelDataRun',
    summary: 'Cancel a data run',
    description:
      'Allowed for the user who started the run and for users who could start it. Statements in the source are cancelled; what was already stored stays. 409 if the run has ended.',
  })
  @Answer(200, 'The aborted run', DATA_RUN_SCHEMA, CANCELLED_RUN)
  cancel(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<object> {
    return this.runs.cancel(actor, id);
  }
}
