import type { SearchRequest } from '../../query/search-request';
import type { CompileContext } from '../compile/context';
import { Parameters } from '../compile/parameters';
import type { Statement } from '../compile/parameters';
import type { SearchPool } from '../search-pool';
import { countStatement, hitStatement } from './hit-statement';
import type { HitRow, Narrowing } from './hit-statement';
import { isProven, pruneOf } from './prune';
import type { Pruning } from './prune';
import { WALK_FROM, walkStatement } from './walk-statement';

/** Chooses the statement that a page is read by: along an index, by the strongest matches first, or by ranking all. */
export class HitReader {
  constructor(
    private readonly pool: SearchPool,
    private readonly request: SearchRequest,
    private readonly prepared: Omit<CompileContext, 'parameters'>,
  ) {}

  async rows(): Promise<HitRow[]> {
    if (this.request.size === 0) return this.count();
    const walk = walkStatement(this.request, this.context(true));
    if (walk) return (await this.walked(walk)) ?? this.send(this.statement());
    const pruning = pruneOf(this.request, this.prepared);
    return (pruning && (await this.narrowed(pruning))) ?? this.send(this.statement());
  }

  /** Undefined: it matches too little to be met on the way. */
  private async walked(walk: Statement): Promise<HitRow[] | undefined> {
    const rows = await this.send(walk);
    if (Number(rows[0]?.total) <= WALK_FROM) return undefined;
    return this.request.totals === false ? rows.map((row) => ({ ...row, total: null })) : rows;
  }

  /** Undefined: others may be better. Counted is only where they are not, since ranking all counts them anyway. */
  private async narrowed(pruning: Pruning): Promise<HitRow[] | undefined> {
    const rows = await this.send(this.statement(pruning));
    if (!isProven(rows, pruning, this.request)) return undefined;
    const [count] = this.request.totals === false ? [] : await this.count();
    return rows.map((row) => ({ ...row, total: count?.total ?? null }));
  }

  private count(): Promise<HitRow[]> {
    return this.send(countStatement(this.request, this.context()));
  }

  private statement(narrowing?: Narrowing): Statement {
    return hitStatement(this.request, this.context(), narrowing);
  }

  private send({ text, values }: Statement): Promise<HitRow[]> {
    return this.pool.query<HitRow>(text, values);
  }

  private context(wide = false): CompileContext {
    return { ...this.prepared, parameters: new Parameters(), wide };
  }
}
