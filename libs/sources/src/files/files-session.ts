import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithin, groupBy } from '@app/common';
import type * as DuckDB from '@duckdb/node-api';
import { LimitedRows } from '../connect/limited-rows';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import { tokensOf } from '../sql/tokens';
import { findTables, type FoundTable, requireFolder } from './file-listing';
import type { FilesConfig } from './files-config';
import { DUCKDB, readingOf } from './files-dialect';
import { explainFiles } from './files-explain';

const MS = 1_000;
/** An interrupt that comes before the statement has begun is lost: it is sent again until the statement has ended. */
const INTERRUPT_EVERY_MS = 50;
const INTERRUPT_TRIES = 40;
/** Files of texts up to this size together are copied into memory: a part of the least limit that is sensible. */
const COPIED_BYTES = 16 * 1024 * 1024;
/** The factor by which packed texts grow, at a guess. */
const PACKED = 10;

/** A reading of files by an engine in this process, which may open the files of its tables and no others. */
export class FilesSession implements Session {
  readonly dialect = DUCKDB;
  private running?: Promise<unknown>;
  private cancelled = false;
  private copiedBytes = 0;
  /** Tables without a view as yet, by their names in lower case: the types of a CSV cost a pass over it. */
  private readonly pending: Map<string, FoundTable[]>;

  private constructor(
    private readonly instance: DuckDB.DuckDBInstance,
    private readonly connection: DuckDB.DuckDBConnection,
    private readonly context: SessionContext,
    private readonly config: FilesConfig,
    /** Where what does not fit into memory is put aside. */
    private readonly aside: string,
    readonly tables: readonly FoundTable[],
  ) {
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

  async query(
    sql: string,
    _params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    for (const table of this.mentionedIn(sql)) await this.makeView(table);
    return this.timed(sql, () => this.select(sql, { ...this.context.limits, ...bounds }));
  }

  /** Each is read by a view, or a copy, which is made when a statement first names it. @throws {SourceError} where the file cannot be read */
  async makeView(table: FoundTable): Promise<void> {
    const key = table.name.toLowerCase();
    const same = this.pending.get(key) ?? [];
    if (!same.includes(table)) return;
    const reading = readingOf(table, this.isCopied(table));
    await this.timed(reading, () => this.connection.run(reading));
    this.pending.set(
      key,
      same.filter((one) => one !== table),
    );
  }

  async enter(schema: string): Promise<void> {
    await this.timed('USE', () => this.connection.run(`USE ${DUCKDB.name('memory', schema)}`));
  }

  /** The source is this machine. */
  now(): Promise<number> {
    return Promise.resolve(Date.now());
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    if (this.running) await this.interrupt(this.running);
  }

  async close(): Promise<void> {
    if (this.running) await this.interrupt(this.running);
    this.connection.closeSync();
    this.instance.closeSync();
    await rm(this.aside, { recursive: true, force: true }).catch(() => undefined);
  }

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
  private async select(sql: string, limits: Pick<SessionLimits, 'rows' | 'bytes'>): Promise<Rows> {
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
  private async timed<Result>(sql: string, work: () => Promise<Result>): Promise<Result> {
    if (this.cancelled) throw wasCancelled();
    const asked = work();
    const ended = asked.catch(() => undefined);
    this.running = ended;
    try {
      if (await endsWithin(ended, this.context.limits.statementSeconds * MS)) return await asked;
      await this.interrupt(ended);
      throw new SourceError({
        reason: 'timedOut',
        message: `The statement took longer than ${this.context.limits.statementSeconds} s`,
      });
    } catch (error) {
      if (error instanceof SourceError) throw error;
      if (this.cancelled) throw wasCancelled(error);
      throw new SourceError(explainFiles(error, this.config, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  private async interrupt(ended: Promise<unknown>): Promise<void> {
    for (let i = 0; i < INTERRUPT_TRIES; i++) {
      this.connection.interrupt();
      if (await endsWithin(ended, INTERRUPT_EVERY_MS)) return;
    }
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
