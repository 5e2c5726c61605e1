import { Readable } from 'node:stream';
import type { EventFeed, FollowOptions, StreamPart } from '@app/validation';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How soon a client that lost the connection shall come back, in ms. */
const RETRY_MS = 1_000;

/** Opens a feed for a request. The signal ends it when the client has gone or the process stops. */
type OpenFeed = (options: FollowOptions) => Promise<EventFeed>;

/**
 * Answers with server-sent events, from behind `Last-Event-ID` on. A stream with nothing left for this client is 204,
 * which tells it not to reconnect. A slow client delays only its own stream.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  stop: AbortSignal,
  open: OpenFeed,
): Promise<void> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const signal = AbortSignal.any([stop, gone.signal]);
  const { isOver, parts } = await open({ after: lastEventId(request), signal });
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
    .send(Readable.from(texts(parts), { objectMode: false }));
}

/** A non-numeric id was not issued here: the stream starts from the beginning. */
function lastEventId({ headers }: FastifyRequest): number {
  const sent = headers['last-event-id'];
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : 0;
}

async function* texts(parts: AsyncIterable<StreamPart>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  for await (const part of parts) {
    yield part === 'heartbeat'
      ? ': heartbeat\n\n'
      : `id: ${part.id}\nevent: ${part.event}\ndata: ${JSON.stringify(part.data)}\n\n`;
  }
}

/** Documents a route that answers with server-sent events. */
export function EventStream(description: string, example: string): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'The id of the last event that is known: the stream goes on behind it.',
    }),
    ApiResponse({
      status: 200,
      description: `${description} A comment every 15 s is a sign of life.`,
      content: { 'text/event-stream': { schema: { type: 'string' }, example } },
    }),
    ApiResponse({ status: 204, description: 'Everything is known already and no more will come' }),
  );
}
