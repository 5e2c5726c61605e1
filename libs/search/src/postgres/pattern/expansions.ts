import type { PatternQuery } from '../../query/bound-query';

/** What patterns stand for: found in the dictionary before the statement is compiled. */
export interface Expansions {
  /** Tokens of a text field, or keyword terms of a keyword field. */
  of(query: PatternQuery): readonly string[];
  /** Documents that it matches, roughly, as far as the dictionary knows; one is counted once for each of its words. */
  frequency(query: PatternQuery): number;
}
