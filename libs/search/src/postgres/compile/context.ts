import type { Expansions } from '../pattern/expansions';
import type { TermStatistics } from '../statistics/term-statistics';
import type { Parameters } from './parameters';

/** What a statement is compiled with. */
export interface CompileContext {
  readonly parameters: Parameters;
  readonly statistics: TermStatistics;
  readonly expansions: Expansions;
  /** The statement is about much of the catalog: the type of a document may be looked up in its index. */
  readonly wide?: boolean;
}
