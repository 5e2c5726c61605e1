import type { Meanwhile, SearchEngine } from '../backend/search-backend';
import { begunPhrasesIn, patternsIn } from '../query/query-parts';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import { splitFacets } from './aggregate/facet-count';
import { answerOf } from './answer';
import type { Prepared } from './compile/context';
import { lexemesIn } from './compile/relevance';
import { PatternDictionary } from './pattern/pattern-dictionary';
import { isTimeout, SearchPool, tookTooLong, type SearchPoolOptions, type SharedPool } from './search-pool';
import { StatementShapes } from './statement-shapes';
import { RareTypes } from './statistics/rare-types';
import { SearchStatistics } from './statistics/search-statistics';

/** In a small catalog each plan is quick. */
const NONE: ReadonlySet<string> = new Set();

export interface PostgresSearchOptions extends SearchPoolOptions {
  /** Resolves when the rows of the index show all that was committed before; absent: they always do. */
  readonly current?: () => Promise<void>;
}

/** The engine on PostgreSQL: a request becomes a statement or two over the index in the same database. */
export class PostgresSearchEngine implements SearchEngine {
  private readonly pool: SearchPool;
  private readonly statistics: SearchStatistics;
  private readonly dictionary: PatternDictionary;
  private readonly rareTypes: RareTypes;
  private readonly shapes = new StatementShapes();
  private readonly current: PostgresSearchOptions['current'];

  constructor({ current, ...options }: PostgresSearchOptions) {
    this.current = current;
    this.pool = new SearchPool(options);
    this.statistics = new SearchStatistics(this.pool);
    this.dictionary = new PatternDictionary(this.pool);
    this.rareTypes = new RareTypes(this.pool);
  }

  /** Has it connect anew: another server may answer. */
  renew(): void {
    this.pool.renew();
  }

  async search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    const { current } = this;
    try {
      const pool = request.askedBy === undefined ? this.pool : this.pool.sharedBy(request.askedBy);
      const prepared = await this.prepare(request, pool);
      const answer = await answerOf(request, prepared, pool, { meanwhile, current });
      if (answer) return answer;
      if (prepared.assumed?.tellsQueue) await current?.();
      const statistics = await this.statistics.of(scoredLexemes(request));
      const known = { ...prepared, statistics, assumed: undefined };
      return (await answerOf(request, known, pool, { meanwhile, current })) as SearchAnswer;
    } catch (error) {
      throw isTimeout(error) ? tookTooLong(error) : error;
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  /**
   * Finds what has to be known of words and patterns before anything can be compiled. Where no statement is needed for that, the statement
   * of the hits itself returns whether rows are still to be written: what it finds is used only if none were.
   */
  private async prepare(request: SearchRequest, pool: SharedPool): Promise<Prepared> {
    const { permission, filter, query, postFilter } = request;
    const queries = [permission, ...filter, query, ...(postFilter ? [postFilter] : [])];
    const isSmall = await this.statistics.isSmall();
    const lexemes = scoredLexemes(request);
    const patterns = patternsIn(queries);
    const begun = begunPhrasesIn(queries);
    const tellsQueue = this.current !== undefined && patterns.length === 0 && begun.length === 0;
    const assumed = areScoresInHits(request) ? this.statistics.assumed(lexemes, tellsQueue) : undefined;
    if (!assumed?.assumed.tellsQueue) await this.current?.();
    const [statistics, rareTypes, expansions] = await Promise.all([
      assumed?.statistics ?? this.statistics.of(lexemes),
      isSmall ? NONE : this.rareTypes.in(filter),
      this.dictionary.expand(patterns, pool),
      this.dictionary.checkBegun(begun),
    ]);
    const shapes = isSmall ? { shapes: this.shapes } : {};
    return { statistics, expansions, rareTypes, assumed: assumed?.assumed, ...shapes };
  }
}

/** Whether scores are nowhere but in the hits, whose statement returns whether they are current. */
function areScoresInHits({ aggregations, size }: SearchRequest): boolean {
  return size > 0 && Object.keys(splitFacets(aggregations).others).length === 0;
}

/** Those that scores are made of. */
function scoredLexemes({ sort, query }: SearchRequest): ReturnType<typeof lexemesIn> {
  return sort.some(({ by }) => by === '_score') ? lexemesIn(query) : new Map();
}
