import { HealthProbes, notReady, READY } from '@app/common';
import { databaseParts, diskPart } from '@app/database';
import type { Database } from '@app/database';
import type { QueueHealth, WorkerHost } from '@app/queue';

/** Whether a worker can do its work, part by part. */
export function workerHealth(database: Database, queue: QueueHealth, host: WorkerHost): HealthProbes {
  return new HealthProbes({
    needed: {
      ...databaseParts(database),
      ...diskPart(database),
      queue: () => queue.check(),
      jobs: async () => (host.isRunning ? READY : notReady('not consumed')),
    },
  });
}
