import { setImmediate } from 'node:timers/promises';
import { binaryArray, booleanArray, query, type PreparedStatement, type Transaction } from '@app/database';
import { Logger } from '@nestjs/common';
import type { IndexedDocument } from '../../document/search-document';
import { RowMaker } from '../row/row-maker';
import type { StoredRow } from '../row/search-row';
import type { DictionaryTerm } from '../row/text-parts';
import { KnownTerms } from './known-terms';
import { PUT_ROWS, rowArrays, type StoredDigests } from './row-statement';

/** While a long document is analysed the session does nothing, and would be ended for it; a statement now and then, in ms. */
const BEAT_MS = 3_000;
/** How long rows are made without a pause, in ms: of usual documents five or so. */
const TURN_MS = 0.5;
/** Rows of a statement: a transaction of many is made and stored at the same time. */
const BLOCK = 25;

/** $1: fields, $2: terms, $3: whether each is a whole chunk. Gives those that were not there. */
const INSERT_TERMS: PreparedStatement = {
  name: 'search_insert_terms',
  text: `select field, term, whole from search_add_terms($1, $2, $3)`,
};

const DELETE_ROWS = `delete from search_row where node = any($1::bigint[])`;

export class PostgresSearchIndex {
  private readonly logger = new Logger('PostgresSearchIndex');
  private readonly terms = new KnownTerms();
  private readonly rows = new RowMaker();

  /**
   * Documents of these nodes, new or changed; of each node at most one. A statement for each block of rows, and one more where
   * they have new words: after all rows, so that writers wait for rows first and for words then, never in a circle.
   * @param stored content of rows that the transaction has locked: it is not written again
   */
  async write(
    tx: Transaction,
    documents: readonly IndexedDocument[],
    stored: StoredDigests = new Map(),
  ): Promise<void> {
    let unknown: DictionaryTerm[] = [];
    let sent: Promise<unknown> = Promise.resolve();
    for (const block of blocksOf(documents)) {
      // While the database takes the block before.
      const rows = await this.rowsOf(tx, block);
      for (const row of rows) if (row.trimmed.length > 0) this.tellTrimmed(row);
      unknown = unknown.concat(this.terms.unknown(rows.flatMap(({ terms }) => terms)));
      await sent;
      sent = query(tx, PUT_ROWS, rowArrays(rows, stored));
      // It is awaited below; if the next block fails first, a rejection of this one would be unhandled.
      sent.catch(() => undefined);
    }
    await sent;
    await this.writeTerms(tx, unknown);
  }

  /** Missing nodes are ignored. */
  async remove(tx: Transaction, nodes: readonly string[]): Promise<void> {
    if (nodes.length > 0) await query(tx, DELETE_ROWS, [nodes]);
  }

  private async writeTerms(tx: Transaction, terms: readonly DictionaryTerm[]): Promise<void> {
    const unknown = this.terms.unknown([terms]);
    if (unknown.length === 0) return;
    const values = [
      ...[unknown.map(({ field }) => field), unknown.map(({ term }) => term)].map((each) => binaryArray('text', each)),
      booleanArray(unknown.map(({ whole }) => whole)),
    ];
    const added = await query<DictionaryTerm & object>(tx, INSERT_TERMS, values);
    this.terms.sent(tx, unknown, added);
  }

  /** In short slices: meanwhile the previous block is sent, and other work of the process runs. */
  private async rowsOf(tx: Transaction, documents: readonly IndexedDocument[]): Promise<StoredRow[]> {
    const rows: StoredRow[] = [];
    // eslint-disable-next-line house/one-of-each-tool -- on the way of every write, where a timer is all that it may cost
    const beat = setInterval(() => void query(tx, 'select 1').catch(() => undefined), BEAT_MS);
    try {
      let began = -Infinity;
      for (const document of documents) {
        if (documents.length > 1 && performance.now() - began > TURN_MS) {
          await setImmediate();
          began = performance.now();
        }
        rows.push(await this.rows.row(document));
      }
    } finally {
      clearInterval(beat);
    }
    return rows;
  }

  private tellTrimmed({ id, trimmed }: StoredRow): void {
    this.logger.warn(
      `Document ${id} is wider than an index row: ${trimmed.join(', ')} found by words as far as 1 MB reaches, by phrases up to position 16383`,
    );
  }
}

/** In the order of their nodes, so that two writers never wait for each other in a circle. */
function* blocksOf(documents: readonly IndexedDocument[]): Generator<readonly IndexedDocument[]> {
  const inOrder = [...documents].sort((a, b) => Number(BigInt(a.node) - BigInt(b.node)));
  for (let from = 0; from < inOrder.length; from += BLOCK) yield inOrder.slice(from, from + BLOCK);
}
