import { run, runPrepared } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { IndexedDocument } from '../../document/search-document';
import { searchRow } from '../row/search-row';
import type { SearchRow } from '../row/search-row';
import type { DictionaryTerm } from '../row/text-parts';
import { KnownTerms } from './known-terms';
import { DELETE_ROWS, INSERT_TERMS, UPSERT_ROWS } from './write-statement';

/** The index in PostgreSQL: written in the transaction of whatever changed, so that the next search finds it. */
@Injectable()
export class PostgresSearchIndex {
  private readonly logger = new Logger('PostgresSearchIndex');
  private readonly terms = new KnownTerms();

  /** Documents of these nodes, new or changed; of each node at most one. One statement, and one more where they have new words. */
  async write(tx: Transaction, documents: readonly IndexedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const rows = documents.map(searchRow);
    for (const row of rows) if (row.trimmed.length > 0) this.tellTrimmed(row);
    await this.writeTerms(tx, rows);
    await runPrepared(tx, UPSERT_ROWS, [JSON.stringify(rows.map(({ columns }) => columns))]);
  }

  /** Nodes that are not there are passed over. */
  async remove(tx: Transaction, nodes: readonly string[]): Promise<void> {
    if (nodes.length > 0) await run(tx, DELETE_ROWS, [nodes]);
  }

  private async writeTerms(tx: Transaction, rows: readonly SearchRow[]): Promise<void> {
    const unknown = this.terms.unknown(rows.flatMap(({ terms }) => terms));
    if (unknown.length === 0) return;
    const added = await runPrepared<DictionaryTerm & object>(tx, INSERT_TERMS, [JSON.stringify(unknown)]);
    this.terms.sent(tx, unknown, added);
  }

  private tellTrimmed({ columns, trimmed }: SearchRow): void {
    this.logger.warn(
      `Document ${String(columns['id'])} is wider than an index row: ${trimmed.join(', ')} found by words as far as 1 MB reaches, by phrases up to position 16383`,
    );
  }
}
