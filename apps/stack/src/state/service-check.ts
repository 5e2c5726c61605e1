import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Whoever asks for the status waits no longer than this for one part, in ms. */
const LIMIT_MS = 2_000;

/** What the database at the URL has; null when it does not answer. */
export async function inspectDatabase(url: string): Promise<{ readonly hasQueue: boolean } | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The schema that BullMQ's PostgreSQL backend keeps everything in.
    const { rows } = await client.query<{ found: boolean }>("SELECT to_regnamespace('bullmq') IS NOT NULL AS found");
    return { hasQueue: rows[0]?.found === true };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a Redis server answers at the URL. */
export async function redisAnswers(url: string): Promise<boolean> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
    retryStrategy: null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
