import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { IndexedDocument } from '../../document/search-document';
import { searchRow } from '../row/search-row';
import type { SearchRow } from '../row/search-row';
import { DELETE_ROWS, INSERT_TERMS, UPSERT_ROWS } from './write-statement';

/** The index in PostgreSQL: written in the transaction of whatever changed, so that the next search finds it. */
@Injectable()
export class PostgresSearchIndex {
  private readonly logger = new Logger('PostgresSearchIndex');

  /** Documents of these nodes, new or changed; of each node at most one. Two statements, however many they are. */
  async write(tx: Transaction, documents: readonly IndexedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const rows = documents.map(searchRow);
    for (const row of rows) if (row.trimmed.length > 0) this.tellTrimmed(row);
    await run(tx, INSERT_TERMS, [JSON.stringify(distinctTerms(rows))]);
    await run(tx, UPSERT_ROWS, [JSON.stringify(rows.map(({ columns }) => columns))]);
  }

  /** Nodes that are not there are passed over. */
  async remove(tx: Transaction, nodes: readonly string[]): Promise<void> {
    if (nodes.length > 0) await run(tx, DELETE_ROWS, [nodes]);
  }

  private tellTrimmed({ columns, trimmed }: SearchRow): void {
    this.logger.warn(
      `Document ${String(columns['id'])} is wider than an index row: ${trimmed.join(', ')} found by words as far as 1 MB reaches, by phrases up to position 16383`,
    );
  }
}

function distinctTerms(rows: readonly SearchRow[]): object[] {
  const distinct = new Map<string, object>();
  for (const { terms } of rows)
    for (const each of terms) distinct.set(`${each.field}:${each.whole ? 'w' : 'p'}:${each.term}`, each);
  return [...distinct.values()];
}
