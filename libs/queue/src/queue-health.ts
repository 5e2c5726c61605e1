import { notReady, READY, withTimeout } from '@app/common';
import type { PartState } from '@app/common';
import { Injectable } from '@nestjs/common';
import { redisFault } from './backend/redis-policy';
import type { QueueSettings } from './backend/queue-settings';
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
