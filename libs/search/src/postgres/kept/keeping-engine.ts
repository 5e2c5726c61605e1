import { jsonBytesUpTo, MostUsed } from '@app/common';
import { hash } from 'node:crypto';
import type { Meanwhile, SearchEngine } from '../../engine/search-backend';
import type { SearchAnswer, SearchRequest } from '../../query/search-request';
import type { IndexVersion } from './index-version';

interface KeptSearch {
  readonly answer: SearchAnswer;
  /** Of the index, before it was searched. */
  readonly version: string;
  /** Bytes of the answer as JSON. */
  readonly size: number;
}

/** Of all that is kept, what one answer may take at most. */
const LARGEST_SHARE = 1 / 16;
/** How long nothing is kept or looked up after the index was found to have changed, in ms. */
const UNREST_MS = 1_000;

/**
 * Keeps the answers of searches that are asked again, each with the version of the index that it was made of. Before one is given the
 * database is asked whether the index still has that version, so none is older than its request. A request holds all that its answer
 * follows from: what its caller may see, and the time where the query speaks of it.
 */
export class KeepingEngine implements SearchEngine {
  private readonly kept: MostUsed<KeptSearch>;
  private readonly largest: number;
  private newest: string | undefined;
  private restlessUntil = -Infinity;

  /** @param most bytes of all answers as JSON */
  constructor(
    private readonly engine: SearchEngine,
    private readonly version: Pick<IndexVersion, 'now'>,
    most: number,
  ) {
    this.largest = most * LARGEST_SHARE;
    this.kept = new MostUsed({ most, largest: this.largest, sizeOf: ({ size }) => size });
  }

  async search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    const key = keyOf(request);
    const kept = this.kept.get(key);
    // What is asked once in a while gains nothing.
    if (this.kept.usesOf(key) < 2) return this.engine.search(request, meanwhile);
    const version = await this.quietVersion();
    if (version === undefined) return this.engine.search(request, meanwhile);
    if (kept?.version === version) return kept.answer;
    const answer = await this.engine.search(request, meanwhile);
    if (!answer.timedOut) this.kept.set(key, { answer, version, size: jsonBytesUpTo(answer, this.largest) });
    return answer;
  }

  /** Undefined where the index is being changed: what was kept would be asked for in vain. */
  private async quietVersion(): Promise<string | undefined> {
    if (performance.now() < this.restlessUntil) return undefined;
    // A search meets the same outage, and says what it is.
    const version = await this.version.now().catch(() => undefined);
    const isChanged = this.newest !== undefined && version !== this.newest;
    if (isChanged) this.restlessUntil = performance.now() + UNREST_MS;
    if (version !== undefined) this.newest = version;
    return isChanged ? undefined : version;
  }
}

/** Who asks decides only about connections. */
function keyOf({ askedBy: _askedBy, ...request }: SearchRequest): string {
  return hash('sha256', JSON.stringify(request), 'base64');
}
