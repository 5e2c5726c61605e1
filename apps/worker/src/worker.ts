import type { Server } from 'node:http';
import {
  HealthProbes,
  HealthWatch,
  IdleMemory,
  notReady,
  READY,
  endsWithin,
  BackgroundTasks,
  type BackgroundTask,
} from '@app/common';
import { backgroundPart, commitsPart, databaseParts, diskPart, Database, showHealth, writesPart } from '@app/database';
import type { Settings } from '@app/config';
import { QueueHealth, WorkerHost } from '@app/queue';
import { RunQueue } from '@app/runs';
import { Logger as NestLog, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { NestLogger } from '@app/logging';
import { createHealthServer, listen } from './health-server';
import { WorkerModule } from './worker.module';

/** Whether a worker can do its work, part by part. */
export function workerHealth(
  database: Database,
  queue: QueueHealth,
  host: WorkerHost,
  runs: RunQueue,
  tasks: Pick<BackgroundTask, 'faults'>,
): HealthProbes {
  return new HealthProbes({
    needed: {
      ...databaseParts(database),
      ...writesPart(database),
      ...diskPart(database),
      ...commitsPart(database),
      queue: () => queue.check(),
      jobs: async () => (host.isRunning && runs.isRunning ? READY : notReady('not consumed')),
      ...backgroundPart(tasks),
    },
  });
}

/** Maximum wait for connections to close, in ms: a statement that waits for a lock occupies its connection. */
const CLOSE_MS = 1_000;

export class RunningWorker {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly server: Server,
    private readonly watches: readonly (HealthWatch | IdleMemory)[],
    /** Port of its health and metrics. */
    readonly port: number,
  ) {}

  static async start(settings: Settings & { readonly databaseUrl: string }, logger: Logger): Promise<RunningWorker> {
    const module = WorkerModule.forRoot(settings);
    const options = { logger: new NestLogger(logger, settings.logLevels), abortOnError: false };
    const app = await NestFactory.createApplicationContext(module, options);
    try {
      const tasks = app.get(BackgroundTasks);
      const health = workerHealth(
        app.get(Database),
        app.get(QueueHealth),
        app.get(WorkerHost),
        app.get(RunQueue),
        tasks,
      );
      showHealth(health);
      const server = createHealthServer(health);
      const port = await listen(server, settings.workerPort ?? 0, settings.host);
      await tasks.start();
      const watches = [new HealthWatch(health, new NestLog('Health')), new IdleMemory(new NestLog('Memory'))];
      for (const watch of watches) watch.start();
      return new RunningWorker(app, server, watches, port);
    } catch (error) {
      await app.close();
      throw error;
    }
  }

  /** Takes no new jobs; running jobs finish or are returned to the queue; then all connections are closed. */
  async stop(): Promise<void> {
    await Promise.all(this.watches.map((watch) => watch.stop()));
    await this.app.get(BackgroundTasks).stop();
    this.server.close();
    this.server.closeAllConnections();
    await endsWithin(this.app.close(), CLOSE_MS);
  }
}
