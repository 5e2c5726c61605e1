import { PeriodicTask } from '@app/common';
import { query } from '@app/database';
import type { Database } from '@app/database';
import { Logger } from '@nestjs/common';
import { catalogDocuments } from '../indexing/catalog-documents';
import type { DocumentSource } from '../indexing/document-source';
import { RowWriter } from '../indexing/row-writer';
import { WriteBeforeCommit } from '../indexing/write-before-commit';
import { PostgresSearchEngine } from '../postgres/postgres-search-engine';
import { refreshStatistics } from '../postgres/statistics/refresh-statistics';
import { mendTotals } from '../postgres/statistics/totals-check';
import { PostgresSearchIndex } from '../postgres/write/postgres-search-index';
import { untilIndexed } from '../indexing/until-indexed';
import { RowDrain } from '../indexing/row-drain';
import { INDEXING } from '../indexing/index-step';
import { compareRows } from './row-check';
import { SearchBackend } from './search-backend';
import type { IndexReport } from './search-backend';
import type { SearchSettings } from './search-settings';

/** Marks are rare here: what no transaction could write itself. */
const DRAIN_MS = 1_000;
const STATISTICS_MS = 5 * 60_000;

/** The index is rows of the same database, written in the transaction of what they show. */
export class PostgresBackend extends SearchBackend {
  readonly engine: PostgresSearchEngine;
  private readonly writer: RowWriter;
  private readonly tasks: readonly PeriodicTask[];

  constructor(
    settings: SearchSettings,
    private readonly database: Database,
    private readonly source: DocumentSource,
  ) {
    super();
    const log = new Logger('Search');
    this.engine = new PostgresSearchEngine({
      url: settings.databaseUrl,
      size: Math.max(2, Math.ceil(settings.databasePoolSize / 2)),
      timeoutMs: settings.searchTimeoutMs,
      onConnectionError: (error) => log.warn(`an idle connection was lost: ${error.message}`),
    });
    this.writer = new RowWriter(source, new PostgresSearchIndex());
    const last = new WriteBeforeCommit(this.writer, settings.mostInTransaction);
    database.beforeCommit((tx) => last.run(tx));
    const drain = new RowDrain(database, this.writer);
    this.tasks = [
      new PeriodicTask(() => drain.run(), { restMs: DRAIN_MS, ...INDEXING }),
      new PeriodicTask(() => refreshStatistics(database), { restMs: STATISTICS_MS, ...INDEXING }),
    ];
  }

  /** The database is a part of its own. */
  isReady(): Promise<boolean> {
    return this.database.ping().then(
      () => true,
      () => false,
    );
  }

  start(): void {
    for (const task of this.tasks) task.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }

  /** What is committed is found, but for what the worker has yet to write. */
  untilFound(): Promise<void> {
    return untilIndexed(this.database);
  }

  async rebuild(): Promise<number> {
    // Another index than that of every day, which relies on what it knows to be in the dictionary.
    const writer = new RowWriter(this.source, new PostgresSearchIndex());
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
    const report = await compareRows(this.database, this.source, this.writer);
    const totals = await mendTotals(this.database);
    return totals > 0 ? { ...report, totals } : report;
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
