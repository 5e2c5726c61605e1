import Redis from 'ioredis';

/** Redis counts as unavailable if it does not answer within this time, in ms. */
const ANSWER_MS = 1_000;

/**
 * The problem of a Redis server as a queue, or undefined: an eviction policy other than noeviction loses jobs without
 * an error when the memory is full. INFO is used because hosted servers refuse CONFIG.
 */
export async function redisFault(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
    return policy === 'noeviction' ? undefined : `its eviction policy is ${policy}, but must be noeviction`;
  } catch {
    return 'it does not answer';
  } finally {
    redis.disconnect();
  }
}
