import { query } from '@app/database';
import type { Transaction } from '@app/database';
import { Logger } from '@nestjs/common';
import type { RowWriter } from './row-writer';
import { forgetOwnMarks, markReach, ownMarks, reachOf } from './dirty-set';

/** Documents that a transaction writes itself. What it touches beyond them is written by the worker, block by block. */
const MOST = 2_000;

/**
 * The last step of a transaction on the PostgreSQL engine: the documents that it has touched are written in it, so
 * that what is
 * written is found by the next search. Where that fails the marks stay, and the worker tries again: a search failure
 * never blocks a write.
 */
export class WriteBeforeCommit {
  private readonly log = new Logger('Search');

  constructor(
    private readonly writer: RowWriter,
    private readonly most = MOST,
  ) {}

  async run(tx: Transaction): Promise<void> {
    const { most } = this;
    const marks = await ownMarks(tx, most + 1);
    if (!marks.length || marks.length > most) return;
    await query(tx, 'savepoint search');
    try {
      const roots = marks.filter(({ wide }) => wide).map(({ node }) => node);
      const reached = roots.length ? await reachOf(tx, roots, most + 1) : [];
      await this.writer.write(tx, [
        ...new Set([...marks.map(({ node }) => node), ...(reached.length > most ? [] : reached)]),
      ]);
      if (reached.length <= most) return await forgetOwnMarks(tx, 'search');
      await forgetOwnMarks(tx);
      await markReach(tx, roots);
      await query(tx, 'release savepoint search');
    } catch (error) {
      await query(tx, 'rollback to savepoint search');
      this.log.warn(`documents are written later: ${(error as Error).message}`);
    }
  }
}
