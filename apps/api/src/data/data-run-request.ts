import type { Actor } from '@app/common';
import type { DataRunAnswer, DataRunOptions } from '@app/data';
import { applyDecorators } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answer } from '../http/described';
import { TakesIdempotencyKey, TakesPrefer } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { awaitedRun } from '../http/request/request-token';
import { DATA_RUN_SCHEMA, ENDED_RUN, QUEUED_RUN } from './data.examples';

/** How long a request waits for its run where it does not say so, in seconds. */
const DEFAULT_WAIT_SECONDS = 10;

/** How a data run is asked for, by the headers of a request. */
export function dataRunOptions(request: FastifyRequest, actor: Actor, signal: AbortSignal): DataRunOptions {
  return { ...awaitedRun(request, actor, DEFAULT_WAIT_SECONDS), signal };
}

export function sendRun(reply: FastifyReply, { status, headers, body }: DataRunAnswer): void {
  sendJson(reply.headers(headers), body, { status });
}

/** Documents a route that asks for a data run. */
export function AnswersDataRun(): MethodDecorator {
  return applyDecorators(
    TakesPrefer('wait=<seconds, 0 to 60>, or respond-async for an answer at once.'),
    TakesIdempotencyKey('gets the same answer and makes no further run'),
    Answer(200, 'The run has ended', DATA_RUN_SCHEMA, ENDED_RUN),
    Answer(202, 'The run has not ended; Location is the URL to poll', DATA_RUN_SCHEMA, QUEUED_RUN),
  );
}
