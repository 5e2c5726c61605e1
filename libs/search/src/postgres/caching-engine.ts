import { hash } from 'node:crypto';
import { jsonBytesUpTo, RevalidatingCache, type CacheMemory, type Version } from '@app/common';
import type { AnswerCache, MadeAnswer, Meanwhile, SearchEngine } from '../engine/search-backend';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import type { IndexVersion } from './index-version';

/** How long nothing is cached or looked up after the index was found to have changed, in ms: what was cached would be asked for in vain. */
const UNREST_MS = 1_000;

/** Caches what is made by searches that are asked for again. It follows from the index, of which the version is asked for before it is searched. */
export class CachingEngine implements SearchEngine {
  readonly cache: AnswerCache;
  private readonly answers: RevalidatingCache<unknown>;
  private newest: Version;
  private restlessUntil = -Infinity;

  constructor(
    private readonly engine: SearchEngine,
    private readonly version: Pick<IndexVersion, 'now'>,
    memory: CacheMemory,
  ) {
    this.answers = new RevalidatingCache(memory, {
      name: 'searches',
      sizeOf: (value, most) => (typeof value === 'string' ? value.length : jsonBytesUpTo(value as object, most)),
      // What is asked once in a while gains nothing.
      fromUse: 2,
    });
    this.cache = { engine, answer: (key, make) => this.answer(`text ${key}`, make) };
  }

  /** Searches; the answer for a caller from whom something is hidden is not cached. */
  search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    if (request.permission.kind !== 'all') return this.engine.search(request, meanwhile);
    return this.answer(keyOf(request), async () => {
      const value = await this.engine.search(request, meanwhile);
      return { value, isCacheable: !value.timedOut };
    });
  }

  private async answer<Value>(key: string, make: () => Promise<MadeAnswer<Value>>): Promise<Value> {
    let asked: Promise<Version> | undefined;
    const version = (): Promise<Version> => (asked ??= this.quietVersion());
    const answer = await this.answers.get(key, {
      version,
      load: async (isCached) => {
        const before = isCached ? await version() : undefined;
        const { value, isCacheable } = await make();
        return { value, version: isCacheable ? before : undefined, sight: 'all' };
      },
    });
    return answer as Value;
  }

  /** Undefined where the index is being changed. */
  private async quietVersion(): Promise<Version> {
    if (performance.now() < this.restlessUntil) return undefined;
    // A search meets the same outage, and says what it is.
    const version = await this.version.now().catch(() => undefined);
    const isChanged = this.newest !== undefined && version !== this.newest;
    if (isChanged) this.restlessUntil = performance.now() + UNREST_MS;
    if (version !== undefined) this.newest = version;
    return isChanged ? undefined : version;
  }
}

/** The key of a request, without the caller, which decides only about connections. */
function keyOf({ askedBy: _askedBy, ...request }: SearchRequest): string {
  return hash('sha256', JSON.stringify(request), 'base64');
}
