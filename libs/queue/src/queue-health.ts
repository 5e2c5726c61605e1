import { notReady, READY, withTimeout, type PartState } from '@app/common';
import { Injectable } from '@nestjs/common';
import Redis from 'ioredis';
import type { QueueSettings } from './connection';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';

/** The queue counts as unavailable if it does not answer within this time, in ms. */
const ANSWER_MS = 1_000;

/** Whether jobs can be sent and are retained. */
@Injectable()
export class QueueHealth {
  constructor(
    private readonly settings: QueueSettings,
    private readonly producer: JobProducer,
    private readonly registry: JobRegistry,
  ) {}

  async check(): Promise<PartState> {
    const fault = this.settings.redisUrl ? await redisFault(this.settings.redisUrl) : await this.postgresFault();
    return fault ? notReady(`queue: ${fault}`) : READY;
  }

  private async postgresFault(): Promise<string | undefined> {
    const [{ name } = { name: 'health' }] = this.registry.queues();
    try {
      await withTimeout(this.producer.queue(name).isPaused(), ANSWER_MS, 'Asking the queue');
      return undefined;
    } catch {
      return 'it does not answer, or its tables are missing';
    }
  }
}

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
