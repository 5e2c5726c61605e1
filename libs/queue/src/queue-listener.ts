import { QueueClient, type QueueClientConfig } from './queue-client';

/** The connection that listens for jobs. It needs a session of its own, past a pooler. */
export class QueueListener extends QueueClient {
  constructor({ directUrl, ...config }: QueueClientConfig) {
    super({ ...config, connectionString: directUrl ?? config.connectionString });
  }
}
