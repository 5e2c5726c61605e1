import { planOnce, query, type PreparedStatement, type Transaction } from '@app/database';
import { PostgresSearchIndex } from '../postgres/write/postgres-search-index';
import type { DocumentSource } from './document-source';

/** Documents that are read and written by one set of statements. */
const BLOCK = 1_000;
/** So few are read by a plan that is made once: of one document it takes four times as long to make as to run. */
const FEW = 100;

/**
 * Waits for those who write the same documents now, in one order for everybody. What is read in statements behind this one
 * contains what they committed: of two concurrent changes of a document, the later one writes both changes.
 */
const LOCK: PreparedStatement = {
  name: 'search_lock_rows',
  text: `select node from search_row where node = any($1::bigint[]) order by node for no key update`,
};

/** The digests of the rows. Of one without them nothing is known. */
const STORED: PreparedStatement = {
  name: 'search_stored_digests',
  text: `select node::text as node, digests from search_source where node = any($1::bigint[]) and digests is not null`,
};

interface StoredRow {
  readonly node: string;
  readonly digests: Buffer;
}

/** Brings rows of the index to what the entities are in the transaction. */
export class RowWriter {
  private readonly index = new PostgresSearchIndex();

  /** @param relies whether parts that the row has already are not written again */
  constructor(
    private readonly source: DocumentSource,
    private readonly relies = true,
  ) {}

  /** A node that is gone, or is nothing that is searched, has no row afterwards. */
  async write(tx: Transaction, nodes: readonly string[]): Promise<void> {
    const locked = Promise.all([nodes.length <= FEW && planOnce(tx), query(tx, LOCK, [nodes])]);
    // What is sent behind it fails with it.
    locked.catch(() => undefined);
    for (let from = 0; from < nodes.length; from += BLOCK) await this.block(tx, nodes.slice(from, from + BLOCK));
    await locked;
  }

  /** The first one reads in the packet of the lock, in statements behind it. */
  private async block(tx: Transaction, nodes: readonly string[]): Promise<void> {
    const [documents, stored] = await Promise.all([this.source.of(tx, nodes), this.stored(tx, nodes)]);
    const there = new Set(documents.map(({ node }) => node));
    const gone = nodes.filter((node) => !there.has(node));
    if (gone.length) await this.index.remove(tx, gone);
    if (documents.length) await this.index.write(tx, documents, stored);
  }

  private async stored(tx: Transaction, nodes: readonly string[]): Promise<Map<string, Buffer>> {
    const rows = this.relies ? await query<StoredRow>(tx, STORED, [nodes]) : [];
    return new Map(rows.map(({ node, digests }) => [node, digests]));
  }
}
