import { isTracing, TRACER } from '@app/common';
import { BullMQOtel } from 'bullmq-otel';
import type { ConnectionOptions } from 'bullmq';
import { LANES, type Lane } from './job-type';
import { QueueClient } from './queue-client';
import { isCluster, openCluster, optionsOfServer, type RedisSettings } from './redis/redis-client';

/** The settings that select the job queue. */
export interface QueueSettings {
  /** Jobs use Redis if this is set, PostgreSQL otherwise. */
  readonly redisUrl?: string;
  /** The setting of `RedisSettings`. */
  readonly redisCaFile?: string;
  readonly databaseUrl?: string;
  /** The same database past a pooler; default: `databaseUrl`. */
  readonly databaseDirectUrl?: string;
  /** Prefix of the keys in Redis; default: BullMQ's own. In a Redis Cluster it gets braces, since a script takes keys of one slot. */
  readonly queuePrefix?: string;
  readonly workerConcurrency: number;
  /** The lanes that a worker serves; default: all. Jobs and validation runs have none in the lane `data`. */
  readonly workerQueues?: readonly (Lane | 'data')[];
  /** Faults for chaos tests, as {@link Failpoints} reads them; absent in production. */
  readonly failpoints?: string;
}

/** Those of its lanes in which a worker finds jobs and validation runs. */
export function lanesOf({ workerQueues }: Pick<QueueSettings, 'workerQueues'>): readonly Lane[] {
  return workerQueues ? LANES.filter((lane) => workerQueues.includes(lane)) : LANES;
}

export function requiredDatabaseUrl({ databaseUrl }: QueueSettings): string {
  if (!databaseUrl) throw new Error('The queue needs DATABASE_URL or REDIS_URL');
  return databaseUrl;
}

/** BullMQ's own prefix of keys. */
const BULLMQ_PREFIX = 'bull';

/** Key prefix of the queue in Redis. PostgreSQL uses a schema instead. In a cluster, all keys that begin alike lie in one slot. */
function prefixOf(settings: QueueSettings & RedisSettings): string {
  const { queuePrefix = BULLMQ_PREFIX } = settings;
  return isCluster(settings) && !queuePrefix.includes('{') ? `{${queuePrefix}}` : queuePrefix;
}

/** Schema of BullMQ's tables in PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';
/** Connection timeout, in ms. */
const CONNECT_MS = 2_000;

/** Reconnects quickly, so that a restarted server is used within a second. */
const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 1_000);

/** For requests: fails at once while Redis is unavailable, because the row in the database is the source of truth. */
const OF_PRODUCERS = { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: CONNECT_MS, retryStrategy };

/** For workers: waits for Redis without a limit. */
const OF_WORKERS = { maxRetriesPerRequest: null, connectTimeout: CONNECT_MS, retryStrategy };

/**
 * A queue or worker on Redis. BullMQ opens a connection to one server by its options, and takes a client of a cluster as it is, which it
 * leaves open at its own end.
 */
export function onRedis<T extends { close(): Promise<void> }>(
  settings: QueueSettings & RedisSettings,
  of: 'producer' | 'worker',
  open: (redis: { readonly connection: ConnectionOptions; readonly prefix: string }) => T,
): T {
  const traits = of === 'producer' ? OF_PRODUCERS : OF_WORKERS;
  const prefix = prefixOf(settings);
  if (!isCluster(settings)) return open({ connection: optionsOfServer(settings, traits) as ConnectionOptions, prefix });
  const cluster = openCluster(settings, traits);
  const part = open({ connection: cluster, prefix });
  const close = part.close.bind(part) as (...words: unknown[]) => Promise<void>;
  return Object.assign(part, {
    close: (...words: unknown[]) => close(...words).finally(() => cluster.disconnect()),
  });
}

/** In ms, as in the catalog's own sessions: a process that freezes within a transaction must not retain its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * Whether writes of a queue wait for the disk. They need not where a crash of the server may undo them: a worker that finds the rows of
 * such jobs sends them again, and a job that comes twice finds its row done.
 */
export type Durability = 'durable' | 'sent again';

/** Where its statements find tables and functions, and how long a transaction may be idle, in each of its transactions. */
const SETTINGS = { search_path: QUEUE_SCHEMA, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS };

/** Settings as one statement. */
const settingsText = (settings: Readonly<Record<string, string | number>>): string =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;

/** Each BullMQ object has its own pool (a worker has one additional connection, to listen), so pools are small. */
export function postgresConnection(settings: QueueSettings, max: number, durability: Durability) {
  const { databaseDirectUrl: directUrl } = settings;
  return {
    transactionSettings: settingsText({
      ...SETTINGS,
      ...(durability === 'sent again' && { synchronous_commit: 'off' }),
    }),
    ...(directUrl && { directUrl }),
    connectionString: requiredDatabaseUrl(settings),
    schema: QUEUE_SCHEMA,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    Client: QueueClient,
    application_name: 'metadata-catalog-queue',
  };
}

/** Spans of jobs, each in the trace of its sender, where traces are sent. */
export const telemetryOf = (): { readonly telemetry?: BullMQOtel } =>
  isTracing() ? { telemetry: new BullMQOtel({ tracerName: TRACER }) } : {};
