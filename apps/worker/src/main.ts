import './tracing.main';
import 'reflect-metadata';
import { allocateYoung, stopTracing } from '@app/common';
import { EXIT_BAD_SETTINGS, exitOnBadSettings, exitUnstarted, explainPort, release, type Settings } from '@app/config';
import { exitWithParent } from '@app/embedded';
import { showProcess } from '@app/database';
import { captureWarnings, createLogger } from '@app/logging';
import { awaitStores } from '@app/queue';
import { register } from 'prom-client';
import { RunningWorker } from './worker';

/** After this time the process exits without waiting any longer. */
const END_MS = 9_500;

async function main(): Promise<void> {
  allocateYoung();
  const settings = withDatabase(exitOnBadSettings());
  const logger = createLogger(settings, 'worker');
  captureWarnings(logger);
  exitWithParent();
  showProcess(register, { app: 'worker', release: release() });
  const stopped = new AbortController();
  const started = awaitStores(settings, (reason) => logger.warn(reason), stopped.signal).then(() =>
    RunningWorker.start(settings, logger),
  );
  // Installed first, so that a signal during the start also stops the process in order.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(started, signal));

  async function end(worker: Promise<RunningWorker>, signal: string): Promise<void> {
    if (stopped.signal.aborted) return;
    stopped.abort();
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), END_MS).unref();
    await worker
      .then((running) => running.stop())
      .catch((err: unknown) => isAbort(err) || logger.error({ err }, 'while stopping'));
    await stopTracing();
    logger.info('stopped');
    process.exit(0);
  }

  try {
    const { port } = await started;
    logger.info({ port }, 'listening');
  } catch (error) {
    if (stopped.signal.aborted) return;
    exitUnstarted(explainPort(error, 'WORKER_PORT', settings), (err) => logger.fatal({ err }, 'could not start'));
  }
}

const isAbort = (error: unknown): boolean => (error as Error).name === 'AbortError';

function withDatabase(settings: Settings): Settings & { readonly databaseUrl: string } {
  const { databaseUrl } = settings;
  if (databaseUrl) return { ...settings, databaseUrl };
  process.stderr.write('DATABASE_URL is not set. `npm start` runs the worker on an embedded database.\n');
  process.exit(EXIT_BAD_SETTINGS);
}

void main();
