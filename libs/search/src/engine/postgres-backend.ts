import { copyOfJson, type CacheMemory, type Fault, PeriodicTask, sameJson, type PartState } from '@app/common';
import { FALLBACK_MS, faultState, lostConnections, query, type Database, type Transaction } from '@app/database';
import { Logger } from '@nestjs/common';
import { catalogDocuments, type DocumentSource } from '../indexing/document-source';
import { RowIndexer } from '../indexing/row-indexer';
import { RowWriter } from '../indexing/row-writer';
import { CachingEngine } from '../postgres/caching-engine';
import { IndexVersion } from '../postgres/index-version';
import { PostgresSearchEngine } from '../postgres/postgres-search-engine';
import { refreshStatistics } from '../postgres/statistics/refresh-statistics';
import { mendTotals } from '../postgres/statistics/totals-check';
import {
  AWAY,
  INDEXING,
  SearchBackend,
  type IndexReport,
  type SearchEngine,
  type SearchSettings,
} from '../backend/search-backend';

/** Each process writes what it queues itself; a worker looks for what one has left that has ended. */
const DRAIN_MS = FALLBACK_MS;
/** Statistics are made of the whole index: at most so often, by any worker, in ms. */
const STATISTICS_MS = 10 * 60_000;

/** The index is rows of the same database, written soon after what they show, and before the next search. */
export class PostgresBackend extends SearchBackend {
  readonly engine: SearchEngine;
  private readonly searching: PostgresSearchEngine;
  private readonly writer: RowWriter;
  private readonly indexer: RowIndexer;
  protected readonly tasks: readonly PeriodicTask[];

  constructor(
    settings: SearchSettings,
    database: Database,
    private readonly source: DocumentSource,
    memory: CacheMemory,
  ) {
    super(database);
    const log = new Logger('Search');
    this.writer = new RowWriter(source);
    const indexer = new RowIndexer(database, this.writer, settings.mostAwaited);
    this.indexer = indexer;
    database.afterCommit((tookMs) => indexer.committed(tookMs));
    this.searching = new PostgresSearchEngine({
      url: settings.databaseUrl,
      size: Math.max(2, Math.ceil(settings.databasePoolSize / 2)),
      timeoutMs: settings.searchTimeoutMs,
      onConnectionError: lostConnections((message) => log.warn(message)),
      current: () => indexer.untilCurrent(),
    });
    database.whenMoved(() => this.searching.renew());
    this.engine = new CachingEngine(this.searching, new IndexVersion(database), memory);
    this.tasks = [
      new PeriodicTask(() => indexer.step(), { restMs: DRAIN_MS, ...INDEXING }),
      new PeriodicTask(() => refreshStatistics(database, STATISTICS_MS), { restMs: STATISTICS_MS / 2, ...INDEXING }),
    ];
  }

  override get faults(): readonly Fault[] {
    return [...super.faults, ...this.indexer.faults];
  }

  /** The database is a part of its own. */
  async state(): Promise<PartState> {
    try {
      await this.database.ping();
    } catch {
      return AWAY;
    }
    await this.indexer.lookAgain();
    return faultState(this.indexer.faults);
  }

  async rebuild(): Promise<number> {
    // Another one than that of every day, which relies on what it knows to be in the dictionary and in the rows.
    const writer = new RowWriter(this.source, false);
    let written = 0;
    for await (const { nodes, documents } of catalogDocuments(this.database, this.source)) {
      await this.database.transaction((tx) => writer.write(tx, nodes));
      written += documents.length;
    }
    await this.database.transaction((tx) =>
      query(tx, `delete from search_row r where not exists (select 1 from entity e where e.node = r.node)`),
    );
    await refreshStatistics(this.database);
    return written;
  }

  async check(): Promise<IndexReport> {
    const report = await compareRows(this.database, this.source, new RowWriter(this.source, false));
    const totals = await mendTotals(this.database);
    return totals > 0 ? { ...report, totals } : report;
  }

  async close(): Promise<void> {
    await this.indexer.close();
    await this.searching.close();
  }
}

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
    const wrong = [...stored].filter(([node, document]) => !isStored(document, expected.get(node)));
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

/** Whether a document is as the index should have it. */
function isStored(stored: unknown, document: unknown): boolean {
  return document !== undefined && sameJson(stored, copyOfJson(document));
}
