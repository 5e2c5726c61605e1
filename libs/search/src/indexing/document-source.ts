import type { Transaction } from '@app/database';
import type { IndexedDocument } from '../document/search-document';

/** Makes search documents; fulfilled by the library that knows entities. */
export interface DocumentSource {
  /** The index of each searched type, in the words of requests, with the type: `table_search_index` → `table`. */
  indexes(): ReadonlyMap<string, string>;

  /** Documents of those nodes that are there and are searched, as they are in the transaction. */
  of(tx: Transaction, nodes: readonly string[]): Promise<IndexedDocument[]>;
}

export const DOCUMENT_SOURCE = Symbol('DocumentSource');
