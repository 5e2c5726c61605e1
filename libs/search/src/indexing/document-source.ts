import { query, type Database, type Transaction } from '@app/database';
import type { IndexedDocument } from '../document/search-document';

/** Makes search documents; fulfilled by the library that knows entities. */
export interface DocumentSource {
  /** The index of each searched type, in the words of requests, with the type: `table_search_index` → `table`. */
  indexes(): ReadonlyMap<string, string>;

  /** Documents of those nodes that are there and are searched, as they are in the transaction. */
  of(tx: Transaction, nodes: readonly string[]): Promise<IndexedDocument[]>;
}

export const DOCUMENT_SOURCE = Symbol('DocumentSource');

const BLOCK = 500;

export interface ReadDocuments {
  readonly version: number;
  readonly documents: readonly IndexedDocument[];
  /** The nodes that were read, searched or not, in order. */
  readonly nodes: readonly string[];
}

/** Every document of the catalog in the order of nodes, each as it is when it is read. */
export async function* catalogDocuments(database: Database, source: DocumentSource): AsyncGenerator<ReadDocuments> {
  let after = '0';
  for (;;) {
    const read = await readBehind(database, source, after);
    if (!read.nodes.length) return;
    yield read;
    after = read.nodes.at(-1) as string;
  }
}

function readBehind(database: Database, source: DocumentSource, after: string): Promise<ReadDocuments> {
  return database.transaction(async (tx) => {
    const [row] = await query<{ version: string }>(tx, `select nextval('search_version')::text as version`);
    const rows = await query<{ node: string }>(
      tx,
      // By the number: `node` alone would be the text of the result.
      `select e.node::text as node from entity e where e.node > $1 order by e.node limit ${BLOCK}`,
      [after],
    );
    const nodes = rows.map(({ node }) => node);
    const documents = [...(await source.of(tx, nodes))].sort((a, b) => (BigInt(a.node) < BigInt(b.node) ? -1 : 1));
    return { version: Number(row?.version), documents, nodes };
  });
}
