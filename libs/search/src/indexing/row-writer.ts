import { query, type PreparedStatement, type Transaction } from '@app/database';
import { PostgresSearchIndex } from '../postgres/write/postgres-search-index';
import type { DocumentSource } from './document-source';

/** Documents that are read and written by one set of statements. */
const BLOCK = 1_000;

/**
 * Waits for those who write the same documents now, in one order for everybody. What is read in statements behind this one
 * holds what they committed: of two who change a document at once, the later one writes both changes.
 */
const LOCK: PreparedStatement = {
  name: 'search_lock_rows',
  text: `select node from search_row where node = any($1::bigint[]) order by node for no key update`,
};

/** Brings rows of the index to what the entities are in the transaction. */
export class RowWriter {
  private readonly index = new PostgresSearchIndex();

  constructor(private readonly source: DocumentSource) {}

  /** A node that is gone, or is nothing that is searched, has no row afterwards. */
  async write(tx: Transaction, nodes: readonly string[]): Promise<void> {
    await query(tx, LOCK, [nodes]);
    for (let from = 0; from < nodes.length; from += BLOCK) await this.block(tx, nodes.slice(from, from + BLOCK));
  }

  private async block(tx: Transaction, nodes: readonly string[]): Promise<void> {
    const documents = await this.source.of(tx, nodes);
    const there = new Set(documents.map(({ node }) => node));
    const gone = nodes.filter((node) => !there.has(node));
    if (gone.length) await this.index.remove(tx, gone);
    if (documents.length) await this.index.write(tx, documents);
  }
}
