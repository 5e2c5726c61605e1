import type { NestedPath } from '../document/search-field';

/**
 * A query as an engine gets it: fields are known, words are analysed, limits are checked. It is built from the tree of a query
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

interface Scored<Kind extends string> {
  readonly kind: Kind;
  readonly boost: number;
}

interface InField<Kind extends string> extends Scored<Kind> {
  readonly field: string;
}

export type AllQuery = Scored<'all'>;

export interface NoneQuery {
  readonly kind: 'none';
}

export interface BoolQuery extends Scored<'bool'> {
  readonly must: readonly BoundQuery[];
  readonly should: readonly BoundQuery[];
  /** Must match, and scores nothing. */
  readonly filter: readonly BoundQuery[];
  readonly mustNot: readonly BoundQuery[];
  /** How many of `should` must match; already worked out of percentages and defaults. */
  readonly minimumShouldMatch: number;
}

/** dis_max */
export interface BestQuery extends Scored<'best'> {
  readonly queries: readonly BoundQuery[];
  readonly tieBreaker: number;
}

/** One analysed token in a text field. */
export interface TermQuery extends InField<'term'> {
  readonly token: string;
}

/** Two or more tokens in a row in one text field. `prefix`: the last one stands for every token that begins with it. */
export interface PhraseQuery extends InField<'phrase'> {
  readonly tokens: readonly string[];
  readonly slop: number;
  readonly prefix: boolean;
}

/** Every indexed token of a text field, or every value of a keyword field, that the pattern describes. */
export interface PatternQuery extends InField<'pattern'> {
  readonly pattern: Pattern;
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
export interface KeywordQuery extends InField<'keyword'> {
  readonly values: readonly (string | number | boolean)[];
}

/** On a text field it compares tokens, on a keyword field its lower-cased values, by code point. Dates are epoch ms. */
export interface RangeQuery extends InField<'range'> {
  readonly from?: RangeEnd;
  readonly to?: RangeEnd;
}

export interface RangeEnd {
  readonly value: string | number;
  readonly inclusive: boolean;
}

/** Any of these fields has a value. */
export interface ExistsQuery extends Scored<'exists'> {
  readonly fields: readonly string[];
}

/** Ids, lower-cased. */
export interface IdsQuery extends Scored<'ids'> {
  readonly values: readonly string[];
}

/** One and the same element of the array at `path` matches the query. */
export interface NestedQuery extends Scored<'nested'> {
  readonly path: NestedPath;
  readonly query: BoundQuery;
}

/** Matches as `query` does and scores `boost`. */
export interface ConstantQuery extends Scored<'constant'> {
  readonly query: BoundQuery;
}

export interface BoostingQuery extends Scored<'boosting'> {
  readonly positive: BoundQuery;
  readonly negative: BoundQuery;
  readonly negativeBoost: number;
}

export interface FunctionScoreQuery extends Scored<'functionScore'> {
  readonly query: BoundQuery;
  readonly functions: readonly ScoreFunction[];
  readonly scoreMode: 'multiply' | 'sum' | 'avg' | 'first' | 'max' | 'min';
  readonly boostMode: 'multiply' | 'replace' | 'sum' | 'avg' | 'max' | 'min';
  readonly maxBoost?: number;
  readonly minScore?: number;
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
