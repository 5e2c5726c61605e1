import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { AppError } from '@app/common';
import { Logger } from '@nestjs/common';
import { errorBody, errorHeaders } from '../errors/error-body';
import { MAX_HEADER_LINES } from './http-limits';
import { requestId } from './request-id';

/**
 * Looks at a request before anything else does. Node drops header lines beyond a number without a word, among them perhaps the address that
 * a proxy reports: so it takes all that the size of a head allows, and those that are too many are refused here.
 */
export class RequestGate {
  private readonly log = new Logger(RequestGate.name);
  private readonly isTrusted: (address: string, hop: number) => boolean;
  private hasWarned = false;

  constructor(trustedProxies: readonly string[]) {
    this.isTrusted = compile([...trustedProxies]);
  }

  /** Has the server ask this before `next`. */
  watch(server: Server): (next: RequestListener) => RequestListener {
    server.maxHeadersCount = 0;
    return (next) => (request, response) => {
      if (request.rawHeaders.length > 2 * MAX_HEADER_LINES) return refuse(request, response);
      if (!this.hasWarned && request.headers['x-forwarded-for'] !== undefined) this.warnOf(request.socket);
      next(request, response);
    };
  }

  /** Once: it is said for the operator who has just put a proxy in front. */
  private warnOf({ remoteAddress }: Socket): void {
    if (remoteAddress === undefined || this.isTrusted(remoteAddress, 0)) return;
    this.hasWarned = true;
    this.log.warn(
      `X-Forwarded-For comes from ${remoteAddress}, which TRUSTED_PROXIES does not name: it is ignored, and all callers behind it ` +
        'count as one address for limits on logins and requests',
    );
  }
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const error = new AppError(
    'HEADERS_TOO_LARGE',
    `The head of the request has ${request.rawHeaders.length / 2} lines; at most ${MAX_HEADER_LINES} are taken`,
  );
  const id = requestId(undefined);
  const text = JSON.stringify(errorBody(error, id));
  const headers = { ...errorHeaders(error, id), 'content-length': Buffer.byteLength(text), connection: 'close' };
  response.writeHead(431, headers).end(text);
}
