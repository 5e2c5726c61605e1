import { PAGE_BYTES, type Actor, type PageNeighbours } from '@app/common';
import type { LargeReads } from '@app/database';
import { DEFAULT_LIMIT, type ResultList, type ResultListQuery } from './result-list';
import type { ContractFinder, FoundContract } from './store/contract-finder';
import type { PageQuery, PageRow } from './store/page-statement';
import type { ResultParts } from './store/result-json';
import type { ResultRepository } from './store/result.repository';
import type { Window } from './store/result-total';

/**
 * Results per statement, about 70 KB: V8 frees strings over 128 KB only in a full garbage collection, so that larger
 * blocks would leave tens of megabytes behind per list. A page of fewer is read by one statement, which does not block
 * the event loop noticeably.
 */
const BLOCK = 200;
const SHORT = 500;
/** Bytes of the texts of a block, which has at least one: the longest block of the event loop. */
const BLOCK_BYTES = 512 * 1024;

/**
 * Writes one page of a list as text, block by block. Between two blocks it occupies no connection, however slow the
 * reader is. Rows that are added or deleted meanwhile may or may not be included, but none twice.
 */
export class ResultPager {
  private readonly limit: number;

  constructor(
    private readonly contracts: ContractFinder,
    private readonly results: ResultRepository,
    private readonly large: LargeReads,
    private readonly actor: Actor,
    private readonly contractId: string,
    private readonly list: ResultList,
    private readonly query: ResultListQuery,
  ) {
    this.limit = query.limit ?? DEFAULT_LIMIT;
  }

  private get blockSize(): number {
    return this.limit <= SHORT ? SHORT : BLOCK;
  }

  /** One text if one short block contains the page; else pieces, each read in a slot. @throws {AppError} SERVICE_UNAVAILABLE */
  async begun(): Promise<string | AsyncIterable<string>> {
    if (this.limit === 0) return this.total();
    const part = await this.part();
    const first = await this.first(part);
    const opening = `{"data":[${first.data ?? ''}`;
    const { newest } = first;
    if (this.isOver(first, { left: this.limit - first.count, held: first.bytes }))
      return opening + this.closing(first, { part, newest, last: first });
    this.large.requireRoom();
    const rest = this.rest(part, first);
    const next = await rest.next();
    return (async function* () {
      yield opening;
      if (!next.done) yield next.value;
      yield* rest;
    })();
  }

  private async total(): Promise<string> {
    const { node } = await this.contracts.byId(this.actor, this.contractId, 'ViewBasic');
    const total = await this.results.total(node, this.list.window, this.query.status);
    return `{"data":[],"paging":${JSON.stringify({ total })}}`;
  }

  private async *rest(whole: Window, first: PageRow & FoundContract): AsyncGenerator<string, void> {
    let [left, held] = [this.limit - first.count, first.bytes];
    let { newest } = first;
    let last: PageRow = first;
    for (let separator = first.data === null ? '' : ','; ; separator = ',') {
      const part = last.oldest === null ? whole : { from: whole.from, to: Number(last.oldest) - 1 };
      const block = this.block(part, left, PAGE_BYTES - held);
      last = await this.large.turn(() => this.results.page(first, block, this.parts));
      if (last.data !== null) yield separator + last.data;
      left -= last.count;
      held += last.bytes;
      newest ??= last.newest;
      if (!this.isOver(last, { left, held })) continue;
      yield this.closing(first, { part, newest, last });
      return;
    }
  }

  /** A page that is full ends early; its cursor continues there. */
  private isOver({ isCut, count }: PageRow, { left, held }: { readonly left: number; readonly held: number }): boolean {
    return left === 0 || held >= PAGE_BYTES || (!isCut && count < this.blockSize);
  }

  private closing({ total, hasNewer }: PageRow, edges: Edges): string {
    const neighbours = this.neighbours(hasNewer, edges);
    return `],"paging":${JSON.stringify({ total: Number(total), ...neighbours })}}`;
  }

  private get parts(): ResultParts {
    return this.query.parts ?? 'body';
  }

  /** The first block with the contract and the total, in one statement. */
  private first(part: Window): Promise<PageRow & FoundContract> {
    const { contracts, actor, contractId } = this;
    return contracts.byIdWithin(actor, contractId, 'ViewBasic', (columns) =>
      this.results.firstPage(contractId, columns, this.block(part, this.limit, PAGE_BYTES), this.parts),
    );
  }

  /** The range of the page: from its cursor (not included) towards older or towards newer results. */
  private async part(): Promise<Window> {
    const { window, page } = this.list;
    if (!page.boundary) return window;
    const timestamp = Number(page.boundary.keys[0]);
    if (!page.isBackward) return { from: window.from, to: timestamp - 1 };
    const part = { from: timestamp + 1, to: window.to };
    const newest = await this.results.newestOfNext(this.contractId, part, this.limit, this.parts, this.query.status);
    return { from: part.from, to: newest ?? timestamp };
  }

  private block(part: Window, left: number, room: number): PageQuery {
    const { window } = this.list;
    const bytes = Math.min(BLOCK_BYTES, room);
    return { window, part, limit: Math.min(left, this.blockSize), bytes, status: this.query.status };
  }

  /**
   * Cursors in both directions, each only if there are results. The cursor of an empty page leads back to where it
   * was entered.
   */
  private neighbours(hasNewer: boolean, { part, newest, last }: Edges): PageNeighbours {
    const { page } = this.list;
    return {
      ...(hasNewer && { before: page.cursor('before', [Number(newest ?? part.to)]) }),
      ...(last.hasOlder && { after: page.cursor('after', [Number(last.oldest ?? part.from)]) }),
    };
  }
}

/** Where a page begins and ends. */
interface Edges {
  readonly part: Window;
  /** Null where it is empty. */
  readonly newest: string | null;
  readonly last: PageRow;
}
