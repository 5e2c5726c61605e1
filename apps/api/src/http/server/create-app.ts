import { isTracing, nameRequest, type Refusal } from '@app/common';
import type { Settings } from '@app/config';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { BodyAdmission } from '../admission/body-admission';
import { assertDeclaredAccess } from '../access/declared-access';
import type { RequestAuthorizer } from '../access/request-authorizer';
import type { RequestCounts } from '../access/request-counts';
import { RequestRates } from '../access/request-rates';
import { ErrorAnswer } from '../errors/error-answer';
import { ErrorFilter } from '../errors/error.filter';
import { NestLogger } from '@app/logging';
import { RequestLog, type AnsweredRequest } from '../lifecycle/request-log';
import { Shutdown } from '../lifecycle/shutdown';
import { HttpMetrics } from '../metrics/http-metrics';
import { serveMetrics } from '../metrics/serve-metrics';
import { showCompatibly } from '../../compatibility/compatible-answers';
import { hideReferences, type Concealment } from '../outgoing/hide-references';
import { setBodyLimit } from '../parsing/body-limit';
import { registerBodyParsers } from '../parsing/body-parsers';
import { answerConditionally } from '../representation/conditional-answer';
import { answerYaml } from '../representation/yaml/yaml-answer';
import { withPrefix } from './api-prefix';
import { allowOrigins } from './cors';
import { routeOf } from '../access/route-access';
import { EdgeAdapter } from './edge-adapter';
import { MAX_PARAM_LENGTH } from './http-limits';
import { RequestHook, type BrowserPage } from './request-hook';
import { RouteTable } from './route-table';
import { endUnreadAnswers, UnreadAnswers } from './unread-answers';

export interface AppParts {
  readonly settings: Settings;
  /** Must provide `Shutdown`. */
  readonly module: Type | DynamicModule;
  readonly logger: Logger;
  /** Identifies callers; resolved after the modules are initialised. */
  readonly authorizer: (app: NestFastifyApplication) => RequestAuthorizer;
  /** Decides which parts of responses are hidden from a caller; absent where no entities can be hidden. */
  readonly concealment?: (app: NestFastifyApplication) => Concealment;
  /** Records what callers were refused, after the answer. */
  readonly refused?: (app: NestFastifyApplication) => (refusal: Refusal) => void;
  readonly metrics?: HttpMetrics;
  /** Counts the requests of callers, where they have a limit; default: in this process. */
  readonly counts?: RequestCounts;
  /** Absent where browsers are served no pages. */
  readonly page?: BrowserPage;
}

function watchRoutes(fastify: FastifyInstance, { bodyLimit }: Settings): RouteTable {
  const routes = new RouteTable(MAX_PARAM_LENGTH);
  fastify.addHook('onRoute', (route) => {
    assertDeclaredAccess(route);
    setBodyLimit(route, bodyLimit);
    routes.add(route.method, route.url);
  });
  return routes;
}

/** From the begin of a stop on each answer says that its connection ends, so that no client sends another request on it. */
function closeConnectionsOf(fastify: FastifyInstance, { signal }: Shutdown): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (signal.aborted) reply.header('connection', 'close');
    done();
  });
}

const answered = (request: FastifyRequest, { statusCode: status, elapsedTime: ms }: FastifyReply): AnsweredRequest => {
  const { method, id: requestId, actor, ip: address } = request;
  return { method, route: routeOf(request).url, status, ms, requestId, actor: actor?.name, address };
};

/**
 * The API with everything between the socket and its controllers. It neither listens nor has its routes yet: `init()`
 * or
 * `listen()` comes next, and fails where a route below /api does not declare its access.
 */
export async function createApp(parts: AppParts): Promise<NestFastifyApplication> {
  const {
    settings,
    module,
    logger,
    authorizer,
    concealment,
    refused,
    metrics = new HttpMetrics(),
    counts,
    page,
  } = parts;
  const errors = new ErrorAnswer(logger);
  const adapter = new EdgeAdapter(settings, errors);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const log = new RequestLog(logger, metrics, settings.logLevels);
  const routes = watchRoutes(fastify, settings);
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('route', null);
  fastify.decorateRequest('refusals', null);
  fastify.decorateRequest('ahead', null);
  registerBodyParsers(fastify);
  answerYaml(fastify);
  answerConditionally(fastify);
  new BodyAdmission((request) => adapter.hook?.admitLargeBody(request)).register(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger, settings.logLevels),
  });
  const hook = new RequestHook(authorizer(app), routes, new RequestRates(settings, counts), settings, page);
  adapter.hook = hook;
  if (isTracing()) {
    fastify.addHook('onRequest', (request, _reply, done) => {
      nameRequest(request.method, request.routeOptions.url ?? 'unknown');
      done();
    });
  }
  fastify.addHook('onRequest', (request, reply, done) => hook.run(request, reply, done));
  if (concealment) hideReferences(fastify, concealment(app));
  showCompatibly(fastify);
  closeConnectionsOf(fastify, app.get(Shutdown));
  const note = refused?.(app);
  fastify.addHook('onResponse', (request, reply, done) => {
    log.record(answered(request, reply));
    if (note) request.refusals?.forEach(note);
    done();
  });
  allowOrigins(app, fastify, settings);
  endUnreadAnswers(fastify, new UnreadAnswers());
  serveMetrics(fastify, metrics, settings);
  app.useGlobalFilters(new ErrorFilter(errors));
  return withPrefix(app);
}
