import type { CursorCodec } from '@app/common';
import type { ResultList, ResultListQuery } from './result-list';
import { DEFAULT_LIMIT } from './result-list';
import type { FoundContract } from './store/contract-finder';
import type { PageRow } from './store/page-statement';
import type { ResultRepository } from './store/result.repository';
import type { Window } from './store/result-total';

/** Up to so many results are read by one statement and go out as one text, which holds nobody's event loop. */
const SHORT = 500;
/**
 * Results of one statement of a longer list. Some 70 KB: a string over 128 KB is one that V8 frees only when it looks through all of
 * its memory, so that a list would leave tens of megabytes behind.
 */
const BLOCK = 200;

/**
 * Writes one page of a list as text, block by block. Between two blocks it holds no connection, however slow the reader is;
 * rows that come and go meanwhile are met or not, but none twice.
 */
export class ResultPager {
  private readonly limit: number;

  constructor(
    private readonly results: ResultRepository,
    private readonly cursors: CursorCodec,
    private readonly contract: FoundContract,
    private readonly list: ResultList,
    private readonly query: ResultListQuery,
  ) {
    this.limit = query.limit ?? DEFAULT_LIMIT;
  }

  /** Whether one block holds the page. */
  get isShort(): boolean {
    return this.limit <= SHORT;
  }

  private get blockSize(): number {
    return this.isShort ? SHORT : BLOCK;
  }

  async all(): Promise<string> {
    let text = '';
    for await (const piece of this.text()) text += piece;
    return text;
  }

  /** The pieces, the first of which was read: what can fail at the start fails here, before an answer has begun. */
  async begun(): Promise<AsyncIterable<string>> {
    const pieces = this.text();
    const first = await pieces.next();
    return (async function* () {
      if (!first.done) yield first.value;
      yield* pieces;
    })();
  }

  private async *text(): AsyncGenerator<string> {
    if (this.limit === 0) {
      const total = await this.results.total(this.contract.node, this.list.window, this.query.status);
      yield `{"data":[],"paging":${JSON.stringify({ total })}}`;
      return;
    }
    let part = await this.part();
    // The total comes with the first block, in one statement.
    const first = await this.block(part, this.limit, true);
    const total = Number(first.total);
    yield '{"data":[';
    let separator = '';
    for (let block = first, left = this.limit; ;) {
      left -= block.count;
      if (block.data !== null) yield separator + block.data;
      separator = ',';
      if (left === 0 || block.count < this.blockSize) {
        yield `],"paging":${JSON.stringify({ total, ...this.edges(part, first, block) })}}`;
        return;
      }
      part = { from: part.from, to: Number(block.oldest) - 1 };
      block = await this.block(part, left, false);
    }
  }

  /** Where the page lies: from its cursor (not included) on, towards older ones, or towards newer ones. */
  private async part(): Promise<Window> {
    const { window, cursor } = this.list;
    if (!cursor) return window;
    if (cursor.direction === 'after') return { from: window.from, to: cursor.timestamp - 1 };
    const part = { from: cursor.timestamp + 1, to: window.to };
    const newest = await this.results.newestOfNext(this.contract.node, part, this.limit, this.query.status);
    return { from: part.from, to: newest ?? cursor.timestamp };
  }

  private block(part: Window, left: number, counted: boolean): Promise<PageRow> {
    const { contract, list, query } = this;
    const { node, fqn } = contract;
    const limit = Math.min(left, this.blockSize);
    const page = { contract: node, fqn, window: list.window, part, limit, status: query.status, counted };
    return this.results.page(page, query.details ?? false);
  }

  /** Cursors towards both sides, each only where there is something. An empty page is left where it was entered. */
  private edges(part: Window, first: PageRow, last: PageRow): { before?: string; after?: string } {
    return {
      ...(first.hasNewer && { before: this.cursor('before', Number(first.newest ?? part.to)) }),
      ...(last.hasOlder && { after: this.cursor('after', Number(last.oldest ?? part.from)) }),
    };
  }

  private cursor(direction: 'before' | 'after', timestamp: number): string {
    return this.cursors.encode({ scope: this.list.scope, keys: [timestamp], direction });
  }
}
