import { hash } from 'node:crypto';
import { jsonBytesUpTo, RevalidatingCache, type CacheMemory, type Version } from '@app/common';
import type { AskVersion } from '@app/database';
import type { AnswerCache, MadeAnswer, Meanwhile, SearchEngine } from '../backend/search-backend';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import type { IndexVersion } from './index-version';

/** Caches what is made by searches that are asked for again. It follows from the index, of which the version is asked for before it is searched. */
export class CachingEngine implements SearchEngine {
  readonly cache: AnswerCache;
  private readonly answers: RevalidatingCache<unknown>;

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
    this.cache = { engine, answer: (key, make, ask) => this.answer(`text ${key}`, make, ask) };
  }

  /** Searches; the answer for a caller from whom something is hidden is not cached. */
  search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    if (request.permission.kind !== 'all') return this.engine.search(request, meanwhile);
    return this.answer(keyOf(request), async () => {
      const value = await this.engine.search(request, meanwhile);
      return { value, isCacheable: !value.timedOut };
    });
  }

  private async answer<Value>(key: string, make: () => Promise<MadeAnswer<Value>>, ask?: AskVersion): Promise<Value> {
    let asked: Promise<Version> | undefined;
    // A search meets the same outage, and says what it is.
    const version = (): Promise<Version> => (asked ??= this.version.now(ask).catch(() => undefined));
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
}

/** The key of a request, without the caller, which decides only about connections. */
function keyOf({ askedBy: _askedBy, ...request }: SearchRequest): string {
  return hash('sha256', JSON.stringify(request), 'base64');
}
