import type { Lane } from '../job-type';

/** The settings that select the job queue. */
export interface QueueSettings {
  /** Jobs use Redis if this is set, PostgreSQL otherwise. */
  readonly redisUrl?: string;
  readonly databaseUrl?: string;
  /** Prefix of the keys in Redis; default: BullMQ's own. */
  readonly queuePrefix?: string;
  readonly workerConcurrency: number;
  /** The lanes that a worker serves; default: all. */
  readonly workerQueues?: readonly Lane[];
  /** Faults for chaos tests, as {@link Failpoints} reads them; absent in production. */
  readonly failpoints?: string;
}

export function requiredDatabaseUrl({ databaseUrl }: QueueSettings): string {
  if (!databaseUrl) throw new Error('The queue needs DATABASE_URL or REDIS_URL');
  return databaseUrl;
}

/** Key prefix of the queue in Redis. PostgreSQL uses a schema instead. */
export function prefixOf({ queuePrefix }: QueueSettings): { prefix?: string } {
  return queuePrefix === undefined ? {} : { prefix: queuePrefix };
}
