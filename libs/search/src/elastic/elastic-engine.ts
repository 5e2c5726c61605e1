import { PAGE_BYTES } from '@app/common';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { SearchEngine } from '../backend/search-backend';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import { CircuitBreaker, searchUnavailable } from './client/circuit-breaker';
import { isAway, isTooLarge, searchFailure } from './client/elastic-client';
import { readHit, type RawHit } from './compile/hit';
import { compileRequest } from './compile/request';
import { WordLimit } from './compile/word-limit';
import type { IndexNames } from './mapping/index-name';
import { readAggregations } from './read-aggregation';

/** Extra time beyond the server's own limit before it counts as unavailable, in ms. */
const GRACE_MS = 500;
const LONGEST_MS = 2_000;

type Answer = estypes.SearchResponse<unknown, Record<string, estypes.AggregationsAggregate>>;

function readTotal({ hits }: Answer, { totals }: SearchRequest): Pick<SearchAnswer, 'total'> {
  if (totals === false || typeof hits.total !== 'object') return {};
  const { value, relation } = hits.total;
  return { total: { value, relation: relation === 'gte' ? 'gte' : 'eq' } };
}

function readAnswer(answer: Answer, request: SearchRequest, endsEarly: boolean): SearchAnswer {
  return {
    hits: answer.hits.hits.map((hit) => readHit(hit as RawHit, request)),
    ...readTotal(answer, request),
    maxScore: request.sort[0]?.by === '_score' ? (answer.hits.max_score ?? null) : null,
    aggregations: readAggregations(answer.aggregations ?? {}, request.aggregations),
    endsEarly,
    timedOut: answer.timed_out,
  };
}

/**
 * Searches on Elasticsearch 8 or 9. The server gets a query rebuilt from the bound request, never the caller's text.
 */
export class ElasticEngine implements SearchEngine {
  private readonly breaker = new CircuitBreaker();
  private readonly words: WordLimit;

  /** @param timeoutMs after which an answer is partial, with the hits found so far */
  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
    private readonly timeoutMs = LONGEST_MS,
  ) {
    this.words = new WordLimit(client, names.main, timeoutMs);
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    const limit = this.words.of(request);
    if (limit) await this.call(limit);
    const { answer, size } = await this.page(compileRequest(request, this.timeoutMs), request.size);
    // One shard: if that failed, nothing is there; if its time ran out, what is there may be shown.
    if (answer._shards.failed > 0 && !answer.timed_out) throw searchUnavailable();
    return readAnswer(answer, request, answer.hits.hits.length > 0 && size < request.size);
  }

  /** Whether a search would be answered now. */
  async isReady(): Promise<boolean> {
    try {
      const index = this.names.main;
      return await this.client.indices.existsAlias({ name: index }, { requestTimeout: this.timeoutMs });
    } catch {
      return false;
    }
  }

  /** A page of more than 16 MiB is halved until it is smaller; it has one row at least. */
  private async page(body: estypes.SearchRequest, size: number): Promise<{ answer: Answer; size: number }> {
    try {
      return { answer: await this.ask({ ...body, index: this.names.main, size }, size > 1), size };
    } catch (error) {
      if (!isTooLarge(error)) throw searchFailure(error);
    }
    return this.page(body, Math.floor(size / 2));
  }

  private async ask(body: estypes.SearchRequest, isBounded: boolean): Promise<Answer> {
    const requestTimeout = this.timeoutMs + GRACE_MS;
    const options = { requestTimeout, ...(isBounded && { maxResponseSize: PAGE_BYTES }) };
    return (await this.breaker.call(() => this.client.search(body, options), isAway)) as Answer;
  }

  private async call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.breaker.call(work, isAway);
    } catch (error) {
      throw searchFailure(error);
    }
  }
}
