import type { Transaction } from '@app/database';
import type { IndexedDocument } from '../document/search-document';

/** An index in the database itself, written in the transaction of what it shows. */
export interface RowIndex {
  write(tx: Transaction, documents: readonly IndexedDocument[]): Promise<void>;
  remove(tx: Transaction, nodes: readonly string[]): Promise<void>;
}
