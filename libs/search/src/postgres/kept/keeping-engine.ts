import { jsonBytesUpTo } from '@app/common';
import { hash } from 'node:crypto';
import type { Keeping, MadeAnswer, Meanwhile, SearchEngine } from '../../engine/search-backend';
import type { SearchAnswer, SearchRequest } from '../../query/search-request';
import { KeptAnswers } from './kept-answers';
import type { IndexVersion } from './index-version';

/**
 * Keeps the answers of searches that are asked again. A request holds all that its answer follows from: what its caller may see, and the
 * time where the query speaks of it.
 */
export class KeepingEngine implements SearchEngine {
  readonly keeping: Keeping;
  private readonly answers: KeptAnswers;

  /** @param most bytes of all answers as JSON */
  constructor(
    private readonly engine: SearchEngine,
    version: Pick<IndexVersion, 'now'>,
    most: number,
  ) {
    const answers = new KeptAnswers(version, most);
    this.answers = answers;
    this.keeping = { engine, answer: (key, make) => answers.answer(`text ${key}`, make) };
  }

  search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer> {
    return this.answers.answer(keyOf(request), () => this.made(request, meanwhile));
  }

  private async made(request: SearchRequest, meanwhile?: Meanwhile): Promise<MadeAnswer<SearchAnswer>> {
    const value = await this.engine.search(request, meanwhile);
    return value.timedOut ? { value } : { value, sizeUpTo: (most) => jsonBytesUpTo(value, most) };
  }
}

/** Who asks decides only about connections. */
function keyOf({ askedBy: _askedBy, ...request }: SearchRequest): string {
  return hash('sha256', JSON.stringify(request), 'base64');
}
