import { query, type Database, type LastStatements, type PreparedStatement, type Transaction } from '@app/database';
import { Logger } from '@nestjs/common';
import type { IndexedDocument } from '../document/search-document';
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

  documents(tx: Transaction, nodes: readonly string[]): Promise<IndexedDocument[]> {
    return this.source.of(tx, nodes);
  }

  /**
   * As `write`, of few nodes whose rows are locked already, and forgets the marks of the transaction: the last of its statements.
   * It is sent and does not fail.
   */
  async writeMarked(
    tx: Transaction,
    nodes: readonly string[],
    documents: readonly IndexedDocument[],
  ): Promise<LastStatements> {
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
const SAVEPOINT = 'savepoint search';

/** What a transaction has marked, as far as it was read along with its last statements. */
export interface MarkedDocuments {
  /** Up to one more than a transaction writes. */
  readonly marks: readonly DirtyEntry[];
  /** Of the first few of the marked nodes, read behind a savepoint; absent where they were not asked for. */
  readonly documents?: Promise<IndexedDocument[]>;
}

/**
 * Sends at once what `writeBeforeCommit` begins with: no answer is waited for in between. The rows of the documents are locked by the
 * first statement, and the documents read by the last.
 *
 * @param isWritten whether searched entities were written; otherwise it only makes sure that nothing was marked
 */
export async function lookAtMarks(
  tx: Transaction,
  source: DocumentSource,
  most: number,
  isWritten: boolean,
): Promise<MarkedDocuments> {
  const marks = ownMarks(tx, most + 1);
  if (!isWritten) return { marks: await marks };
  const saved = query(tx, SAVEPOINT);
  const documents = source.ofMarked(tx, FEW);
  // Where it fails, so does the last step, which goes back to the savepoint.
  documents.catch(() => undefined);
  const [found] = await Promise.all([marks, saved]);
  return { marks: found, documents };
}

/**
 * The last step of a transaction: the documents that it has touched are written in it, so that what is written is found by the
 * next search. Where that fails the marks stay, and the worker tries again: a search failure never blocks a write.
 *
 * @param most documents; a transaction that has touched more leaves all of them to the worker
 * @param known what was read of its marks already, by `lookAtMarks`
 */
export async function writeBeforeCommit(
  tx: Transaction,
  writer: RowWriter,
  most = MOST_IN_TRANSACTION,
  known?: MarkedDocuments,
): Promise<LastStatements | void> {
  const marks = known?.marks ?? (await ownMarks(tx, most + 1));
  const read = known?.documents;
  if (!read) {
    if (!marks.length || marks.length > most) return;
    // What is read next goes out with it; if it fails, so does that.
    query(tx, SAVEPOINT).catch(() => undefined);
  }
  try {
    const before = await read;
    if (!marks.length || marks.length > most) return;
    if (marks.length <= FEW && !marks.some(({ wide }) => wide)) {
      const nodes = marks.map(({ node }) => node);
      return await writer.writeMarked(tx, nodes, before ?? (await writer.documents(tx, nodes)));
    }
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
