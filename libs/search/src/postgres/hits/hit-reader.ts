import type { SearchRequest } from '../../query/search-request';
import type { CompileContext } from '../compile/context';
import { Parameters } from '../compile/parameters';
import type { Statement } from '../compile/parameters';
import type { SearchPool } from '../search-pool';
import { hitStatement } from './hit-statement';
import type { HitRow, Narrowing } from './hit-statement';
import { matchText } from './page-statement';
import { isProven, pruneOf } from './prune';
import { WALK_FROM, walkStatement } from './walk-statement';

/** Chooses the statement that a page is read by: along an index, by the strongest matches first, or by ranking all. */
export class HitReader {
  constructor(
    private readonly pool: SearchPool,
    private readonly request: SearchRequest,
    private readonly prepared: Omit<CompileContext, 'parameters'>,
  ) {}

  async rows(): Promise<HitRow[]> {
    const walk = walkStatement(this.request, this.context(true));
    if (walk && (await this.matchesMuch())) return this.send(walk);
    const pruning = walk ? undefined : pruneOf(this.request, this.prepared.statistics);
    if (pruning) {
      const rows = await this.send(this.statement(pruning));
      if (isProven(rows, pruning, this.request)) return rows;
    }
    return this.send(this.statement());
  }

  private statement(narrowing?: Narrowing): Statement {
    return hitStatement(this.request, this.context(), narrowing);
  }

  private async matchesMuch(): Promise<boolean> {
    const context = this.context(true);
    const { text, values } = context.parameters.statement(
      `select count(*) > ${WALK_FROM} as much from (
         select from search_row r where ${matchText(this.request, context)} limit ${WALK_FROM + 1}) c`,
    );
    const [row] = await this.pool.query<{ much: boolean }>(text, values);
    return row?.much ?? false;
  }

  private send({ text, values }: Statement): Promise<HitRow[]> {
    return this.pool.query<HitRow>(text, values);
  }

  private context(wide = false): CompileContext {
    return { ...this.prepared, parameters: new Parameters(), wide };
  }
}
