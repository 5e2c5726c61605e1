import { notReady, READY, withTimeout, type PartState } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import type { QueueSettings } from './connection';
import { JobProducer } from './job-producer';
import { JobRegistry } from './job-registry';
import { isOnRedis } from './redis/redis-client';
import { redisState } from './redis/redis-state';

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
    return isOnRedis(this.settings) ? redisState(this.settings) : this.postgresState();
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
