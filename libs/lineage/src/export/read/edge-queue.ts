import type { Place } from './export-edge';
import type { HopEdge } from './hop-edges';
import { ReaderGone } from './reader-gone';

/** Edges read by the scan: complete, or only their ends, to be read again. */
export type QueuedPage = Place & (WholePage | KeyPage);

interface WholePage {
  readonly edges: readonly HopEdge[];
}

export interface KeyPage {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Complete pages buffered for the reader: 3,000 edges, some megabytes at most. */
const AHEAD = 6;
/** How long a scan waits for a slow reader, in ms: for one page, and in total. It holds a connection meanwhile. */
const PAGE_PATIENCE = 1_500;
const PATIENCE = 15_000;

/**
 * Decouples a scan, which holds a connection, from a reader, who may be slow. While the reader keeps up, the scan
 * waits for it. Otherwise the scan continues to its end and keeps 16 bytes per edge, so that slow readers neither
 * hold a connection nor fill the memory.
 */
export class EdgeQueue {
  private readonly pages: QueuedPage[] = [];
  private patience = PATIENCE;
  private state: 'open' | 'ended' | 'gone' = 'open';
  private failure: Error | undefined;
  private wakeScan: () => void = () => undefined;
  private wakeReader: () => void = () => undefined;

  /** @throws {ReaderGone} */
  async put(page: Place & WholePage): Promise<void> {
    if (this.pages.length >= AHEAD && this.patience > 0) await this.room();
    if (this.state === 'gone') throw new ReaderGone();
    this.pages.push(this.pages.length < AHEAD ? page : keysOf(page));
    this.wakeReader();
  }

  /** No more pages follow; the reader receives a failure after the pages before it. */
  end(failure?: Error): void {
    if (this.state === 'open') this.state = 'ended';
    this.failure = failure;
    this.wakeReader();
  }

  /** The pages in order, until the reader leaves. @throws the error of the scan */
  async *all(): AsyncGenerator<QueuedPage, void, undefined> {
    try {
      for (let page = await this.take(); page; page = await this.take()) yield page;
    } finally {
      this.leave();
    }
  }

  /** The next page; undefined at the end. */
  private async take(): Promise<QueuedPage | undefined> {
    while (this.pages.length === 0 && this.state === 'open') {
      await new Promise<void>((wake) => (this.wakeReader = wake));
    }
    const page = this.pages.shift();
    if (!page && this.failure) throw this.failure;
    this.wakeScan();
    return page;
  }

  /** The reader stops reading. */
  leave(): void {
    this.state = 'gone';
    this.pages.length = 0;
    this.wakeScan();
  }

  /** Waits until a page was taken; a reader that does not take one in time is not waited for again. */
  private async room(): Promise<void> {
    const since = performance.now();
    const inTime = await new Promise<boolean>((wake) => {
      const timer = setTimeout(() => wake(false), Math.min(PAGE_PATIENCE, this.patience));
      this.wakeScan = () => {
        clearTimeout(timer);
        wake(true);
      };
    });
    this.patience = inTime ? this.patience - (performance.now() - since) : 0;
  }
}

/** Reduces a page to the ends of its edges. */
export function keysOf(page: QueuedPage): Place & KeyPage {
  if (!('edges' in page)) return page;
  const { side, hop, edges } = page;
  const from = Float64Array.from(edges, ({ fromNode }) => fromNode);
  const to = Float64Array.from(edges, ({ toNode }) => toNode);
  return { side, hop, from, to };
}
