import type { SearchAnswer, SearchHit, SearchRequest } from '../query/search-request';

/**
 * Compiles a bound request, runs it, reads the answer. Both engines answer the same request with the same set of hits.
 * @throws {AppError} SERVICE_UNAVAILABLE that names search where the engine is away; BAD_REQUEST where a pattern stands for
 *   more than 1,024 tokens
 */
export interface SearchEngine {
  /** @param meanwhile is told the hits where they are known before their number is: it works on them while they are counted */
  search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer>;
}

export type Meanwhile = (hits: readonly SearchHit[]) => void;

/** The engine of this process, chosen by the settings. */
export const SEARCH_ENGINE = Symbol('SearchEngine');
