import { Readable } from 'node:stream';
import { AccessControl, Authenticator } from '@app/auth';
import { AppError, JoinedSignal, type Actor } from '@app/common';
import type { EventFeed, FollowOptions, StreamPart } from '@app/events';
import { applyDecorators, Injectable } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestAuthorizer } from '../access/request-authorizer';
import { errorBody } from '../errors/error-body';
import { Shutdown } from '../lifecycle/shutdown';
import { OpenStreams } from './open-streams';

/** How soon a client that lost the connection shall come back, in ms. */
const RETRY_MS = 1_000;

/** Opens a feed for a request. The signal ends it when the client has gone or the process stops. */
type OpenFeed = (options: FollowOptions) => Promise<EventFeed>;

/** Answers with server-sent events. */
@Injectable()
export class EventStreams {
  private readonly authorizer: RequestAuthorizer;

  constructor(
    authenticator: Authenticator,
    access: AccessControl,
    private readonly shutdown: Shutdown,
    private readonly streams: OpenStreams,
  ) {
    this.authorizer = new RequestAuthorizer(authenticator, access);
  }

  /**
   * Starts after `Last-Event-ID`. A stream with nothing left for this client is 204, so that it does not reconnect. A slow client
   * delays only its own stream.
   * @throws {AppError} SERVICE_UNAVAILABLE where the user follows too many already
   */
  async send(request: FastifyRequest, reply: FastifyReply, open: OpenFeed): Promise<void> {
    const gone = new AbortController();
    const end = this.streams.take(request.actor!.id);
    const leave = (): void => {
      end();
      gone.abort();
    };
    if (reply.raw.closed) return leave();
    reply.raw.once('close', leave);
    // A closed connection releases its part of the shutdown.
    const { signal } = new JoinedSignal([this.shutdown.signal, gone.signal]);
    const reader = (): Promise<Actor> => this.authorizer.identify(request);
    const { isOver, parts } = await open({ reader, after: lastEventId(request), signal });
    if (isOver) {
      void reply.code(204).send();
      return;
    }
    void reply
      .code(200)
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Buffering proxies would delay the events.
        'x-accel-buffering': 'no',
      })
      .send(Readable.from(texts(parts, request.id), { objectMode: false }));
  }
}

/** A non-numeric id was not issued here: the stream starts from the beginning. */
function lastEventId({ headers }: FastifyRequest): number {
  const sent = headers['last-event-id'];
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : 0;
}

async function* texts(parts: AsyncIterable<StreamPart>, requestId: string): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  for await (const part of parts) {
    if (part === 'heartbeat') yield ': heartbeat\n\n';
    // Without an id: a client that comes back begins behind the last event that it has seen.
    else if (part instanceof AppError) yield textOf('refused', errorBody(part, requestId));
    else yield `id: ${part.id}\n${textOf(part.event, part.data)}`;
  }
}

function textOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The header with the event that a stream goes on from, in the API document. */
export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  required: false,
  description: 'The id of the last received event: the stream continues after it.',
};

/** Documents a route that answers with server-sent events. */
export function EventStream(description: string, example: string): MethodDecorator {
  return applyDecorators(
    ApiHeader(LAST_EVENT_ID),
    ApiResponse({
      status: 200,
      description:
        `${description} A comment every 5 s keeps the connection alive. If the token expires or the object becomes hidden, the stream ends with an event \`refused\` whose data is the ` +
        `error.`,
      content: { 'text/event-stream': { example } },
    }),
    ApiResponse({ status: 204, description: 'The answer is complete: no further items will be added' }),
  );
}
