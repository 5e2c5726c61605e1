import { setImmediate } from 'node:timers/promises';
import type { Meanwhile } from '../../engine/search-engine';
import type { SearchRequest } from '../../query/search-request';
import { contextOf } from '../compile/context';
import type { CompileContext, Prepared } from '../compile/context';
import type { Statement } from '../compile/parameters';
import type { SearchPool } from '../search-pool';
import { countStatement, hitStatement } from './hit-statement';
import type { HitRow, Narrowing } from './hit-statement';
import { isProven, pruneOf } from './prune';
import type { Pruning } from './prune';
import { readHits, readTotal } from './read-hits';
import type { Hits } from './read-hits';
import { WALK_FROM, walkStatement } from './walk-statement';

/** Chooses the statement that a page is read by: along an index, by the strongest matches first, or by ranking all. */
export class HitReader {
  /** @param meanwhile see SearchEngine */
  constructor(
    private readonly query: SearchPool['query'],
    private readonly request: SearchRequest,
    private readonly prepared: Prepared,
    private readonly meanwhile: Meanwhile = () => undefined,
  ) {}

  async hits(): Promise<Hits> {
    if (this.request.size === 0) return this.read(await this.send(this.counting()));
    const walk = walkStatement(this.request, this.context(true));
    if (walk) return this.read((await this.walked(walk)) ?? (await this.send(this.statement())));
    const pruning = pruneOf(this.request, this.prepared);
    return pruning ? this.narrowed(pruning) : this.read(await this.send(this.statement()));
  }

  /** Undefined: it matches too little to be met on the way. */
  private async walked(walk: Statement): Promise<HitRow[] | undefined> {
    const rows = await this.send(walk);
    if (Number(rows[0]?.total) <= WALK_FROM) return undefined;
    return this.request.totals === false ? rows.map((row) => ({ ...row, total: null })) : rows;
  }

  /**
   * Of few; where others may be better, of all. Counted is only where they are not, since ranking all counts them anyway. While
   * the database is busy with one statement, what the next one needs is done.
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

  private read(rows: readonly HitRow[], meanwhile?: Meanwhile): Hits {
    const read = readHits(this.request, rows);
    meanwhile?.(read.hits);
    return read;
  }

  private counting(): Statement {
    return countStatement(this.request, this.context());
  }

  private statement(narrowing?: Narrowing): Statement {
    return hitStatement(this.request, this.context(), narrowing);
  }

  private send({ text, values }: Statement): Promise<HitRow[]> {
    return this.query<HitRow>(text, values);
  }

  private context(wide?: boolean): CompileContext {
    return contextOf(this.prepared, wide);
  }
}

/** Done when the statement that was sent just now is on its way. */
async function behind<T>(work: () => T): Promise<T> {
  await setImmediate();
  return work();
}
