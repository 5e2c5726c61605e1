import type { NestedPath } from '../document/search-field';

/**
 * A query as an engine gets it: fields are known, words are analysed, limits are kept. It is built from the tree of a query
 * text or from a checked filter, never passed through; an engine compiles it and nothing else.
 *
 * Scores: `term` and `phrase` score by BM25 (k1 1.2, b 0.75; a phrase with the sum of its tokens' idf), all other leaves with
 * their boost. A `bool` adds up what its must and should clauses score; `best` takes the greatest, plus `tieBreaker` times the
 * others.
 */
export type BoundQuery = LeafQuery | CompoundQuery;

/**
 * A leaf that looks into one field names it `field`: by that name nested queries and the rules of hidden objects find it, whatever
 * its kind.
 */
export type LeafQuery =
  | (TermQuery | PhraseQuery | PatternQuery | KeywordQuery | RangeQuery)
  | (AllQuery | NoneQuery | ExistsQuery | IdsQuery);

/** Made of other queries: `mapParts` says of which. */
export type CompoundQuery = BoolQuery | BestQuery | NestedQuery | ConstantQuery | BoostingQuery | FunctionScoreQuery;

export interface AllQuery {
  readonly kind: 'all';
  readonly boost: number;
}

export interface NoneQuery {
  readonly kind: 'none';
}

export interface BoolQuery {
  readonly kind: 'bool';
  readonly must: readonly BoundQuery[];
  readonly should: readonly BoundQuery[];
  /** Must match, and scores nothing. */
  readonly filter: readonly BoundQuery[];
  readonly mustNot: readonly BoundQuery[];
  /** How many of `should` must match; already worked out of percentages and defaults. */
  readonly minimumShouldMatch: number;
  readonly boost: number;
}

/** dis_max */
export interface BestQuery {
  readonly kind: 'best';
  readonly queries: readonly BoundQuery[];
  readonly tieBreaker: number;
  readonly boost: number;
}

/** One analysed token in a text field. */
export interface TermQuery {
  readonly kind: 'term';
  readonly field: string;
  readonly token: string;
  readonly boost: number;
}

/** Two or more tokens in a row in one text field. `prefix`: the last one stands for every token that begins with it. */
export interface PhraseQuery {
  readonly kind: 'phrase';
  readonly field: string;
  readonly tokens: readonly string[];
  readonly slop: number;
  readonly prefix: boolean;
  readonly boost: number;
}

/** Every indexed token of a text field, or every value of a keyword field, that the pattern describes. */
export interface PatternQuery {
  readonly kind: 'pattern';
  readonly field: string;
  readonly pattern: Pattern;
  readonly boost: number;
}

/** Lower-cased, and folded where the field is a text. */
export type Pattern =
  | { readonly type: 'prefix'; readonly text: string }
  /** The text of `*` and `?` with everything else literal. */
  | { readonly type: 'wildcard'; readonly parts: readonly (string | { readonly any: 'one' | 'many' })[] }
  | { readonly type: 'regexp'; readonly expression: string }
  /** Optimal string alignment: a transposition is one edit. `prefixLength` characters must be equal. */
  | { readonly type: 'fuzzy'; readonly text: string; readonly edits: 0 | 1 | 2; readonly prefixLength: number };

/** A value field that has one of these values (keywords lower-cased). */
export interface KeywordQuery {
  readonly kind: 'keyword';
  readonly field: string;
  readonly values: readonly (string | number | boolean)[];
  readonly boost: number;
}

/** On a text field it compares tokens, on a keyword field its lower-cased values, by code point. Dates are epoch ms. */
export interface RangeQuery {
  readonly kind: 'range';
  readonly field: string;
  readonly from?: RangeEnd;
  readonly to?: RangeEnd;
  readonly boost: number;
}

export interface RangeEnd {
  readonly value: string | number;
  readonly inclusive: boolean;
}

/** Any of these fields has a value. */
export interface ExistsQuery {
  readonly kind: 'exists';
  readonly fields: readonly string[];
  readonly boost: number;
}

/** Ids, lower-cased. */
export interface IdsQuery {
  readonly kind: 'ids';
  readonly values: readonly string[];
  readonly boost: number;
}

/** One and the same element of the array at `path` matches the query. */
export interface NestedQuery {
  readonly kind: 'nested';
  readonly path: NestedPath;
  readonly query: BoundQuery;
  readonly boost: number;
}

/** Matches as `query` does and scores `boost`. */
export interface ConstantQuery {
  readonly kind: 'constant';
  readonly query: BoundQuery;
  readonly boost: number;
}

export interface BoostingQuery {
  readonly kind: 'boosting';
  readonly positive: BoundQuery;
  readonly negative: BoundQuery;
  readonly negativeBoost: number;
  readonly boost: number;
}

export interface FunctionScoreQuery {
  readonly kind: 'functionScore';
  readonly query: BoundQuery;
  readonly functions: readonly ScoreFunction[];
  readonly scoreMode: 'multiply' | 'sum' | 'avg' | 'first' | 'max' | 'min';
  readonly boostMode: 'multiply' | 'replace' | 'sum' | 'avg' | 'max' | 'min';
  readonly maxBoost?: number;
  readonly minScore?: number;
  readonly boost: number;
}

export interface ScoreFunction {
  readonly filter?: BoundQuery;
  readonly weight?: number;
  readonly fieldValueFactor?: {
    readonly field: string;
    readonly factor: number;
    readonly modifier: 'none' | 'log1p' | 'log2p' | 'ln1p' | 'ln2p' | 'square' | 'sqrt';
    /** The value that a document without one counts with. */
    readonly missing: number;
  };
}

/** By relevance, or by a value field; missing values last, both ways. Keywords compare lower-cased, by code point. */
export interface SortKey {
  readonly by: '_score' | string;
  readonly direction: 'asc' | 'desc';
}

export type SortValue = string | number | boolean | null;
