import { isDeepStrictEqual } from 'node:util';
import { query } from '@app/database';
import type { Database, Transaction } from '@app/database';
import { catalogDocuments } from '../indexing/catalog-documents';
import type { DocumentSource } from '../indexing/document-source';
import type { RowWriter } from '../indexing/row-writer';
import type { IndexReport } from './search-backend';

interface StoredDocument {
  readonly node: string;
  readonly document: unknown;
}

/** Compares the rows of the index with the documents that the catalog gives now, and writes those anew that differ. */
export async function compareRows(database: Database, source: DocumentSource, writer: RowWriter): Promise<IndexReport> {
  const counts = { documents: 0, missing: 0, different: 0, surplus: 0 };
  for await (const { documents, nodes } of catalogDocuments(database, source)) {
    counts.documents += documents.length;
    const stored = await database.transaction((tx) => storedDocuments(tx, nodes));
    const expected = new Map(documents.map(({ node, document }) => [node, document]));
    const missing = documents.filter(({ node }) => !stored.has(node));
    const wrong = [...stored].filter(([node, document]) => !sameJson(document, expected.get(node)));
    counts.missing += missing.length;
    counts.different += wrong.filter(([node]) => expected.has(node)).length;
    counts.surplus += wrong.filter(([node]) => !expected.has(node)).length;
    const mended = [...missing.map(({ node }) => node), ...wrong.map(([node]) => node)];
    if (mended.length) await database.transaction((tx) => writer.write(tx, mended));
  }
  const gone = await database.transaction((tx) => nodesOfNothing(tx));
  if (gone.length) await database.transaction((tx) => writer.write(tx, gone));
  return { ...counts, surplus: counts.surplus + gone.length };
}

async function storedDocuments(tx: Transaction, nodes: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await query<StoredDocument>(
    tx,
    `select node::text as node, document from search_source where node = any($1::bigint[])`,
    [nodes],
  );
  return new Map(rows.map(({ node, document }) => [node, document]));
}

async function nodesOfNothing(tx: Transaction): Promise<string[]> {
  const rows = await query<{ node: string }>(
    tx,
    `select r.node::text as node from search_row r where not exists (select 1 from entity e where e.node = r.node)`,
  );
  return rows.map(({ node }) => node);
}

/** jsonb keeps no order of members. */
function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other === undefined ? undefined : JSON.parse(JSON.stringify(other)));
}
