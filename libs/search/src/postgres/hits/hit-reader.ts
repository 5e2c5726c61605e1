import { setImmediate } from 'node:timers/promises';
import type { Meanwhile } from '../../backend/search-backend';
import type { SearchRequest } from '../../query/search-request';
import { contextOf, shaped, type CompileContext, type Prepared } from '../compile/context';
import type { Statement } from '../compile/parameters';
import { isTimeout, type SearchPool } from '../search-pool';
import {
  atLeast,
  countStatement,
  hitStatement,
  rankedRows,
  readHits,
  readTotal,
  type HitRow,
  type Hits,
  type PageOrder,
} from './hit-statement';
import { isProven, likelyOf, pruningsOf, sureOf, type Pruning } from './prune';
import { scoresVary, WALK_FROM, walkStatement } from './walk-statement';

type Query = SearchPool['query'];

export interface HitsOrder {
  /** Fields whose facets to count, where `ranksAll`. */
  readonly facets?: readonly string[];
  /** false: nothing is asked just to know how many hits there are. */
  readonly counts?: boolean;
}

/**
 * How a page is read: along an index, from the strongest matches only, or by ranking all matches. Whatever reads hits gives `undefined`
 * where the statistics are not what they were assumed to be.
 */
export class HitReader {
  /** About how many documents match, where the best are looked for among few. */
  readonly matches: number;
  private readonly prunings: readonly Pruning[];
  /** The one that is tried first. */
  private readonly pruning: Pruning | undefined;

  /** @param meanwhile see SearchEngine */
  constructor(
    private readonly request: SearchRequest,
    private readonly prepared: Prepared,
    private readonly meanwhile: Meanwhile = () => Promise.resolve(),
  ) {
    const { matches, prunings } = pruningsOf(request, prepared);
    this.matches = matches;
    this.prunings = prunings;
    this.pruning = request.size > 0 ? likelyOf(prunings) : undefined;
  }

  /** Whether one statement ranks all matches, and may count their facets, too. */
  get ranksAll(): boolean {
    return this.request.size > 0 && scoresVary(this.request.query) && !this.pruning;
  }

  /** Whether the number of hits takes a statement of its own. */
  get countsApart(): boolean {
    return this.pruning !== undefined && this.request.totals !== false;
  }

  async hits(query: Query, { facets, counts = this.countsApart }: HitsOrder = {}): Promise<Hits | undefined> {
    const { request, pruning } = this;
    if (request.size === 0) return this.read([await this.first(query, this.counting())]);
    const walk = walkStatement(request, this.context(true));
    if (walk) return this.read((await this.walked(query, walk)) ?? (await this.send(query, this.statement())));
    return pruning ? this.narrowed(query, pruning, counts) : this.ranked(query, { facets });
  }

  /** How many hits there are. */
  async total(query: Query): Promise<Pick<Hits, 'total'>> {
    return readTotal(this.request, await this.first(query, this.counting()));
  }

  /** Undefined: too few matches for an index walk to find them. */
  private async walked(query: Query, walk: Statement): Promise<HitRow[] | undefined> {
    // Its plan rests on how many rows it may stop at.
    const rows = await query<HitRow>(walk);
    if (Number(rows[0]?.total) <= WALK_FROM) return undefined;
    return this.request.totals === false ? rows.map((row) => ({ ...row, total: null })) : rows;
  }

  private async ranked(query: Query, order: PageOrder): Promise<Hits | undefined> {
    const rows = await this.send(query, this.statement({ ...order, isChecked: true }));
    return this.holds(rows) ? this.read(rows) : undefined;
  }

  /**
   * Reads the page from the narrowed matches; if others may score higher, from the fewest that surely contain it. The total is counted
   * separately only where not all are ranked, which counts them anyway.
   */
  private async narrowed(query: Query, first: Pruning, counts: boolean): Promise<Hits | undefined> {
    const rows = await this.send(query, this.statement({ narrowing: first, isChecked: true }));
    if (!this.holds(rows)) return undefined;
    if (isProven(rows, first, this.request)) return this.counted(query, rows, counts);
    const narrowing = sureOf(this.prunings, rows, this.request);
    const others = await this.send(query, this.statement({ narrowing }));
    return narrowing ? this.counted(query, others, counts) : this.read(others);
  }

  /** The hits are reported, and read, while the database counts. They are not lost where there is no time to count them all. */
  private async counted(query: Query, rows: readonly HitRow[], counts: boolean): Promise<Hits> {
    if (!counts) return this.read(rows, this.meanwhile);
    const [total, hits] = await Promise.all([
      this.total(query).catch((error: unknown) => {
        if (isTimeout(error)) return atLeast(this.request, rankedRows(rows));
        throw error;
      }),
      behind(() => this.read(rows, this.meanwhile)),
    ]);
    return { ...hits, ...total };
  }

  private holds([first]: readonly HitRow[]): boolean {
    const { assumed } = this.prepared;
    return assumed === undefined || first?.known === assumed.known;
  }

  private async read(rows: readonly HitRow[], meanwhile?: Meanwhile): Promise<Hits> {
    const read = await readHits(this.request, rows);
    await meanwhile?.(read.hits);
    return read;
  }

  private counting(): Statement {
    return countStatement(this.request, this.context());
  }

  private statement(order?: PageOrder): Statement {
    return hitStatement(this.request, this.context(), order);
  }

  private async first(query: Query, statement: Statement): Promise<HitRow> {
    const [row] = await this.send(query, statement);
    return row as HitRow;
  }

  private send(query: Query, statement: Statement): Promise<HitRow[]> {
    return query<HitRow>(shaped(statement, this.prepared));
  }

  private context(wide?: boolean): CompileContext {
    return contextOf(this.prepared, wide);
  }
}

/** Done when the statement that was sent just now is on its way. */
async function behind<T>(work: () => T | Promise<T>): Promise<T> {
  await setImmediate();
  return work();
}
