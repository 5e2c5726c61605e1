import type { BoundQuery } from '../../query/bound-query';
import type { Expansions } from '../pattern/expansions';
import type { TermStatistics } from '../statistics/term-statistics';
import type { Compiled } from './compiled';
import type { ShapedStatement, StatementShapes } from '../statement-shapes';
import { Parameters } from './parameters';
import type { Statement } from './parameters';

/** What is known of words and patterns before anything of a search is compiled. */
export interface Prepared {
  readonly statistics: TermStatistics;
  readonly expansions: Expansions;
  /** Of a small catalog, where no plan depends on the values of a statement. */
  readonly shapes?: StatementShapes | undefined;
}

/** What one statement is compiled with. */
export interface CompileContext extends Prepared {
  readonly parameters: Parameters;
  /** What a statement needs as a condition it needs as a score, too. */
  readonly compiled: Map<BoundQuery, Compiled>;
  /** The statement is about much of the catalog: the type of a document may be looked up in its index. */
  readonly wide: boolean;
}

export function contextOf({ statistics, expansions }: Prepared, wide = false): CompileContext {
  return { statistics, expansions, parameters: new Parameters(), compiled: new Map(), wide };
}

export function shaped(statement: Statement, { shapes }: Prepared): ShapedStatement {
  return shapes?.of(statement) ?? statement;
}
