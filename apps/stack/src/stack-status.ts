import type { Settings } from '@app/config';
import { findEmbeddedPostgres } from '@app/embedded';
import { isOnRedis, redisAnswers } from '@app/queue/pure';
import { findLockHolder } from './state/data-lock';
import { ANSWER_LIMIT_MS, inspectDatabase, readiness, type Readiness } from './state/service-check';
import { apiUrl, localUrl, readState, WORKER_HOST } from './state/state-file';

/** The state of each part, in the order in which it is printed. */
export interface StackStatus {
  readonly BASE_URL: string;
  readonly API: Readiness;
  readonly WORKER: Readiness;
  readonly DATABASE: Readiness;
  readonly QUEUE: Readiness;
}

/** Looks at each part from outside, as its users would; each look takes 2 s at most, all go at once. */
export async function stackStatus(settings: Settings): Promise<StackStatus> {
  const holder = findLockHolder(settings.dataDir);
  const state = holder ? readState(settings.dataDir) : null;
  // A part that does not answer counts as starting only while a supervisor process exists.
  const seen = (found: Readiness): Readiness => (found === 'down' && holder ? 'starting' : found);
  const baseUrl = holder?.baseUrl ?? apiUrl(settings);
  const workerUrl = state?.workerUrl ?? (settings.workerPort ? localUrl(WORKER_HOST, settings.workerPort) : null);
  const [api, worker, stores] = await Promise.all([
    readiness(baseUrl),
    workerUrl ? readiness(workerUrl) : ('down' as const),
    storesOf(settings),
  ]);
  return {
    BASE_URL: baseUrl,
    API: seen(api),
    WORKER: seen(worker),
    DATABASE: seen(stores.database),
    QUEUE: seen(stores.queue),
  };
}

export const isAllReady = ({ BASE_URL: _, ...parts }: StackStatus): boolean =>
  Object.values(parts).every((part) => part === 'ready');

async function storesOf(settings: Settings): Promise<{ database: Readiness; queue: Readiness }> {
  const url = settings.databaseUrl ?? findEmbeddedPostgres(settings.dataDir);
  const [found, redis] = await Promise.all([
    url ? inspectDatabase(url) : null,
    isOnRedis(settings) ? redisAnswers(settings, ANSWER_LIMIT_MS) : null,
  ]);
  const queueReady = redis ?? found?.hasQueue ?? false;
  return { database: found ? 'ready' : 'down', queue: queueReady ? 'ready' : 'down' };
}
