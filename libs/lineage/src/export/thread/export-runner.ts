import type { MessagePort } from 'node:worker_threads';
import { PLAIN_TEXTS } from '../format/plain-texts';
import { EdgeFeed } from '../read/edge-feed';
import { plainLookup } from '../read/edge-lookup';
import { EdgeQueue, keysOf } from '../read/edge-queue';
import { ReaderGone } from '../read/reader-gone';
import { EdgeScan } from '../scan/edge-scan';
import { ExportThrottle } from '../scan/export-throttle';
import { ScanPool } from '../scan/scan-pool';
import { Outlet } from './outlet';
import type { ExportJob, Piece, ThreadData } from './thread-message';

/** The work of the thread: reads the edges of exports, and generates the text of formats without extra details. */
export class ExportRunner {
  private readonly pool: ScanPool;
  private readonly scan: EdgeScan;

  constructor({ url, marks }: ThreadData) {
    this.pool = new ScanPool(url);
    this.scan = new EdgeScan(this.pool, new ExportThrottle(marks));
  }

  /** The scan runs concurrently, ahead of the reader as far as the queue allows. */
  async run(job: ExportJob, port: MessagePort): Promise<void> {
    const queue = new EdgeQueue();
    const outlet = new Outlet(port, () => queue.leave());
    const { root, request, visibility } = job;
    const { upstreamDepth, downstreamDepth, includeDeleted } = request;
    const walk = { root, upstreamDepth, downstreamDepth, includeDeleted };
    void this.scan.run(walk, visibility, queue, () => outlet.begin());
    try {
      for await (const piece of this.pieces(job, queue)) await outlet.put(piece);
      outlet.end();
    } catch (error) {
      if (!(error instanceof ReaderGone)) outlet.fail(error as Error);
    }
  }

  private async *pieces(
    { root, request, format }: ExportJob,
    queue: EdgeQueue,
  ): AsyncGenerator<Piece, void, undefined> {
    if (!format) {
      for await (const page of queue.all()) yield keysOf(page);
      return;
    }
    const pages = new EdgeFeed(plainLookup(this.pool), false).pages(queue.all());
    yield* PLAIN_TEXTS[format]({ root, request, pages });
  }
}
