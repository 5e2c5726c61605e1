import { join } from 'node:path';
import { startFloor, type FloorProcess } from '../floor/floor-process';
import { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { POOL_SIZE, withClient } from '../stack/with-stack';
import { TABLES, type Backend } from './pipeline/pipeline';

/** The product's own default, given to both. */
export const CONCURRENCY = 32;

const FLOOR = (half: string): string => join(__dirname, 'pipeline', `${half}.main.js`);

/** API and worker of the product, and the two halves of the floor, on one database and one queue backend. */
export interface Rivals {
  readonly backend: Backend;
  readonly api: BenchApi;
  readonly worker: BenchWorker;
  readonly floorAsk: FloorProcess;
  readonly floorWork: FloorProcess;
  stop(): Promise<void>;
}

export async function startRivals(database: BenchDatabase, redisUrl: string | undefined): Promise<Rivals> {
  const redis: Record<string, string> = redisUrl ? { REDIS_URL: redisUrl } : {};
  await withClient(database.url, (client) => client.query(TABLES));
  const environment = { ...redis, WORKER_CONCURRENCY: String(CONCURRENCY) };
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const each of started.reverse()) await each.stop();
  };
  const keep = <T extends { stop(): Promise<void> }>(each: T): T => (started.push(each), each);
  try {
    // The floor inherits the settings of the bench: a Redis among them must not become its queue where it is not asked for.
    const ofFloor = { ...environment, REDIS_URL: redisUrl ?? '' };
    const floorAsk = keep(await startFloor(database.url, POOL_SIZE, FLOOR('ask'), ofFloor));
    const floorWork = keep(await startFloor(database.url, POOL_SIZE, FLOOR('work'), ofFloor));
    const api = keep(await BenchApi.start(database, POOL_SIZE, redis));
    const worker = keep(await BenchWorker.start(database, environment));
    return {
      backend: { databaseUrl: database.url, ...(redisUrl && { redisUrl }) },
      api,
      worker,
      floorAsk,
      floorWork,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
