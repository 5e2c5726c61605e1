import { criticalFault, notReady, READY, withTimeout, type PartState } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import Redis from 'ioredis';
import type { QueueSettings } from './connection';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';

const CLUSTER =
  'it is a node of a Redis Cluster, which refuses calls that use several keys (CROSSSLOT): REDIS_URL has to name a server with cluster-enabled no';

/** The queue counts as unavailable if it does not answer within this time, in ms. */
const ANSWER_MS = 1_000;

/** Whether jobs can be sent and are retained. */
@Injectable()
export class QueueHealth {
  constructor(
    @Inject(APP_SETTINGS) private readonly settings: QueueSettings,
    private readonly producer: JobProducer,
    private readonly registry: JobRegistry,
  ) {}

  /** Critical if the queue answers, but may lose jobs. */
  async check(): Promise<PartState> {
    const { redisUrl } = this.settings;
    return redisUrl ? redisState(redisUrl) : this.postgresState();
  }

  private async postgresState(): Promise<PartState> {
    const [{ name } = { name: 'health' }] = this.registry.queues();
    try {
      await withTimeout(this.producer.queue(name).isPaused(), ANSWER_MS, 'Asking the queue');
      return READY;
    } catch {
      return notReady('it does not answer, or its tables are missing');
    }
  }
}

/**
 * State of a Redis server as a queue. A node of a Redis Cluster refuses the calls of a queue, whose keys lie on several nodes. An eviction policy other than noeviction loses jobs without an error when the
 * memory is full. INFO is used because hosted servers refuse CONFIG.
 */
async function redisState(url: string): Promise<PartState> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
  });
  // Why there is no connection; what a command is rejected with is only that there is none.
  let fault: Error | undefined;
  redis.on('error', (error: Error) => (fault = error));
  try {
    await redis.connect();
    const [memory, cluster] = await Promise.all([redis.info('memory'), redis.info('cluster')]);
    if (/^cluster_enabled:1/m.test(cluster)) return criticalFault(CLUSTER);
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
    if (policy === 'noeviction') return READY;
    return criticalFault(`its eviction policy is ${policy}, but must be noeviction`);
  } catch (error) {
    return notReady(`it does not answer${kindOf(fault ?? (error as Error))}`);
  } finally {
    redis.disconnect();
  }
}

/** Its code, or the word that an error of Redis begins with; a message could name a host. */
function kindOf({ code, message }: NodeJS.ErrnoException): string {
  const kind = code ?? /^[A-Z]{3,}(?= )/.exec(message)?.[0];
  return kind === undefined ? '' : ` (${kind})`;
}
