import 'reflect-metadata';
import { AccessControl, Authenticator } from '@app/auth';
import { HiddenReferences } from '@app/catalog';
import { allocateYoung } from '@app/common';
import { consoleFolder, exitUnstarted, explainPort } from '@app/config';
import { Database } from '@app/database';
import { awaitStores } from '@app/queue';
import { HiddenQuality } from '@app/results';
import { exitWithParent } from '@app/embedded';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import { ConsolePage } from './console/console-page';
import { serveStartPage } from './health/start-page';
import { RequestAuthorizer } from './http/access/request-authorizer';
import { GracefulStop } from './http/lifecycle/graceful-stop';
import { createLogger } from '@app/logging';
import { HttpMetrics } from './http/metrics/http-metrics';
import { listenForMetrics } from './http/metrics/serve-metrics';
import { showStatements } from './http/metrics/statement-metric';
import { inTurn, type Concealment } from './http/outgoing/hide-references';
import { createApp } from './http/server/create-app';
import { apiDocument } from './openapi/api-document';
import { serveOpenApi } from './openapi/serve-openapi';
import { type RunningSettings, runningSettings } from './running-settings';

const authorizer = (app: NestFastifyApplication) =>
  new RequestAuthorizer(app.get(Authenticator), app.get(AccessControl));
const concealment = (app: NestFastifyApplication) =>
  inTurn([HiddenReferences, HiddenQuality].map((part) => app.get<Concealment>(part, { strict: false })));

async function start(settings: RunningSettings, logger: Logger): Promise<void> {
  const metrics = new HttpMetrics();
  const folder = consoleFolder(settings);
  const page = folder === undefined ? undefined : new ConsolePage(folder);
  const app = await createApp({
    settings,
    module: AppModule.forRoot(settings),
    logger,
    authorizer,
    concealment,
    metrics,
    page,
  });
  showStatements(metrics, app.get(Database));
  app.get(Database).disk.watch();
  serveOpenApi(app, () => apiDocument(app));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  serveStartPage(fastify, page);
  page?.serveFiles(fastify);
  new GracefulStop(app, logger).onSignals();
  listenForMetrics(metrics, settings)?.on('error', (error) => logger.error({ err: error }, 'no metrics'));
  await app.listen(settings.port, settings.host);
  logger.info({ host: settings.host, port: settings.port }, 'listening');
}

async function main(): Promise<void> {
  allocateYoung();
  exitWithParent();
  const settings = runningSettings();
  const logger = createLogger(settings, 'api');
  try {
    await awaitStores(settings, (reason) => logger.warn(reason));
    await start(settings, logger);
  } catch (error) {
    exitUnstarted(explainPort(error, 'PORT', settings), (err) => logger.fatal({ err }, 'the API could not start'));
  }
}

void main();
