import type { Failpoints } from '@app/common';
import { run } from '@app/database';
import type { Database, Transaction } from '@app/database';
import type { ElasticIndex } from '../elastic/write/elastic-index';
import type { DocumentSource } from '../marks/document-source';
import { forgetMarks, oldestMarks, spreadWideMarks } from '../marks/search-marks';
import type { IndexRound } from './index-round';

const BLOCK = 500;

/** Any constant that no other program uses: spells "find". */
const RELAY_LOCK = 0x66696e64;

/**
 * Carries marked documents to an index outside. One relay at a time, whatever the number of workers: the number of a reading and
 * the reading are one step, so that of two states of a document the later one has the greater number. A mark goes when the index
 * has confirmed what it stands for; a crash in between sends the same state again.
 */
export class OutboxRelay implements IndexRound {
  constructor(
    private readonly database: Database,
    private readonly source: DocumentSource,
    private readonly index: Pick<ElasticIndex, 'write' | 'remove'>,
    private readonly failpoints: Failpoints,
  ) {}

  run(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await isFirst(tx))) return false;
      await spreadWideMarks(tx, false);
      const marks = await oldestMarks(tx, BLOCK);
      if (!marks.length) return false;
      await this.carry(tx, [...new Set(marks.map(({ node }) => node))]);
      await this.failpoints.pass('after-index-before-forget');
      await forgetMarks(tx, marks);
      await this.failpoints.pass('after-forget-before-commit');
      return marks.length === BLOCK;
    });
  }

  private async carry(tx: Transaction, nodes: readonly string[]): Promise<void> {
    const version = await nextVersion(tx);
    const documents = await this.source.of(tx, nodes);
    const there = new Set(documents.map(({ node }) => node));
    const gone = nodes.filter((node) => !there.has(node));
    if (documents.length) {
      const versioned = documents.map((document) => ({ ...document, version }));
      await this.index.write(versioned, { visible: true });
    }
    if (gone.length) {
      const versioned = gone.map((node) => ({ node, version }));
      await this.index.remove(versioned, { visible: true });
    }
  }
}

async function nextVersion(tx: Transaction): Promise<number> {
  const [row] = await run<{ version: string }>(tx, `select nextval('search_version')::text as version`);
  return Number(row?.version);
}

async function isFirst(tx: Transaction): Promise<boolean> {
  const [row] = await run<{ first: boolean }>(tx, `select pg_try_advisory_xact_lock($1) as first`, [RELAY_LOCK]);
  return row?.first === true;
}
