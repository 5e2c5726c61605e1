/** What of the settings decides where jobs travel. */
export interface QueueSettings {
  /** Redis carries the jobs where this is set, PostgreSQL otherwise. */
  readonly redisUrl?: string;
  readonly databaseUrl?: string;
  readonly workerConcurrency: number;
  /** Faults for chaos tests, as {@link Failpoints} reads them; absent in production. */
  readonly failpoints?: string;
}

export function requiredDatabaseUrl({ databaseUrl }: QueueSettings): string {
  if (!databaseUrl) throw new Error('The queue needs DATABASE_URL or REDIS_URL');
  return databaseUrl;
}
