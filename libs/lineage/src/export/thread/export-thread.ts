import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ExportRunner } from './export-runner';
import type { ThreadCall, ThreadData } from './thread-message';

/**
 * Other requests have priority: at this nice value Linux gives the thread a tenth of their CPU share under
 * contention.
 */
const NICE = 10;

/** Only Linux applies this to the current thread: elsewhere it would affect the whole process. */
function stepBack(): void {
  try {
    if (process.platform === 'linux') setPriority(NICE);
  } catch {
    // Without permission, exports share the cores equally with other requests.
  }
}

stepBack();

const runner = new ExportRunner(workerData as ThreadData);

/** Entry point of the export thread. */
parentPort?.on('message', ({ job, port }: ThreadCall) => void runner.run(job, port));
