import type { Actor } from '@app/common';
import { Recounts } from '@app/recounts';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { TakesIdempotencyKey, TakesPrefer, UuidParam } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { sendJson } from '../http/representation/answer';
import { awaitedRun } from '../http/request/request-token';
import { RECOUNT_SCHEMA, RecountListQuery } from './recount.dto';

const Administration = Access({ operation: 'EditAll', resource: 'setting' });

const QUEUED = {
  id: '7b1a6f0e-0c37-4a3e-9a43-0a3f6c1f7c11',
  status: 'Queued',
  requestedBy: 'admin',
  timestamp: 1_764_300_000_000,
  attempts: 0,
};
const RUNNING = {
  ...QUEUED,
  status: 'Running',
  startedAt: 1_764_300_000_020,
  attempts: 1,
  progress: { done: 35_000, total: 200_061, current: 'places' },
  compared: { places: 35_000 },
  mended: { misnamed: 0, mishidden: 2 },
  left: [],
};
const CANCELLED = {
  ...RUNNING,
  status: 'Aborted',
  endedAt: 1_764_300_004_020,
  executionTime: 4_000,
  message: 'Cancelled by admin',
  reason: 'cancelled',
};

/** How long a request waits for its recount where it does not say so, in seconds. */
const DEFAULT_WAIT_SECONDS = 0;

/** Checks of the whole catalog, for operators. */
@ApiTags('system')
@Controller('v1/system/recounts')
export class RecountController {
  constructor(
    private readonly recounts: Recounts,
    private readonly shutdown: Shutdown,
  ) {}

  @Get()
  @Administration
  @ApiOperation({ operationId: 'listRecounts', summary: 'List recounts, newest first' })
  @Answer(200, 'A page of recounts', pageOf(RECOUNT_SCHEMA), { data: [RUNNING], paging: { total: 1 } })
  page(@CurrentActor() actor: Actor, @Query() query: RecountListQuery): Promise<object> {
    return this.recounts.page(actor, query);
  }

  @Post()
  @HttpCode(200)
  @Administration
  @ApiOperation({
    operationId: 'requestRecount',
    summary: 'Check derived data of the catalog and repair differences',
    description:
      'A worker recomputes names, parents, labels, counts and the state of contracts from their sources, during normal operation. One recount is open at a time: a request while one is queued or running returns that one. After a crash or a stop of its worker it continues after the last block.',
  })
  @TakesPrefer('wait=<seconds, 0 to 60>; absent: the answer is sent at once.')
  @TakesIdempotencyKey('gets the same answer and makes no further recount')
  @Answer(200, 'The recount has ended', RECOUNT_SCHEMA, CANCELLED)
  @Answer(202, 'The recount has not ended; Location is the URL to poll', RECOUNT_SCHEMA, QUEUED)
  async request(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const options = { ...awaitedRun(request, actor, DEFAULT_WAIT_SECONDS), signal: this.shutdown.signal };
    const { status, headers, body } = await this.recounts.request(actor, options);
    sendJson(reply.headers(headers), body, { status });
  }

  @Get(':id')
  @Administration
  @ApiOperation({ operationId: 'getRecount', summary: 'Read a recount' })
  @Answer(200, 'The recount', RECOUNT_SCHEMA, RUNNING)
  get(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<object> {
    return this.recounts.read(actor, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Administration
  @ApiOperation({
    operationId: 'cancelRecount',
    summary: 'Cancel a recount',
    description: 'Repairs made so far stay. 409 if the recount has ended.',
  })
  @Answer(200, 'The aborted recount', RECOUNT_SCHEMA, CANCELLED)
  cancel(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<object> {
    return this.recounts.cancel(actor, id);
  }
}
