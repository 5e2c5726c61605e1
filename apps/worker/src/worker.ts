import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '@app/config';
import { Database } from '@app/database';
import { QueueHealth, WorkerHost } from '@app/queue';
import { SearchBackend } from '@app/search';
import { WorkerRounds } from '@app/validation';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { createHealthServer, listen } from './health-server';
import { Housekeeping } from './housekeeping';
import { workerHealth } from './worker-health';
import { NestLogger } from '@app/logging';
import { WorkerModule } from './worker.module';

/** What running jobs may take when the process must end, before they go to other workers; a supervisor gives 10 s for it all. */
const GRACE_MS = 4_000;
/** A statement that waits for a lock keeps its connection: nobody waits longer than that for connections to close, in ms. */
const CLOSE_MS = 1_000;

/** A worker that runs. */
export class RunningWorker {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly server: Server,
    private readonly housekeeping: Housekeeping,
    /** Of its health and metrics. */
    readonly port: number,
  ) {}

  static async start(settings: Settings & { readonly databaseUrl: string }, logger: Logger): Promise<RunningWorker> {
    const module = WorkerModule.forRoot(settings);
    const options = { logger: new NestLogger(logger), abortOnError: false };
    const app = await NestFactory.createApplicationContext(module, options);
    try {
      const health = workerHealth(app.get(Database), app.get(QueueHealth), app.get(WorkerHost));
      const server = createHealthServer(health);
      const port = await listen(server, settings.workerPort ?? 0, settings.host);
      startJobs(app.get(WorkerHost), app.get(Database));
      app.get(WorkerRounds).start();
      app.get(SearchBackend).start();
      const housekeeping = new Housekeeping(app.get(Database), settings.resultRetention, settings.openLineageRetention);
      housekeeping.start();
      return new RunningWorker(app, server, housekeeping, port);
    } catch (error) {
      await app.close();
      throw error;
    }
  }

  /** No new jobs; those that run finish or are handed back; then all connections are closed. */
  async stop(): Promise<void> {
    await Promise.all([
      this.app.get(WorkerRounds).stop(),
      this.app.get(SearchBackend).stop(),
      this.housekeeping.stop(),
      this.app.get(WorkerHost).stop(GRACE_MS),
    ]);
    this.server.close();
    this.server.closeAllConnections();
    await Promise.race([this.app.close(), delay(CLOSE_MS, undefined, { ref: false })]);
  }
}

/** None while the disk of the database is full: what a job found could not be kept, and its failure would count. */
function startJobs(host: WorkerHost, { disk }: Database): void {
  host.onBackendError((error) => disk.note(error));
  disk.onChange((isFull) => (isFull ? host.suspend() : host.resume()));
  host.start();
}
