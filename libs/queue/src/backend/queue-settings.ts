import type { Lane } from '../job-type';

/** What of the settings decides where jobs travel. */
export interface QueueSettings {
  /** Redis carries the jobs where this is set, PostgreSQL otherwise. */
  readonly redisUrl?: string;
  readonly databaseUrl?: string;
  /** What the keys in Redis begin with; BullMQ's own word where it is not said. */
  readonly queuePrefix?: string;
  readonly workerConcurrency: number;
  /** The lanes that a worker serves; all where it is not said. */
  readonly workerQueues?: readonly Lane[];
  /** Faults for chaos tests, as {@link Failpoints} reads them; absent in production. */
  readonly failpoints?: string;
}

export function requiredDatabaseUrl({ databaseUrl }: QueueSettings): string {
  if (!databaseUrl) throw new Error('The queue needs DATABASE_URL or REDIS_URL');
  return databaseUrl;
}

/** Where in Redis the queue lies. PostgreSQL has a schema for it. */
export function prefixOf({ queuePrefix }: QueueSettings): { prefix?: string } {
  return queuePrefix === undefined ? {} : { prefix: queuePrefix };
}
