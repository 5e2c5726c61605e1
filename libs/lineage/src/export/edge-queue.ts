import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Place } from './export-request';
import type { HopEdge } from './hop-edges';

/** Edges read by the scan: complete, or only their ends, to be read again. */
export type QueuedPage = WholePage | EdgeKeys;

interface WholePage extends Place {
  readonly edges: readonly HopEdge[];
}

/** The ends of the edges of a page, as parallel arrays of nodes. */
export interface EdgeKeys extends Place {
  readonly from: Float64Array<ArrayBuffer>;
  readonly to: Float64Array<ArrayBuffer>;
}

/** The reader of an export disconnected: the scan can stop. */
class ReaderGone extends Error {}

/** Complete pages buffered for the reader: 3,000 edges, some megabytes at most. */
const AHEAD = 6;
/** How long a scan waits for a slow reader, in ms: for one page, and in total. It occupies a connection meanwhile. */
const PAGE_PATIENCE = 1_500;
const PATIENCE = 15_000;

/**
 * The pages of a scan as a stream. It decouples the scan, which occupies a connection, from a reader, who may be slow.
 * While the reader is fast enough, the scan waits for it. Otherwise the scan continues to its end and stores 16 bytes per
 * edge, so that slow readers neither occupy a connection nor fill the memory. Destroying the stream ends the scan.
 */
export class EdgeQueue extends Readable {
  private patience = PATIENCE;

  constructor() {
    super({ objectMode: true, highWaterMark: AHEAD });
    // A failure is reported to the reader; until then there is no listener.
    this.on('error', () => undefined);
  }

  /** @throws {ReaderGone} */
  async put(page: WholePage): Promise<void> {
    if (this.readableLength >= AHEAD && this.patience > 0) await this.room();
    if (this.destroyed) throw new ReaderGone();
    this.push(this.readableLength < AHEAD ? page : keysOf(page));
  }

  /** Puts all that a scan finds, and ends the stream, with the failure if there was one. */
  async fill(scan: () => Promise<void>): Promise<void> {
    try {
      await scan();
      this.push(null);
    } catch (error) {
      // Without effect where the reader is gone.
      this.destroy(error as Error);
    }
  }

  /** Called when the reader took a page and there is room for another. */
  override _read(): void {
    this.emit('room');
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.emit('room');
    done(error);
  }

  /** Waits until a page was taken; a reader that does not take one in time is not waited for again. */
  private async room(): Promise<void> {
    const since = performance.now();
    const signal = AbortSignal.timeout(Math.min(PAGE_PATIENCE, this.patience));
    await once(this, 'room', { signal }).catch(() => undefined);
    this.patience = signal.aborted ? 0 : this.patience - (performance.now() - since);
  }
}

/** Reduces a page to the ends of its edges. */
export function keysOf(page: QueuedPage): EdgeKeys {
  if (!('edges' in page)) return page;
  const { side, hop, edges } = page;
  const from = Float64Array.from(edges, ({ fromNode }) => fromNode);
  const to = Float64Array.from(edges, ({ toNode }) => toNode);
  return { side, hop, from, to };
}
