import { criticalFault, notReady, READY, withTimeout, type PartState } from '@app/common';
import Redis, { type Cluster } from 'ioredis';
import { isCluster, openRedis, type RedisSettings, type RedisTraits } from './redis-client';

/** Redis counts as away if it does not answer within this time, in ms. */
const ANSWER_MS = 1_000;

const IS_CLUSTER =
  'it is a node of a Redis Cluster, whose keys lie on several nodes (CROSSSLOT): REDIS_URL has to begin with redis-cluster://';
const NO_CLUSTER = 'it is no Redis Cluster: REDIS_URL has to begin with redis:// or redis-sentinel://';
const NO_PRIMARY = 'its Sentinels name no primary by the name that stands in REDIS_URL';

/**
 * State of Redis as a queue, asked of the primary, or of each primary of a cluster. An eviction policy other than noeviction loses jobs
 * without an error when the memory is full. INFO is used because hosted servers refuse CONFIG.
 */
export async function redisState(settings: RedisSettings): Promise<PartState> {
  return withRedis(settings, { connectTimeout: ANSWER_MS, commandTimeout: ANSWER_MS }, stateOf, (fault) =>
    refused(settings, fault),
  );
}

/** Whether Redis answers. @param limitMs the longest time that it has */
export function redisAnswers(settings: RedisSettings, limitMs: number): Promise<boolean> {
  const ping = async (redis: Redis | Cluster): Promise<boolean> => (await redis.ping()) === 'PONG';
  return withRedis(settings, { connectTimeout: limitMs, commandTimeout: limitMs }, ping, () => false);
}

async function withRedis<T>(
  settings: RedisSettings,
  limits: Required<Pick<RedisTraits, 'connectTimeout' | 'commandTimeout'>>,
  ask: (redis: Redis | Cluster) => Promise<T>,
  failed: (fault: Error) => T,
): Promise<T> {
  const redis = openRedis(settings, { ...limits, maxRetriesPerRequest: 0, retryStrategy: () => null });
  // Why there is no connection; what a command is rejected with is only that there is none.
  let fault: Error | undefined;
  redis.on('error', (error: Error) => (fault = error));
  const asked = redis.connect().then(() => ask(redis));
  try {
    // Sentinels are asked one after the other.
    return await withTimeout(asked, 2 * limits.connectTimeout, 'Asking Redis');
  } catch (error) {
    return failed(fault ?? (error as Error));
  } finally {
    asked.catch(() => undefined);
    redis.disconnect();
  }
}

async function stateOf(redis: Redis | Cluster): Promise<PartState> {
  if (redis instanceof Redis) {
    const [memory, cluster] = await Promise.all([redis.info('memory'), redis.info('cluster')]);
    return /^cluster_enabled:1/m.test(cluster) ? criticalFault(IS_CLUSTER) : keepingOf(memory);
  }
  const memories = await Promise.all(redis.nodes('master').map((node) => node.info('memory')));
  return memories.map(keepingOf).find(({ ready }) => !ready) ?? READY;
}

function keepingOf(memory: string): PartState {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  return policy === 'noeviction' ? READY : criticalFault(`its eviction policy is ${policy}, but must be noeviction`);
}

function refused(settings: RedisSettings, fault: Error): PartState {
  const { lastNodeError = fault } = fault as { lastNodeError?: Error };
  const { message } = lastNodeError;
  if (/cluster support disabled/.test(message)) return criticalFault(NO_CLUSTER);
  const kind = kindOf(lastNodeError);
  if (/^All sentinels are unreachable/.test(message))
    return notReady(message.includes(LAST_ERROR) ? `none of its Sentinels answers${kind}` : NO_PRIMARY);
  return notReady(`${isCluster(settings) ? 'none of its nodes answers' : 'it does not answer'}${kind}`);
}

/** Before the last error in a message of the client about Sentinels. */
const LAST_ERROR = 'Last error: ';

/** Its code, or the word that an error of Redis begins with; a message could name a host. */
function kindOf({ code, message }: NodeJS.ErrnoException): string {
  const kind = code ?? /^[A-Z]{3,}(?= )/.exec(message.split(LAST_ERROR).at(-1) ?? '')?.[0];
  return kind === undefined ? '' : ` (${kind})`;
}
