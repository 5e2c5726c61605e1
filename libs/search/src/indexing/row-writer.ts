import { query, type Database, type LastStatements, type PreparedStatement, type Transaction } from '@app/database';
import { Logger } from '@nestjs/common';
import { PostgresSearchIndex } from '../postgres/write/postgres-search-index';
import {
  forgetOwnMarks,
  markAgain,
  markReach,
  ownMarks,
  reachOf,
  spreadWideMarks,
  takeMarks,
  type DirtyEntry,
} from './dirty-set';
import type { DocumentSource } from './document-source';

const log = new Logger('Search');

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

  /**
   * As `write`, of few nodes whose rows are locked already, and forgets the marks of the transaction: the last of its statements.
   * It is sent and does not fail.
   */
  async writeMarked(tx: Transaction, nodes: readonly string[]): Promise<LastStatements> {
    const documents = await this.source.of(tx, nodes);
    const there = new Set(documents.map(({ node }) => node));
    return this.index.writeMarked(
      tx,
      documents,
      nodes.filter((node) => !there.has(node)),
    );
  }

  private async block(tx: Transaction, nodes: readonly string[]): Promise<void> {
    const documents = await this.source.of(tx, nodes);
    const there = new Set(documents.map(({ node }) => node));
    const gone = nodes.filter((node) => !there.has(node));
    if (gone.length) await this.index.remove(tx, gone);
    if (documents.length) await this.index.write(tx, documents);
  }
}

/** Documents that a transaction writes itself. What it touches beyond them is written by the worker, block by block. */
export const MOST_IN_TRANSACTION = 2_000;
/** Documents that are written by one statement together with all that follows from them. */
const FEW = 25;

/**
 * The last step of a transaction: the documents that it has touched are written in it, so that what is written is found by the
 * next search. Where that fails the marks stay, and the worker tries again: a search failure never blocks a write.
 *
 * @param most documents; a transaction that has touched more leaves all of them to the worker
 * @param known its marks, where they have been read already: up to one more than `most`
 */
export async function writeBeforeCommit(
  tx: Transaction,
  writer: RowWriter,
  most = MOST_IN_TRANSACTION,
  known?: readonly DirtyEntry[],
): Promise<LastStatements | void> {
  const marks = known ?? (await ownMarks(tx, most + 1));
  if (!marks.length || marks.length > most) return;
  // What is read next goes out with it; if it fails, so does that.
  const saved = query(tx, 'savepoint search');
  saved.catch(() => undefined);
  try {
    if (marks.length <= FEW && !marks.some(({ wide }) => wide))
      return await writer.writeMarked(
        tx,
        marks.map(({ node }) => node),
      );
    const roots = marks.filter(({ wide }) => wide).map(({ node }) => node);
    const reached = roots.length ? await reachOf(tx, roots, most + 1) : [];
    const isAll = reached.length <= most;
    await writer.write(tx, [...new Set([...marks.map(({ node }) => node), ...(isAll ? reached : [])])]);
    await forgetOwnMarks(tx);
    if (!isAll) await markReach(tx, roots);
    await query(tx, 'release savepoint search');
  } catch (error) {
    await query(tx, 'rollback to savepoint search');
    log.warn(`documents are written later: ${(error as Error).message}`);
  }
}

const DRAINED_AT_ONCE = 500;

/**
 * Writes the documents that transactions left marked: too many for one, written by a program without search, or failed.
 * @returns whether there may be more
 */
export async function drainMarks(database: Database, writer: RowWriter): Promise<boolean> {
  await database.transaction((tx) => spreadWideMarks(tx, true));
  try {
    return (await drainBlock(database, writer, DRAINED_AT_ONCE)) === DRAINED_AT_ONCE;
  } catch (error) {
    log.warn(`a block of documents is not written, now one by one: ${(error as Error).message}`);
    for (let i = 0; i < DRAINED_AT_ONCE && (await drainOne(database, writer)); i++);
    return false;
  }
}

/** Returns how many documents it were. */
function drainBlock(database: Database, writer: RowWriter, most: number): Promise<number> {
  return database.transaction(async (tx) => {
    const nodes = await takeMarks(tx, most);
    if (nodes.length) await writer.write(tx, nodes);
    return nodes.length;
  });
}

/** A document that cannot be written must not keep the others waiting: it goes to the end of the queue. */
async function drainOne(database: Database, writer: RowWriter): Promise<boolean> {
  try {
    return (await drainBlock(database, writer, 1)) > 0;
  } catch (error) {
    log.error(`a document is not written: ${(error as Error).message}`);
    await database.transaction(async (tx) => markAgain(tx, await takeMarks(tx, 1)));
    return true;
  }
}
