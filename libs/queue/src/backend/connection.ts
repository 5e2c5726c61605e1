import { ResilientClient } from '@app/database';
import type { ConnectionOptions } from 'bullmq';
import { requiredDatabaseUrl } from './queue-settings';
import type { QueueSettings } from './queue-settings';

/** Where BullMQ keeps its tables in PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';
/** Connection timeout, in ms. */
const CONNECT_MS = 2_000;

/** Reconnects quickly, so that a restarted server is used within a second. */
const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 1_000);

/** For requests: fails at once while Redis is unavailable, because the row in the database is the source of truth. */
export function redisProducer(url: string): ConnectionOptions {
  return { url, enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: CONNECT_MS, retryStrategy };
}

/** For workers: waits for Redis without a limit. */
export function redisWorker(url: string): ConnectionOptions {
  return { url, maxRetriesPerRequest: null, connectTimeout: CONNECT_MS, retryStrategy };
}

/** In ms, as in the catalog's own sessions: a process that freezes within a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** Each BullMQ object has its own pool (a worker has one additional connection, to listen), so pools are kept small. */
export function postgresConnection(settings: QueueSettings, max: number) {
  return {
    connectionString: requiredDatabaseUrl(settings),
    schema: QUEUE_SCHEMA,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    Client: ResilientClient,
    application_name: 'metadata-catalog-queue',
  };
}
