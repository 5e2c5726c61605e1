import type { ErrorDetail } from '@app/common';
import type { SearchAnswer, SearchHit } from './query/search-request';

/** Path → fragments in which `<em>` marks what was found. */
export type Highlight = Readonly<Record<string, readonly string[]>>;

export interface ShownHit extends SearchHit {
  readonly highlight?: Highlight;
}

export interface SearchResult {
  readonly answer: Omit<SearchAnswer, 'hits'> & { readonly hits: readonly ShownHit[] };
  /** The query text that found these hits, where the one that was asked found nothing. */
  readonly rewrittenQuery?: string;
  /** Fields that were asked for and that nothing has. */
  readonly warnings: readonly ErrorDetail[];
  readonly tookMs: number;
}
