import type { Actor } from '@app/common';
import { EventBatch, EventIntake, EventList, type EventReceipt, type ListPage } from '@app/ingestion';
import { Body, Controller, Get, Logger, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { noteOutcomes } from '../http/errors/mixed-outcomes';
import { BodyLimit } from '../http/parsing';
import { batchAnswer } from './batch-answer';
import {
  BATCH_SCHEMA,
  EVENT_SCHEMA,
  OUTCOMES_SCHEMA,
  RECEIPT_SCHEMA,
  STORED_EVENT_SCHEMA,
} from './openlineage-schemas';
import { EVENT, EVENT_PAGE, RECEIPT, REFUSED } from './openlineage.examples';
import { EventListQuery } from './openlineage.dto';

const STORED = { status: 201, event: RECEIPT };
const Behind = Answer(
  429,
  'The queue of events would take longer than two seconds; send the event again after Retry-After',
  { $ref: '#/components/schemas/Error' },
  {
    code: 429,
    errorType: 'TOO_MANY_REQUESTS',
    message: '410 lineage events are waiting to be written',
    requestId: '3f6e9a52-5c1f-4d0c-9a33-0e6c2f0d7b51',
  },
);

/** Receives lineage events. */
@ApiTags('openlineage')
@Controller('v1/openlineage')
export class EventController {
  private readonly logger = new Logger('EventController');

  constructor(
    private readonly intake: EventIntake,
    private readonly batches: EventBatch,
    private readonly events: EventList,
  ) {}

  @Post('lineage')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({
    operationId: 'addOpenLineageEvent',
    summary: 'Receive a lineage event',
    description:
      'Sending the same event (runId, eventType, eventTime) again changes nothing; the order of events does not matter.',
  })
  @Takes(EVENT_SCHEMA, EVENT)
  @Answer(201, 'The event was accepted', RECEIPT_SCHEMA, RECEIPT)
  @Behind
  take(@CurrentActor() actor: Actor, @Body() event: unknown): Promise<EventReceipt> {
    return this.intake.take(actor, event);
  }

  @Post('lineage/batch')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @BodyLimit()
  @ApiOperation({ operationId: 'addOpenLineageEvents', summary: 'Receive up to 1,000 lineage events' })
  @Takes(BATCH_SCHEMA, [EVENT])
  @Answer(200, 'All events were accepted', OUTCOMES_SCHEMA, { results: [STORED] })
  @Answer(207, 'Some were refused', OUTCOMES_SCHEMA, { results: [STORED, REFUSED] })
  async takeBatch(
    @CurrentActor() actor: Actor,
    @Body() events: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const outcomes = await this.batches.take(actor, events);
    noteOutcomes(this.logger, request, 'lineage events', outcomes);
    const { status, json } = batchAnswer(outcomes);
    sendJson(reply, json, { status });
  }

  @Get('events')
  @Access({ operation: 'EditLineage', resource: 'table' })
  @ApiOperation({ operationId: 'listOpenLineageEvents', summary: 'List the received events, newest first' })
  @Answer(200, 'A page of events', pageOf(STORED_EVENT_SCHEMA), EVENT_PAGE)
  list(@CurrentActor() actor: Actor, @Query() query: EventListQuery): Promise<ListPage> {
    return this.events.list(actor, query);
  }
}
