import { PageRoom, type Actor, type PageNeighbours } from '@app/common';
import { DEFAULT_LIMIT, type ResultList, type ResultListQuery } from './result-list';
import type { ContractFinder, FoundContract } from './store/contract-finder';
import type { PageQuery, PageRow } from './store/page-statement';
import type { ResultRepository } from './store/result.repository';
import type { Window } from './store/result-total';

/**
 * Up to this many results are read by one statement and sent as one text, which does not block the event loop
 * noticeably.
 */
const SHORT = 500;
/**
 * Results per statement of a longer list, about 70 KB: V8 frees strings over 128 KB only in a full garbage
 * collection, so that larger blocks would leave tens of megabytes behind per list.
 */
const BLOCK = 200;

/**
 * Writes one page of a list as text, block by block. Between two blocks it holds no connection, however slow the
 * reader is. Rows that are added or deleted meanwhile may or may not be included, but none twice.
 */
export class ResultPager {
  private readonly limit: number;

  constructor(
    private readonly contracts: ContractFinder,
    private readonly results: ResultRepository,
    private readonly actor: Actor,
    private readonly contractId: string,
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

  /** The pieces, after the first one was read: errors at the start are thrown here, before the response has begun. */
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
      const { node } = await this.contracts.byId(this.actor, this.contractId, 'ViewBasic');
      const total = await this.results.total(node, this.list.window, this.query.status);
      yield `{"data":[],"paging":${JSON.stringify({ total })}}`;
      return;
    }
    let part = await this.part();
    const first = await this.first(part);
    const total = Number(first.total);
    yield '{"data":[';
    let separator = '';
    const room = new PageRoom();
    for (let block: PageRow = first, left = this.limit; ;) {
      left -= block.count;
      if (block.data !== null) yield separator + block.data;
      room.take(block.data?.length ?? 0);
      separator = ',';
      // A full page ends early; its cursor continues there.
      if (left === 0 || block.isCut || room.isFull || block.count < this.blockSize) {
        yield `],"paging":${JSON.stringify({ total, ...this.edges(part, first, block) })}}`;
        return;
      }
      part = { from: part.from, to: Number(block.oldest) - 1 };
      block = await this.results.page(first, this.block(part, left), this.details);
    }
  }

  private get details(): boolean {
    return this.query.details ?? false;
  }

  /** The first block with the contract and the total, in one statement. */
  private first(part: Window): Promise<PageRow & FoundContract> {
    const { contracts, actor, contractId } = this;
    return contracts.byIdWithin(actor, contractId, 'ViewBasic', (columns) =>
      this.results.firstPage(contractId, columns, this.block(part, this.limit), this.details),
    );
  }

  /** The range of the page: from its cursor (not included) towards older or towards newer results. */
  private async part(): Promise<Window> {
    const { window, page } = this.list;
    if (!page.place) return window;
    const timestamp = Number(page.place.keys[0]);
    if (!page.isBackward) return { from: window.from, to: timestamp - 1 };
    const part = { from: timestamp + 1, to: window.to };
    const newest = await this.results.newestOfNext(this.contractId, part, this.limit, this.details, this.query.status);
    return { from: part.from, to: newest ?? timestamp };
  }

  private block(part: Window, left: number): PageQuery {
    return { window: this.list.window, part, limit: Math.min(left, this.blockSize), status: this.query.status };
  }

  /**
   * Cursors in both directions, each only if there are results. The cursor of an empty page leads back to where it
   * was entered.
   */
  private edges(part: Window, first: PageRow, last: PageRow): PageNeighbours {
    const { page } = this.list;
    return {
      ...(first.hasNewer && { before: page.cursor('before', [Number(first.newest ?? part.to)]) }),
      ...(last.hasOlder && { after: page.cursor('after', [Number(last.oldest ?? part.from)]) }),
    };
  }
}
