import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { edgePages } from '../edge-feed';
import { EdgeQueue, keysOf, type QueuedPage } from '../edge-queue';
import { PLAIN_TEXTS } from '../format/plain-texts';
import { EdgeScan } from '../scan/edge-scan';
import { ExportThrottle } from '../scan/export-throttle';
import { ScanPool } from '../scan/scan-pool';
import { OthersServed } from './others-served';
import { sendBegun, sendFailure, servePieces, type Piece } from './piece-stream';
import type { ExportJob, ThreadCall, ThreadData } from './export-thread-handle';

/**
 * Other requests have priority: at this nice value Linux gives the thread a tenth of their CPU share under
 * contention.
 */
const NICE = 10;

try {
  // Only Linux applies this to the current thread: elsewhere it would affect the whole process.
  if (process.platform === 'linux') setPriority(NICE);
} catch {
  // Without permission, exports share the cores equally with other requests.
}

const { url, served } = workerData as ThreadData;
const pool = new ScanPool(url);
const scan = new EdgeScan(pool, new ExportThrottle(new OthersServed(served)));

/** Entry point of the export thread: the scan runs concurrently, ahead of the reader as far as the queue allows. */
parentPort?.on('message', ({ job, port }: ThreadCall) => {
  const { root, request, visibility } = job;
  const queue = new EdgeQueue();
  queue.on('error', (error) => sendFailure(port, error));
  port.on('close', () => queue.destroy());
  servePieces(port, pieces(job, queue));
  void queue.fill(() => scan.run({ ...request, root, visibility }, queue, () => sendBegun(port)));
});

async function* pieces({ root, request, format }: ExportJob, queue: EdgeQueue): AsyncGenerator<Piece, void, undefined> {
  if (format) return yield* PLAIN_TEXTS[format]({ root, request, pages: edgePages(queue, pool) });
  for await (const page of queue as AsyncIterable<QueuedPage>) yield keysOf(page);
}
