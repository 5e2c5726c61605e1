import type { ConnectionOptions } from 'bullmq';
import { requiredDatabaseUrl } from './queue-settings';
import type { QueueSettings } from './queue-settings';

/** Where BullMQ keeps its tables in PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';
/** How long a connection may take to stand, in ms. */
const CONNECT_MS = 2_000;

/** A lost connection is tried again soon, so that a server that comes back is used within a second. */
const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 1_000);

/** For requests: fails at once while Redis is away, since the row in the database is what counts. */
export function redisProducer(url: string): ConnectionOptions {
  return { url, enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: CONNECT_MS, retryStrategy };
}

/** For workers: waits for Redis as long as it takes. */
export function redisWorker(url: string): ConnectionOptions {
  return { url, maxRetriesPerRequest: null, connectTimeout: CONNECT_MS, retryStrategy };
}

/** As in the catalog's own sessions: a process that is frozen in the middle of a transaction must not keep its locks, in ms. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** Each BullMQ object has a pool of its own (and a worker one connection more, to listen): they are kept small. */
export function postgresConnection(settings: QueueSettings, max: number) {
  return {
    connectionString: requiredDatabaseUrl(settings),
    schema: QUEUE_SCHEMA,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'metadata-catalog-queue',
  };
}
