import type { Meanwhile, SearchEngine } from '../engine/search-backend';
import { begunPhrasesIn, patternsIn } from '../query/query-parts';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import { Aggregator } from './aggregate/aggregator';
import type { Prepared } from './compile/context';
import { lexemesIn } from './compile/relevance';
import { HitReader } from './hits/hit-reader';
import { PatternDictionary } from './pattern/pattern-dictionary';
import { isTimeout, SearchPool, tookTooLong, type SearchPoolOptions, type SharedPool } from './search-pool';
import { StatementShapes } from './statement-shapes';
import { RareTypes } from './statistics/rare-types';
import { SearchStatistics } from './statistics/search-statistics';

/** In a small catalog each plan is quick. */
const NONE: ReadonlySet<string> = new Set();

/** The engine on PostgreSQL: a request becomes a statement or two over the index in the same database. */
export class PostgresSearchEngine implements SearchEngine {
  private readonly pool: SearchPool;
  private readonly statistics: SearchStatistics;
  private readonly dictionary: PatternDictionary;
  private readonly rareTypes: RareTypes;
  private readonly shapes = new StatementShapes();

  constructor(options: SearchPoolOptions) {
    this.pool = new SearchPool(options);
    this.statistics = new SearchStatistics(this.pool);
    this.dictionary = new PatternDictionary(this.pool);
    this.rareTypes = new RareTypes(this.pool);
  }

  async search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    try {
      const pool = request.askedBy === undefined ? this.pool : this.pool.sharedBy(request.askedBy);
      const prepared = await this.prepare(request, pool);
      const [hits, aggregated] = await Promise.all([
        pool.session((query) => new HitReader(query, request, prepared, meanwhile).hits()),
        inTime(new Aggregator(pool, request, prepared).answer()),
      ]);
      return { ...hits, aggregations: aggregated ?? {}, timedOut: aggregated === undefined };
    } catch (error) {
      throw isTimeout(error) ? tookTooLong(error) : error;
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  /** What has to be known of words and patterns before anything can be compiled. */
  private async prepare(request: SearchRequest, pool: SharedPool): Promise<Prepared> {
    const ranked = request.sort.some(({ by }) => by === '_score');
    const { permission, filter, query, postFilter } = request;
    const queries = [permission, ...filter, query, ...(postFilter ? [postFilter] : [])];
    const isSmall = await this.statistics.isSmall();
    const [statistics, rareTypes, expansions] = await Promise.all([
      this.statistics.of(ranked ? lexemesIn(query) : new Map()),
      isSmall ? NONE : this.rareTypes.in(filter),
      this.dictionary.expand(patternsIn(queries), pool),
      this.dictionary.checkBegun(begunPhrasesIn(queries)),
    ]);
    return { statistics, expansions, rareTypes, ...(isSmall ? { shapes: this.shapes } : {}) };
  }
}

/** Undefined: it timed out; the other results are still returned. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}
