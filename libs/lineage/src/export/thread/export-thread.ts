import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ExportRunner } from './export-runner';
import type { ThreadCall, ThreadData } from './thread-message';

/** Whoever else is served comes first: the share of a core that Linux leaves to this is a tenth of theirs, where they want it. */
const NICE = 10;

/** Only Linux takes "this one" for the thread: elsewhere it would be the whole process. */
function stepBack(): void {
  try {
    if (process.platform === 'linux') setPriority(NICE);
  } catch {
    // Where it is forbidden, exports share the cores with the others as equals.
  }
}

stepBack();

const runner = new ExportRunner(workerData as ThreadData);

/** The entry of the export thread. */
parentPort?.on('message', ({ job, port }: ThreadCall) => void runner.run(job, port));
