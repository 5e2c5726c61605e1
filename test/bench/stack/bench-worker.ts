import { join } from 'node:path';
import { freePort } from '@app/embedded';
import type { BenchDatabase } from './bench-database';
import { isReady, ServerProcess } from './server-process';

/** One worker with its default settings. */
export class BenchWorker {
  private constructor(
    private readonly process: ServerProcess,
    /** Address of its health and metrics. */
    readonly url: string,
  ) {}

  /** @param more settings beside the database's, such as another queue */
  static async start(
    { url, dataDir }: BenchDatabase,
    more: Readonly<Record<string, string>> = {},
  ): Promise<BenchWorker> {
    const port = await freePort();
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, WORKER_PORT: String(port), ...more };
    const server = await ServerProcess.start('worker', environment, join(dataDir, 'worker.log'));
    try {
      const url = `http://127.0.0.1:${port}`;
      await server.until('the worker', () => isReady(url));
      return new BenchWorker(server, url);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  get pid(): number {
    return this.process.pid;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
