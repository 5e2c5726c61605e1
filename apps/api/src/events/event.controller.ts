import { ChangeEventList, ChangeEventStream, compatibleEvent } from '@app/events';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { TimeSlice, type Actor } from '@app/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCompatible } from '../compatibility/compatibility-mode';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { sendJson } from '../http/representation/answer';
import { EventStreams, LAST_EVENT_ID } from '../http/outgoing/event-streams';
import { ChangeEventQuery } from './event.dto';
import { EVENTS_CONTENT } from './event.examples';

/** Characters of a page that is sent event by event: each becomes bytes by itself. */
const LARGE_TEXT = 512 * 1024;

/** The changes in the catalog. */
@ApiTags('events')
@Controller('v1/events')
export class EventController {
  constructor(
    private readonly events: ChangeEventList,
    private readonly stream: ChangeEventStream,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'listEvents',
    summary: 'List changes of entities and results, or follow them',
    description:
      'Oldest first; every page has a cursor `after` for the next request. With `Accept: text/event-stream` new events are streamed, from now on or after `Last-Event-ID`; limit, order and cursors apply only to the list. Events of entities that the caller may not see are left out; events of a permanently deleted entity are sent to callers from whom no entity of its type is hidden.',
  })
  @ApiHeader(LAST_EVENT_ID)
  @ApiResponse({ status: 200, description: 'The events', content: EVENTS_CONTENT })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ChangeEventQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.header('vary', 'Accept, X-Compatibility');
    const show = isCompatible(request) ? compatibleEvent : undefined;
    if (request.headers.accept?.includes('text/event-stream')) {
      await this.streams.send(request, reply, (options) => this.stream.follow({ ...options, query, show }));
      return;
    }
    const { data, paging } = await this.events.page(actor, query, show);
    const end = `],"paging":${JSON.stringify(paging)}}`;
    const length = data.reduce((sum, text) => sum + text.length, 0);
    if (length > LARGE_TEXT) sendJson(reply, pieces(data, end));
    else sendJson(reply, `{"data":[${data.join(',')}${end}`);
  }
}

/** The text of a list; yields to other work between two events. */
async function* pieces(texts: readonly string[], end: string): AsyncGenerator<string, void> {
  const slice = new TimeSlice();
  let opening = '{"data":[';
  for (const text of texts) {
    yield opening + text;
    opening = ',';
    await slice.turn();
  }
  yield end;
}
