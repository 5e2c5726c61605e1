import { query, type Transaction } from '@app/database';

/** Entities whose documents are rewritten per statement. */
const BATCH = 500;

/** The two halves of a stored document; changed in place. */
export interface StoredRow {
  readonly node: string;
  readonly type: string;
  readonly fqn: string;
  readonly body: Record<string, unknown>;
  readonly details: Record<string, unknown>;
}

/** Rewrites what documents repeat of other entities, so that reads pass them through unparsed. Versions do not change. */
export async function rewriteDocuments(
  tx: Transaction,
  nodes: readonly string[],
  change: (document: Record<string, unknown>, row: StoredRow) => void,
): Promise<void> {
  for (let from = 0; from < nodes.length; from += BATCH) {
    const rows = await query<StoredRow>(
      tx,
      `select node, type, fqn, body, details from entity where node = any($1) order by node for no key update`,
      [nodes.slice(from, from + BATCH)],
    );
    for (const row of rows) for (const document of [row.body, row.details]) change(document, row);
    await query(
      tx,
      `update entity e set body = n.body, details = n.details
         from unnest($1::bigint[], $2::jsonb[], $3::jsonb[]) n(node, body, details) where e.node = n.node`,
      [
        rows.map(({ node }) => node),
        rows.map(({ body }) => JSON.stringify(body)),
        rows.map(({ details }) => JSON.stringify(details)),
      ],
    );
  }
}
