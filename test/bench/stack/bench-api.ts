import { join } from 'node:path';
import { issueOperatorToken } from '@app/auth';
import { loadSettings } from '@app/config';
import { freePort } from '@app/embedded';
import { metric } from '../../support/metric';
import { RestClient } from '../../support/rest-client';
import type { BenchDatabase } from './bench-database';
import { isReady, ServerProcess } from './server-process';

const TOKEN_SECONDS = 86_400;

/** The API with its default settings on a database: token check, validation, metrics and log are on. */
export class BenchApi {
  private constructor(
    private readonly process: ServerProcess,
    readonly port: number,
    readonly client: RestClient,
  ) {}

  /** @param more settings beside the database's, such as another queue */
  static async start(
    { url, dataDir }: BenchDatabase,
    poolSize: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<BenchApi> {
    const port = await freePort();
    const environment = {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(poolSize),
      DATA_DIR: dataDir,
      PORT: String(port),
      ...more,
    };
    const baseUrl = `http://127.0.0.1:${port}`;
    const server = await ServerProcess.start('api', environment, join(dataDir, 'api.log'));
    try {
      await server.until('the API', () => isReady(baseUrl));
      const { API_PROCESSES = '1' } = more;
      if (API_PROCESSES !== '1') await server.until('its processes', () => areServing(baseUrl, API_PROCESSES));
      const settings = loadSettings(environment);
      const token = await issueOperatorToken({ user: 'admin', expiresInSeconds: TOKEN_SECONDS }, settings);
      return new BenchApi(server, port, new RestClient(baseUrl, token));
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  get pid(): number {
    return this.process.pid;
  }

  /** Statements that it has sent to read with, since its start. */
  async statements(): Promise<number> {
    const count = await metric(this.client.baseUrl, 'database_statements_total');
    if (Number.isNaN(count)) throw new Error('/metrics does not count database_statements_total');
    return count;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

async function areServing(baseUrl: string, processes: string): Promise<true | undefined> {
  return (await metric(baseUrl, 'metadata_catalog_api_processes')) === Number(processes) || undefined;
}
