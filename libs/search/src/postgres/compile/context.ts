import type { BoundQuery, PatternQuery } from '../../query/bound-query';
import type { CountedCode } from '../row/layout';
import type { ShapedStatement, StatementShapes } from '../statement-shapes';
import type { Compiled } from './compiled';

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

/** Inputs of scores; they never decide which documents match. */
export interface TermStatistics {
  /** Documents that have the field. */
  documents(code: CountedCode): number;
  /** Tokens of the field in a document that has it, stacked ones included, as Lucene counts them. Above 0. */
  average(code: CountedCode): number;
  /** Documents that have the lexeme. */
  frequency(lexeme: string): number;
}

/** What patterns stand for: found in the dictionary before the statement is compiled. */
export interface Expansions {
  /** Tokens of a text field, or keyword terms of a keyword field. */
  of(query: PatternQuery): readonly string[];
  /** Documents that it matches, roughly, as far as the dictionary knows; one is counted once for each of its words. */
  frequency(query: PatternQuery): number;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The values of a statement in the making. Nothing of a query gets into its text: it stands as `$1`, `$2` … there. */
export class Parameters {
  private readonly values: unknown[] = [];
  private readonly places = new Map<string, string>();

  /** The placeholder of a value, with its type; the same one for the same value. */
  add(value: unknown, type: string): string {
    const key = `${type} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    const known = this.places.get(key);
    if (known) return known;
    this.values.push(value);
    const place = `$${this.values.length}::${type}`;
    this.places.set(key, place);
    return place;
  }

  /** The statement with the values that it mentions: PostgreSQL knows no type for others. */
  statement(text: string): Statement {
    const used = new Map<string, string>();
    const values: unknown[] = [];
    const renumbered = text.replace(/\$(\d+)(?=::)/g, (place, number: string) => {
      if (!used.has(place)) used.set(place, `$${values.push(this.values[Number(number) - 1])}`);
      return used.get(place) as string;
    });
    return { text: renumbered, values };
  }
}
