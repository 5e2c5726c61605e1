import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Meanwhile, SearchEngine } from '../../engine/search-backend';
import type { SearchAnswer, SearchRequest } from '../../query/search-request';
import type { IndexVersion } from '../kept/index-version';
import { NOT_IN_MEMORY } from './document-sets';
import type { IndexLoader, LoadedIndex } from './index-loader';
import { answerInMemory } from './memory-answer';

/** How long an index that was changed is left alone before it is loaded, in ms. */
const REST_MS = 1_000;
/** How much longer than it took to load, so that a catalog that is written all the time is not loaded all the time. */
const REST_TIMES = 20;
/** How long an index that takes too much memory, or cannot be read, is not tried again, in ms. */
const LONG_REST_MS = 60_000;

const searches = new Counter({
  name: 'searches_total',
  help: 'Searches that were done, since their answer was not kept, by what did them: memory, or postgresql',
  labelNames: ['by'] as const,
});

/**
 * Answers searches of a small catalog in the process, from an index that was loaded from PostgreSQL. Each search asks there whether the
 * index is still the same, so that no answer is older than its request; where it is not, or the query is of a kind that is not done in
 * memory, PostgreSQL searches.
 */
export class MemoryEngine implements SearchEngine {
  private readonly log = new Logger('Search');
  private loaded: LoadedIndex | undefined;
  private isLoading = false;
  private restUntil = 0;
  private tookMs = 0;
  private isClosed = false;

  constructor(
    private readonly engine: SearchEngine,
    private readonly version: Pick<IndexVersion, 'now'>,
    private readonly loader: Pick<IndexLoader, 'load'>,
  ) {}

  async search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    if (!this.loaded) this.loadWhereDue();
    const answer = this.loaded && (await this.searchIn(this.loaded, request, meanwhile));
    searches.inc({ by: answer ? 'memory' : 'postgresql' });
    return answer ?? this.engine.search(request, meanwhile);
  }

  /** Nothing is loaded from now on. */
  close(): void {
    this.isClosed = true;
    this.loaded = undefined;
  }

  /** Undefined: PostgreSQL has to search. Hits are worked on while it is asked for the version. */
  private async searchIn(
    loaded: LoadedIndex,
    request: SearchRequest,
    meanwhile: Meanwhile | undefined,
  ): Promise<SearchAnswer | undefined> {
    const answer = answered(loaded, request);
    if (!answer) return undefined;
    // Where it cannot be asked, the search meets the same outage and says what it is.
    const asked = this.version.now().catch(() => undefined);
    await setImmediate();
    await meanwhile?.(answer.hits);
    if ((await asked) === loaded.version) return answer;
    if (this.loaded === loaded) {
      this.loaded = undefined;
      this.restAsChanged();
    }
    return undefined;
  }

  private loadWhereDue(): void {
    if (this.isLoading || this.isClosed || performance.now() < this.restUntil) return;
    this.isLoading = true;
    void this.load().finally(() => {
      this.isLoading = false;
    });
  }

  private async load(): Promise<void> {
    const began = performance.now();
    try {
      const loaded = await this.loader.load();
      this.tookMs = performance.now() - began;
      if (loaded === 'too large') this.rest(LONG_REST_MS);
      else if (loaded === 'changed') this.restAsChanged();
      else if (!this.isClosed) this.loaded = loaded;
    } catch (error) {
      this.rest(LONG_REST_MS);
      if (!this.isClosed) this.log.warn(`searches are left to PostgreSQL: ${String(error)}`);
    }
  }

  private restAsChanged(): void {
    this.rest(Math.max(REST_MS, REST_TIMES * this.tookMs));
  }

  private rest(ms: number): void {
    this.restUntil = performance.now() + ms;
  }
}

function answered({ index }: LoadedIndex, request: SearchRequest): SearchAnswer | undefined {
  try {
    return answerInMemory(index, request);
  } catch (error) {
    if (error === NOT_IN_MEMORY) return undefined;
    throw error;
  }
}
