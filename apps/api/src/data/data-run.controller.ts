import type { Actor } from '@app/common';
import { DataRunList, DataRunService, type DataRunPage } from '@app/data';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { UuidParam } from '../http/input';
import { EventStream, EventStreams } from '../http/outgoing/event-streams';
import { CANCELLED_RUN, DATA_RUN_EVENTS, DATA_RUN_SCHEMA, ENDED_RUN } from './data.examples';
import { DataRunListQuery } from './data-run.dto';

const View = Access({ operation: 'ViewBasic', resource: 'databaseService' });

/** The questions to sources, and their outcomes. */
@ApiTags('data')
@Controller('v1/dataRuns')
export class DataRunController {
  constructor(
    private readonly runs: DataRunService,
    private readonly list: DataRunList,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @View
  @ApiOperation({ operationId: 'listDataRuns', summary: 'List data runs, newest first' })
  @Answer(200, 'A page of runs', pageOf(DATA_RUN_SCHEMA), { data: [ENDED_RUN], paging: { total: 1 } })
  page(@CurrentActor() actor: Actor, @Query() query: DataRunListQuery): Promise<DataRunPage> {
    return this.list.page(actor, query);
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
  @ApiOperation({ operationId: 'followDataRun', summary: 'Follow a data run as it goes' })
  @EventStream('Each state, and how far the run is, at most twice a second; ends with the run.', DATA_RUN_EVENTS)
  async follow(@UuidParam() id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.streams.send(request, reply, (options) => this.runs.follow(id, options));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @View
  @ApiOperation({
    operationId: 'cancelDataRun',
    summary: 'End a data run that has not ended, as Aborted',
    description:
      'For whoever asked for it, or may ask for it. What goes on in the source is cancelled; what was stored before stays. 409 where the run has ended.',
  })
  @Answer(200, 'The aborted run', DATA_RUN_SCHEMA, CANCELLED_RUN)
  cancel(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<object> {
    return this.runs.cancel(actor, id);
  }
}
