import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithin, groupBy } from '@app/common';
import type * as DuckDB from '@duckdb/node-api';
import { LimitedRows } from '../connect/limited-rows';
import { StatementSession } from '../connect/statement-session';
import type { ResultBounds, Rows, SessionContext } from '../engine';
import { SourceError } from '../reason';
import { tokensOf } from '../sql/tokens';
import { findTables, type FoundTable, requireFolder } from './file-listing';
import type { FilesConfig } from './files-config';
import { DUCKDB, readingOf } from './files-dialect';
import { explainFiles } from './files-explain';

const MS = 1_000;
/** Files of texts up to this size together are copied into memory: a part of the least limit that is sensible. */
const COPIED_BYTES = 16 * 1024 * 1024;
/** The factor by which packed texts grow, at a guess. */
const PACKED = 10;

/** A reading of files by an engine in this process, which may open the files of its tables and no others. */
export class FilesSession extends StatementSession {
  readonly dialect = DUCKDB;
  protected override readonly cancelling = { everyMs: 50, tries: 40 };
  private copiedBytes = 0;
  /** Tables without a view as yet, by their names in lower case: the types of a CSV cost a pass over it. */
  private readonly pending: Map<string, FoundTable[]>;

  private constructor(
    private readonly instance: DuckDB.DuckDBInstance,
    private readonly connection: DuckDB.DuckDBConnection,
    context: SessionContext,
    config: FilesConfig,
    /** Where what does not fit into memory is put aside. */
    private readonly aside: string,
    readonly tables: readonly FoundTable[],
  ) {
    super(context.limits, (error, statement) => explainFiles(error, config, statement));
    this.pending = groupBy(tables, ({ name }) => name.toLowerCase());
  }

  static async open(config: FilesConfig, context: SessionContext): Promise<FilesSession> {
    const folder = await requireFolder(config, context);
    const tables = await findTables(folder, config, context);
    const { DuckDBInstance } = await loaded();
    const aside = await mkdtemp(join(tmpdir(), 'catalog-data-'));
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(context.threads),
      memory_limit: `${context.memoryMb}MB`,
      temp_directory: aside,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    const paths = tables.flatMap(({ files }) => files).map(DUCKDB.text);
    const schemas = new Set(tables.map(({ schema }) => schema));
    const settings = [
      "SET TimeZone = 'UTC'",
      ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${DUCKDB.name(schema)}`),
      // What may be opened is a list of files, not a folder: nothing else is read, and no file is made.
      ...(paths.length ? [`SET allowed_paths = [${paths.join(', ')}]`] : []),
      'SET enable_external_access = false',
      'SET lock_configuration = true',
    ];
    for (const setting of settings) await connection.run(setting);
    return new FilesSession(instance, connection, context, config, aside, tables);
  }

  override async query(sql: string, bounds: Partial<ResultBounds> = {}): Promise<Rows> {
    for (const table of this.mentionedIn(sql)) await this.makeView(table);
    return super.query(sql, bounds);
  }

  /** Each is read by a view, or a copy, which is made when a statement first names it. @throws {SourceError} where the file cannot be read */
  async makeView(table: FoundTable): Promise<void> {
    const key = table.name.toLowerCase();
    const same = this.pending.get(key) ?? [];
    if (!same.includes(table)) return;
    const reading = readingOf(table, this.isCopied(table));
    await this.asked(reading, () => this.timed(this.connection.run(reading)));
    this.pending.set(
      key,
      same.filter((one) => one !== table),
    );
  }

  async enter(schema: string): Promise<void> {
    await this.asked('USE', () => this.timed(this.connection.run(`USE ${DUCKDB.name('memory', schema)}`)));
  }

  /** The source is this machine. */
  now(): Promise<number> {
    return Promise.resolve(Date.now());
  }

  async close(): Promise<void> {
    if (this.running) await this.cancel();
    this.connection.closeSync();
    this.instance.closeSync();
    await rm(this.aside, { recursive: true, force: true }).catch(() => undefined);
  }

  protected run(sql: string, limits: ResultBounds): Promise<Rows> {
    return this.timed(this.select(sql, limits));
  }

  protected end(): Promise<void> {
    this.connection.interrupt();
    return Promise.resolve();
  }

  /** There is no line. */
  protected cut(): void {}

  private isCopied({ format, files, sizeInByte }: FoundTable): boolean {
    if (format === 'parquet') return false;
    const bytes = files.some((file) => /\.gz$/i.test(file)) ? sizeInByte * PACKED : sizeInByte;
    if (this.copiedBytes + bytes > COPIED_BYTES) return false;
    this.copiedBytes += bytes;
    return true;
  }

  private mentionedIn(sql: string): FoundTable[] {
    if (![...this.pending.values()].some((tables) => tables.length)) return [];
    const names = (tokensOf(sql, DUCKDB.lexicon) ?? []).filter(({ kind }) => kind === 'name' || kind === 'word');
    return [...new Set(names.map(({ value }) => value.toLowerCase()))].flatMap((name) => this.pending.get(name) ?? []);
  }

  /** The type of the statement is the lock: the engine has no mode in which it writes nothing. */
  private async select(sql: string, limits: ResultBounds): Promise<Rows> {
    const { StatementType } = await loaded();
    const statements = await this.connection.extractStatements(sql);
    if (statements.count !== 1) throw notReadOnly('It is not one statement');
    const prepared = await statements.prepare(0);
    try {
      if (prepared.statementType !== StatementType.SELECT) throw notReadOnly('It is not a SELECT');
      const result = await prepared.stream();
      const collected = new LimitedRows(limits);
      for await (const rows of result.yieldRows()) {
        for (const row of rows) collected.add(row.map((cell) => (cell === null ? null : String(cell))));
        const { excess } = collected;
        if (excess) throw excess;
      }
      return { columns: result.columnNames(), rows: collected.rows };
    } finally {
      prepared.destroySync();
    }
  }

  /** The engine has no time-out of its own. */
  private async timed<Result>(asked: Promise<Result>): Promise<Result> {
    const { statementSeconds } = this.limits;
    if (await endsWithin(asked, statementSeconds * MS)) return asked;
    await this.endedBy(asked.catch(() => undefined));
    throw new SourceError({ reason: 'timedOut', message: `The statement took longer than ${statementSeconds} s` });
  }
}

/** 70 MB of native code, loaded with the first reading. */
async function loaded(): Promise<typeof DuckDB> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new SourceError(
      {
        reason: 'driverMissing',
        message: `The driver @duckdb/node-api cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        cure: 'npm install @duckdb/node-api, on a platform that it has a build for',
      },
      { cause: error },
    );
  }
}

const notReadOnly = (message: string): SourceError => new SourceError({ reason: 'notReadOnly', message });
