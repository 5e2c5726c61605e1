import './tracing.main';
import 'reflect-metadata';
import { AccessControl, Authenticator } from '@app/auth';
import { HiddenReferences, Visibility } from '@app/catalog';
import { allocateYoung, HealthWatch, IdleMemory, type Refusal } from '@app/common';
import { consoleFolder, exitUnstarted, explainPort } from '@app/config';
import { Database, showHealth } from '@app/database';
import { awaitStores } from '@app/queue';
import { RefusalLog } from '@app/events';
import { HiddenValues } from '@app/quality';
import { HiddenVerdicts } from '@app/results';
import { exitWithParent } from '@app/embedded';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger as Pino } from 'pino';
import { serveAgents } from './agents/serve-agents';
import { AppModule } from './app.module';
import { ConsolePage } from './console/console-page';
import { Readiness } from './health/readiness';
import { serveStartPage } from './health/start-page';
import { RequestAuthorizer } from './http/access/request-authorizer';
import { GracefulStop } from './http/lifecycle/graceful-stop';
import { Shutdown } from './http/lifecycle/shutdown';
import { captureWarnings, createLogger } from '@app/logging';
import { HttpMetrics } from './http/metrics/http-metrics';
import { listenForMetrics } from './http/metrics/serve-metrics';
import { inTurn, type Stripping } from './http/outgoing/hide-references';
import { createApp } from './http/server/create-app';
import { apiDocument } from './openapi/api-document';
import { serveOpenApi } from './openapi/serve-openapi';
import { FellowProcesses } from './processes/fellow-processes';
import { type RunningSettings, runningSettings } from './running-settings';

const authorizer = (app: NestFastifyApplication) =>
  new RequestAuthorizer(app.get(Authenticator), app.get(AccessControl));
const concealment = (app: NestFastifyApplication) =>
  inTurn(
    app.get(Visibility, { strict: false }),
    [HiddenReferences, HiddenVerdicts].map((part) => app.get<Stripping>(part, { strict: false })),
    app.get(HiddenValues, { strict: false }),
  );

const refused = (app: NestFastifyApplication) => {
  const log = app.get(RefusalLog);
  return (refusal: Refusal): void => log.note(refusal);
};

async function start(settings: RunningSettings, logger: Pino, fellows?: FellowProcesses): Promise<void> {
  const metrics = new HttpMetrics(fellows && ((own) => fellows.shareMetrics(own)));
  const folder = consoleFolder(settings);
  const page = folder === undefined ? undefined : new ConsolePage(folder);
  const app = await createApp({
    settings,
    module: AppModule.forRoot(settings),
    logger,
    authorizer,
    concealment,
    refused,
    metrics,
    counts: fellows,
    page,
  });
  showHealth(app.get(Readiness));
  app.get(Database).watch();
  serveOpenApi(app, () => apiDocument(app));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  serveStartPage(fastify, page);
  serveAgents(fastify, settings, page !== undefined);
  page?.serveFiles(fastify);
  new GracefulStop(app, logger, settings.stopDelayMs).onSignals();
  listenForMetrics(metrics, settings)?.on('error', (error) => logger.error({ err: error }, 'no metrics'));
  await app.listen(settings.port, settings.host);
  logger.info({ host: settings.host, port: settings.port }, 'listening');
  fellows?.serves();
  watchProcess(app);
}

/** Until the process is asked to end. */
function watchProcess(app: NestFastifyApplication): void {
  const { signal } = app.get(Shutdown);
  const watches = [new HealthWatch(app.get(Readiness), new Logger('Health')), new IdleMemory(new Logger('Memory'))];
  for (const watch of watches) {
    signal.addEventListener('abort', () => void watch.stop());
    watch.start();
  }
}

async function main(): Promise<void> {
  allocateYoung();
  const fellows = FellowProcesses.join();
  exitWithParent();
  const settings = runningSettings();
  const logger = createLogger(settings, 'api');
  captureWarnings(logger);
  try {
    await awaitStores(settings, (reason) => logger.warn(reason));
    await start(settings, logger, fellows);
  } catch (error) {
    exitUnstarted(explainPort(error, 'PORT', settings), (err) => logger.fatal({ err }, 'the API could not start'));
  }
}

void main();
