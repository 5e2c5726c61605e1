import { type AppError, ERROR_TRAITS, Outages } from '@app/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorBody, errorHeaders } from './error-body';
import { noteRefusals } from './refusals';
import { toAppError } from './to-app-error';

/** Answers every thrown error: of a hook, parser, guard, pipe, controller or the router. */
export class ErrorAnswer {
  private readonly outages = new Outages();

  constructor(private readonly logger: Logger) {}

  /** A refusal of the caller, as it is now, comes before any other: where it was not asked for yet, it is before the answer. */
  send(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
    const { ahead } = request;
    if (!ahead) return this.answer(request, reply, thrown);
    ahead.confirmed().then(
      () => this.answer(request, reply, thrown),
      (refusal: unknown) => this.answer(request, reply, refusal),
    );
  }

  private answer(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
    const error = toAppError(thrown);
    this.log(request, error);
    noteRefusals(request, [error]);
    if (reply.sent || reply.raw.headersSent) {
      // Part of the response has been sent: closing the connection is the only way to signal that it is incomplete.
      reply.raw.destroy();
      return;
    }
    reply.removeHeader('content-length').removeHeader('etag').removeHeader('location');
    void reply
      .code(ERROR_TRAITS[error.code].status)
      .headers(errorHeaders(error, request.id))
      .send(JSON.stringify(errorBody(error, request.id)));
  }

  private log(request: FastifyRequest, error: AppError): void {
    const { log } = ERROR_TRAITS[error.code];
    const { method, id, routeOptions } = request;
    const isTold = log === 'debug' || (log === 'warn' && this.outages.isKnown(error.message));
    this.logger[log](
      {
        requestId: id,
        method,
        route: routeOptions?.url,
        errorType: error.code,
        ...(isTold ? { reason: error.message } : { err: error.cause ?? error }),
      },
      'request failed',
    );
  }
}
