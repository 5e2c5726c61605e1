import type { Failpoints } from '@app/common';
import { query, type Database, type Transaction } from '@app/database';
import type { ElasticIndex } from '../elastic/write/elastic-index';
import { removeEntries, oldestEntries, spreadWideEntries } from '../backend/dirty-set';
import type { DocumentSource } from './document-source';

const BLOCK = 500;

/** Advisory lock id; any constant unused by other programs. "find" in ASCII. */
const POLLER_LOCK = 0x66696e64;

/**
 * Carries queued documents to an index outside. One poller runs at a time, whatever the number of workers: a read and
 * its version number are taken in one step, so that the later state of a document has the greater version. An entry is
 * deleted when the index has confirmed its document; after a crash in between the same state is sent again.
 */
export class OutboxPoller {
  constructor(
    private readonly database: Database,
    private readonly source: DocumentSource,
    private readonly index: Pick<ElasticIndex, 'write' | 'remove'>,
    private readonly failpoints: Failpoints,
  ) {}

  run(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await isFirst(tx))) return false;
      await spreadWideEntries(tx);
      const entries = await oldestEntries(tx, BLOCK);
      if (!entries.length) return false;
      await this.carry(tx, [...new Set(entries.map(({ node }) => node))]);
      await this.failpoints.pass('after-index-before-forget');
      await removeEntries(tx, entries);
      await this.failpoints.pass('after-forget-before-commit');
      return entries.length === BLOCK;
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
  const [row] = await query<{ version: string }>(tx, `select nextval('search_version')::text as version`);
  return Number(row?.version);
}

async function isFirst(tx: Transaction): Promise<boolean> {
  const [row] = await query<{ first: boolean }>(tx, `select pg_try_advisory_xact_lock($1) as first`, [POLLER_LOCK]);
  return row?.first === true;
}
