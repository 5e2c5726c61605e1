import type { estypes } from '@elastic/elasticsearch';

/** Where a hit's document stands in what is stored. */
export const DOCUMENT = 'document';

/** `_source` of a request for these paths of documents. */
export function compileSource(source: boolean | readonly string[]): estypes.SearchSourceConfig {
  if (typeof source === 'boolean') return source ? [DOCUMENT] : false;
  return source.map((path) => `${DOCUMENT}.${path}`);
}
