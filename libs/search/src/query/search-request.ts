import { badRequest, type AppError } from '@app/common';
import type { SearchDocument } from '../document/search-document';
import type { Aggregations } from './aggregation';
import type { BoundQuery, Pattern, SortKey, SortValue } from './bound-query';

/** A search as an engine gets it: checked, bound, with the caller's permission. */
export interface SearchRequest {
  readonly query: BoundQuery;
  /** Queries that must match beside it and score nothing: types, liveness, the caller's own filter. Aggregations see it. */
  readonly filter: readonly BoundQuery[];
  /** The documents that the caller may see: the outermost filter of everything, aggregations of `global` included. */
  readonly permission: BoundQuery;
  /** Narrows the hits and the total, not the aggregations. */
  readonly postFilter?: BoundQuery;
  readonly from: number;
  readonly size: number;
  /** Ends with `name.keyword` and `id`, so that the order is total. */
  readonly sort: readonly SortKey[];
  /** The `sort` of the last hit of the page before; as long as `sort`. */
  readonly searchAfter?: readonly SortValue[];
  /** true: count all; a number: up to it; false: not at all. */
  readonly totals: boolean | number;
  readonly aggregations: Aggregations;
  /** false: hits have no `_source`. */
  readonly source: boolean;
  /** The members of documents that are looked at, where it is not all of them: an engine may give more. */
  readonly members?: readonly string[];
  /** The user who asks: one user does not get all connections of the engine. Absent: the service itself. */
  readonly askedBy?: string;
}

export interface SearchHit {
  readonly id: string;
  readonly entityType: string;
  /** null where the order is not by relevance. */
  readonly score: number | null;
  readonly sort: readonly SortValue[];
  readonly source?: Partial<SearchDocument>;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
  readonly maxScore: number | null;
  /** In the shape of the engine that this language comes from: `{buckets: [{key, doc_count, …}]}`. */
  readonly aggregations: Readonly<Record<string, unknown>>;
  /** The page has reached 16 MiB of documents: the remaining hits of its request are on the next page. */
  readonly endsEarly: boolean;
  /** The time ran out: what is there was found in it. */
  readonly timedOut: boolean;
}

/** The most words of a field that one pattern, or the last word of a phrase that may go on, stands for on any engine. */
export const MOST_WORDS = 1_024;

/** The most words, of all fields, that the patterns of one search stand for together. */
export const MOST_WORDS_TOGETHER = 16 * MOST_WORDS;

export function tooManyTogether(): AppError {
  return badRequest(
    `The wildcards, fuzzy words and regular expressions stand for more than ${MOST_WORDS_TOGETHER} words of all fields together: ask for fewer of them, for more letters, or in fewer fields`,
  );
}

/** The error for a pattern that stands for more words: an answer of some of them would look like one of all. */
export function tooManyWords(pattern: Pattern, field: string): AppError {
  return badRequest(
    `${written(pattern)} stands for more than ${MOST_WORDS} words of ${field}: ask for more letters of it`,
  );
}

function written(pattern: Pattern): string {
  switch (pattern.type) {
    case 'prefix':
      return `${pattern.text}*`;
    case 'wildcard':
      return pattern.parts.map((part) => (typeof part === 'string' ? part : part.any === 'one' ? '?' : '*')).join('');
    case 'regexp':
      return `/${pattern.expression}/`;
    case 'fuzzy':
      return pattern.text;
  }
}
