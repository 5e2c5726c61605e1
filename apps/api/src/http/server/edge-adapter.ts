import type { RequestListener } from 'node:http';
import type { Settings } from '@app/config';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerClientError } from '../errors/client-error';
import type { ErrorAnswer } from '../errors/error-answer';
import { AnswerOrder } from './answer-order';
import { HeadGuard } from './head-guard';
import {
  CHECK_INTERVAL_MS,
  HEAD_TIMEOUT_MS,
  MAX_HEAD_BYTES,
  MAX_OPEN_HEADS,
  MAX_PARAM_LENGTH,
  REQUEST_TIMEOUT_MS,
} from './http-limits';
import type { RequestHook } from './request-hook';
import { RequestGate } from './request-gate';
import { requestId } from './request-id';
import { noRoute } from './unrouted';

/** Requests that the router refuses are answered before any hook. */
type RouterRefusal = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

function fastifyOptions({ bodyLimit, trustedProxies }: Settings, frameworkErrors: RouterRefusal) {
  return {
    bodyLimit,
    logger: false,
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: HEAD_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // At a stop, what still arrives on an open connection is answered, and the connection closed after it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
      requestId(headers['x-request-id']),
    clientErrorHandler: answerClientError,
    frameworkErrors,
    // No Nest middleware is used: this saves one hook per request.
    skipMiddie: true,
  };
}

/** Nest on Fastify with our limits, and with one handler of errors. */
export class EdgeAdapter extends FastifyAdapter {
  /** Runs before the router's errors, so that a caller without a token learns nothing else. */
  hook: Pick<RequestHook, 'admitLargeBody' | 'identifyGuarded'> | undefined;
  private readonly order = new AnswerOrder();

  constructor(
    settings: Settings,
    private readonly answer: ErrorAnswer,
  ) {
    const refuse: RouterRefusal = (error, request, reply) => void this.refuse(error, request, reply);
    super(fastifyOptions(settings, refuse));
    const fastify = this.getInstance();
    // The only listener so far.
    const framework = fastify.server.listeners('request')[0] as RequestListener;
    const gated = new RequestGate(settings.trustedProxies).watch(fastify.server);
    fastify.server.off('request', framework).on('request', gated(framework));
    new HeadGuard(MAX_OPEN_HEADS).watch(fastify.server);
    // The first of all hooks: a queued answer causes no other work.
    fastify.addHook('onRequest', ({ raw }, reply, done) => this.order.enter(raw, reply.raw, done));
  }

  /** Nest's default would use its own error format. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance().setErrorHandler((error, request, reply) => this.answer.send(request, reply, error));
  }

  /** The request hook has already refused requests without a route; those that reach this had an empty path segment. */
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance().setNotFoundHandler((request, reply) =>
      this.answer.send(request, reply, noRoute(request)),
    );
  }

  private async refuse(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await new Promise<void>((go) => this.order.enter(request.raw, reply.raw, go));
    try {
      await this.hook?.identifyGuarded(request);
      this.answer.send(request, reply, error);
    } catch (refusal) {
      this.answer.send(request, reply, refusal);
    }
  }
}
