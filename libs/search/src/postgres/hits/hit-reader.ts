import { setImmediate } from 'node:timers/promises';
import type { Meanwhile } from '../../engine/search-backend';
import type { SearchRequest } from '../../query/search-request';
import { contextOf, shaped, type CompileContext, type Prepared } from '../compile/context';
import type { Statement } from '../compile/parameters';
import type { SearchPool } from '../search-pool';
import {
  countStatement,
  hitStatement,
  readHits,
  readTotal,
  type HitRow,
  type Hits,
  type Narrowing,
} from './hit-statement';
import { isProven, pruneOf, type Pruning } from './prune';
import { WALK_FROM, walkStatement } from './walk-statement';

/** Chooses how a page is read: along an index, from the strongest matches only, or by ranking all matches. */
export class HitReader {
  /** @param meanwhile see SearchEngine */
  constructor(
    private readonly query: SearchPool['query'],
    private readonly request: SearchRequest,
    private readonly prepared: Prepared,
    private readonly meanwhile: Meanwhile = () => Promise.resolve(),
  ) {}

  async hits(): Promise<Hits> {
    if (this.request.size === 0) return this.read(await this.send(this.counting()));
    const walk = walkStatement(this.request, this.context(true));
    if (walk) return this.read((await this.walked(walk)) ?? (await this.send(this.statement())));
    const pruning = pruneOf(this.request, this.prepared);
    return pruning ? this.narrowed(pruning) : this.read(await this.send(this.statement()));
  }

  /** Undefined: too few matches for an index walk to find them. */
  private async walked(walk: Statement): Promise<HitRow[] | undefined> {
    // Its plan rests on how many rows it may stop at.
    const rows = await this.query<HitRow>(walk);
    if (Number(rows[0]?.total) <= WALK_FROM) return undefined;
    return this.request.totals === false ? rows.map((row) => ({ ...row, total: null })) : rows;
  }

  /**
   * Reads the page from the narrowed matches; if others may score higher, from all. The total is counted separately
   * only in the first case, since ranking all matches counts them anyway. The next statement is prepared while the
   * database runs the current one.
   */
  private async narrowed(pruning: Pruning): Promise<Hits> {
    const [rows, next] = await Promise.all([
      this.send(this.statement(pruning)),
      behind(() => ({ all: this.statement(), count: this.request.totals === false ? undefined : this.counting() })),
    ]);
    if (!isProven(rows, pruning, this.request)) return this.read(await this.send(next.all));
    if (!next.count) return this.read(rows);
    const [[count], hits] = await Promise.all([this.send(next.count), behind(() => this.read(rows, this.meanwhile))]);
    return { ...hits, ...readTotal(this.request, count) };
  }

  private async read(rows: readonly HitRow[], meanwhile?: Meanwhile): Promise<Hits> {
    const read = await readHits(this.request, rows);
    await meanwhile?.(read.hits);
    return read;
  }

  private counting(): Statement {
    return countStatement(this.request, this.context());
  }

  private statement(narrowing?: Narrowing): Statement {
    return hitStatement(this.request, this.context(), narrowing);
  }

  private send(statement: Statement): Promise<HitRow[]> {
    return this.query<HitRow>(shaped(statement, this.prepared));
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
