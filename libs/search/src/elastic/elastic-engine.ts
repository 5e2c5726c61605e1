import { PAGE_BYTES } from '@app/common';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { SearchEngine } from '../backend/search-backend';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import { CircuitBreaker, searchUnavailable } from './client/circuit-breaker';
import { isAway, isTooLarge, searchFailure } from './client/server-faults';
import { readHit, type RawHit } from './compile/hit';
import { compileRequest } from './compile/request';
import { WordLimit } from './compile/word-limit';
import type { IndexLayout } from './mapping/index-mapping';
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
 * Searches on Elasticsearch or OpenSearch. The server gets a query rebuilt from the bound request, never the caller's text.
 */
export class ElasticEngine implements SearchEngine {
  private readonly breaker = new CircuitBreaker();
  private readonly words: WordLimit;
  /** Whether the index had several shards when it was last asked; before that, what its layout says. */
  private isSpread: boolean;

  /** @param timeoutMs after which an answer is partial, with the hits found so far */
  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
    private readonly timeoutMs = LONGEST_MS,
    { shards = 1 }: IndexLayout = {},
  ) {
    this.isSpread = shards > 1;
    this.words = new WordLimit(client, names.main, timeoutMs);
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    const limit = this.words.of(request, this.isSpread);
    if (limit) await this.call(limit);
    const { answer, size } = await this.answered(request);
    // Without one of its shards an answer would be wrong; if the time ran out, what is there may be shown.
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

  /** Asks once more where scores were made from the statistics of single shards: the index was made with other settings than the last one. */
  private async answered(request: SearchRequest): Promise<{ answer: Answer; size: number }> {
    const { isSpread } = this;
    const page = await this.page(compileRequest(request, this.timeoutMs, isSpread), request.size);
    this.isSpread = page.answer._shards.total > 1;
    return this.isSpread && !isSpread ? this.answered(request) : page;
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
