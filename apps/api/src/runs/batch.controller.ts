import type { Actor } from '@app/common';
import { BatchEvents, BatchService, type BatchAnswer } from '@app/validation';
import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { TakesIdempotencyKey, UuidParam } from '../http/input';
import { Answer, Takes } from '../http/described';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { sendJson } from '../http/representation/answer';
import { BATCH, BATCH_EVENTS, BATCH_REQUEST, BATCH_SCHEMA, CANCELLED_BATCH, NEW_BATCH } from './batch.examples';
import { BatchDto, BatchQuery } from './run.dto';
import { EventStream, EventStreams } from '../http/outgoing/event-streams';

const resource = 'dataContract';

/** Validation of many contracts at once. */
@ApiTags('validation')
@Controller('v1/dataContracts/validations')
export class BatchController {
  constructor(
    private readonly batches: BatchService,
    private readonly events: BatchEvents,
    private readonly streams: EventStreams,
  ) {}

  @Post()
  @SpeaksYaml()
  @HttpCode(202)
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'validateContracts', summary: 'Validate many contracts, named or found by a filter' })
  @TakesIdempotencyKey('gets the same answer and makes no further batch')
  @Takes(BatchDto, BATCH_REQUEST)
  @Answer(202, 'The batch; its runs start after the runs that callers wait for', BATCH_SCHEMA, NEW_BATCH)
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: BatchDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { id, json, replayed } = await this.batches.create(actor, body, requestToken(request, actor));
    const location = `/api/v1/dataContracts/validations/${id}`;
    sendJson(reply, json, { status: 202, location, ...(replayed && { replayed }) });
  }

  @Get(':batchId')
  @SpeaksYaml()
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getValidations', summary: 'Read the progress of a batch' })
  @Answer(200, 'The batch', BATCH_SCHEMA, BATCH)
  read(
    @CurrentActor() actor: Actor,
    @UuidParam('batchId') batchId: string,
    @Query() query: BatchQuery,
  ): Promise<BatchAnswer> {
    return this.batches.read(actor, batchId, query);
  }

  @Get(':batchId/events')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'followValidations', summary: 'Stream the progress of a batch' })
  @EventStream(
    'Sends the counts when they change, at most four times a second, until the batch has ended.',
    BATCH_EVENTS,
  )
  async follow(
    @UuidParam('batchId') batchId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.streams.send(request, reply, (options) => this.events.follow(batchId, options));
  }

  @Post(':batchId/cancel')
  @SpeaksYaml()
  @HttpCode(200)
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({
    operationId: 'cancelValidations',
    summary: 'Cancel the rest of a batch',
    description: 'Runs that another request waits for continue. A finished batch is not changed.',
  })
  @Answer(200, 'The batch', BATCH_SCHEMA, CANCELLED_BATCH)
  cancel(@CurrentActor() actor: Actor, @UuidParam('batchId') batchId: string): Promise<BatchAnswer> {
    return this.batches.cancel(actor, batchId);
  }
}
