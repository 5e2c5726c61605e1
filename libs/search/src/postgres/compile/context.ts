import type { BoundQuery, PatternQuery } from '../../query/bound-query';
import type { CountedCode } from '../row/layout';
import type { ShapedStatement, StatementShapes } from '../statement-shapes';
import type { Compiled } from './compiled';
import { Parameters, type Statement } from './parameters';

/** The facts about words and patterns that are known before anything of a search is compiled. */
export interface Prepared {
  readonly statistics: TermStatistics;
  readonly expansions: Expansions;
  /** Entity types of which a large catalog has few documents: the index of types is the quickest way to them. */
  readonly rareTypes: ReadonlySet<string>;
  /** With cached statistics: the values that a statement must return to prove that they are current. */
  readonly assumed?: AssumedStatistics | undefined;
  /** The shapes of the statements of a small catalog, where no plan depends on the values of a statement. */
  readonly shapes?: StatementShapes | undefined;
}

export interface AssumedStatistics {
  /** Those of the query. */
  readonly lexemes: readonly string[];
  /** Whether it also returns that no row is still to be written. */
  readonly tellsQueue: boolean;
  /** See `statisticsText`. */
  readonly known: string;
}

export interface CompileContext extends Prepared {
  readonly parameters: Parameters;
  /** Queries that are compiled already: a condition of a statement is often a score of it, too. */
  readonly compiled: Map<BoundQuery, Compiled>;
  /** The statement is about much of the catalog: the type of a document may be looked up in its index. */
  readonly wide: boolean;
}

export function contextOf({ statistics, expansions, rareTypes, assumed }: Prepared, wide = false): CompileContext {
  return { statistics, expansions, rareTypes, assumed, parameters: new Parameters(), compiled: new Map(), wide };
}

export function shaped(statement: Statement, { shapes }: Prepared): ShapedStatement {
  return shapes?.of(statement) ?? statement;
}

/** The numbers of fields that scores are made of. It never decides which documents match. */
export interface FieldStatistics {
  /** Documents that have the field. */
  documents(code: CountedCode): number;
  /** Tokens of the field in a document that has it, stacked ones included, as Lucene counts them. Above 0. */
  average(code: CountedCode): number;
}

/** The same, and of words. */
export interface TermStatistics extends FieldStatistics {
  /** Documents that have the lexeme. */
  frequency(lexeme: string): number;
}

/** The words that patterns stand for: found in the dictionary before the statement is compiled. */
export interface Expansions {
  /** Tokens of a text field, or keyword terms of a keyword field. */
  of(query: PatternQuery): readonly string[];
  /** Documents that it matches, roughly, as far as the dictionary knows; one is counted once for each of its words. */
  frequency(query: PatternQuery): number;
}
