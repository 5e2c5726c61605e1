import 'reflect-metadata';
import { loadSettings } from '@app/config';
import type { QueueSettings } from '@app/queue';
import { createLogger } from '@app/logging';
import { RunningWorker } from '../../../../apps/worker/src/worker';

/** A worker with the faults that its first argument names, as a process of its own. */
async function main(): Promise<void> {
  const { databaseUrl, ...settings } = loadSettings();
  const faults: Pick<QueueSettings, 'failpoints'> = { failpoints: process.argv[2] };
  const worker = await RunningWorker.start(
    { ...settings, databaseUrl: databaseUrl!, ...faults },
    createLogger(settings, 'worker'),
  );
  process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
  process.send?.({ port: worker.port });
}

void main();
