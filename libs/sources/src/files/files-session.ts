import { endsWithin, groupBy } from '@app/common';
import { StatementSession } from '../connect/statement-session';
import type { ResultBounds, Rows, SessionContext } from '../engine';
import { SourceError } from '../reason';
import { tokensOf } from '../sql/tokens';
import { EngineProcess } from './engine/engine-process';
import { findTables, type FoundTable, requireFolder } from './file-listing';
import type { FilesConfig } from './files-config';
import { DUCKDB, readingOf } from './files-dialect';
import { explainFiles } from './files-explain';

const MS = 1_000;
/** Time that a statement has to heed an interrupt, in ms; then its process is ended. */
const INTERRUPT_MS = 500;
/** Files of texts up to this size together are copied into memory: a part of the least limit that is sensible. */
const COPIED_BYTES = 16 * 1024 * 1024;
/** The factor by which packed texts grow, at a guess. */
const PACKED = 10;

/** A reading of files by an engine in a process of its own, which may open the files of its tables and no others. */
export class FilesSession extends StatementSession {
  readonly dialect = DUCKDB;
  private copiedBytes = 0;
  /** Tables without a view as yet, by their names in lower case: the types of a CSV cost a pass over it. */
  private pending: Map<string, FoundTable[]>;
  private schema?: string;
  private closed = false;

  private constructor(
    private engine: EngineProcess,
    private readonly context: SessionContext,
    private readonly config: FilesConfig,
    readonly tables: readonly FoundTable[],
  ) {
    super(context.limits, (error, statement) => explainFiles(error, config, statement));
    this.pending = pendingOf(tables);
  }

  static async open(config: FilesConfig, context: SessionContext): Promise<FilesSession> {
    const folder = await requireFolder(config, context);
    const tables = await findTables(folder, config, context);
    return new FilesSession(await startedFor(config, context, tables), context, config, tables);
  }

  override async query(sql: string, bounds: Partial<ResultBounds> = {}): Promise<Rows> {
    await this.requireEngine();
    for (const table of this.mentionedIn(sql)) await this.makeView(table);
    return super.query(sql, bounds);
  }

  /** Each is read by a view, or a copy, which is made when a statement first names it. @throws {SourceError} where the file cannot be read */
  async makeView(table: FoundTable): Promise<void> {
    await this.requireEngine();
    const key = table.name.toLowerCase();
    const same = this.pending.get(key) ?? [];
    if (!same.includes(table)) return;
    const reading = readingOf(table, this.isCopied(table));
    await this.asked(reading, () => this.timed(this.engine.run(reading)));
    this.pending.set(
      key,
      same.filter((one) => one !== table),
    );
  }

  async enter(schema: string): Promise<void> {
    await this.requireEngine();
    await this.asked('USE', () => this.timed(this.engine.run(useOf(schema))));
    this.schema = schema;
  }

  /** The source is this machine. */
  now(): Promise<number> {
    return Promise.resolve(Date.now());
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.engine.kill();
  }

  protected run(sql: string, limits: ResultBounds): Promise<Rows> {
    return this.timed(this.engine.select(sql, limits));
  }

  /** A reading that is cancelled needs its engine no more. */
  protected end(): Promise<void> {
    return this.engine.kill();
  }

  /** There is no line. */
  protected cut(): void {}

  /** Where a statement took the engine with it, the next one has a new one, without the views of before. */
  private async requireEngine(): Promise<void> {
    if (this.engine.isAlive || this.isOver) return;
    const engine = await startedFor(this.config, this.context, this.tables);
    // It was being made when the reading ended.
    if (this.isOver) return engine.kill();
    this.engine = engine;
    this.pending = pendingOf(this.tables);
    this.copiedBytes = 0;
    if (this.schema !== undefined) await this.enter(this.schema);
  }

  private get isOver(): boolean {
    return this.cancelled || this.closed;
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

  /** The engine has no time-out of its own. What takes no notice of an interrupt is ended with its process. */
  private async timed<Result>(asked: Promise<Result>): Promise<Result> {
    const { statementSeconds } = this.limits;
    if (await endsWithin(asked, statementSeconds * MS)) return asked;
    this.engine.interrupt();
    const ended = asked.catch(() => undefined);
    if (!(await endsWithin(ended, INTERRUPT_MS))) await this.engine.kill();
    throw new SourceError({ reason: 'timedOut', message: `The statement took longer than ${statementSeconds} s` });
  }
}

const pendingOf = (tables: readonly FoundTable[]): Map<string, FoundTable[]> =>
  groupBy(tables, ({ name }) => name.toLowerCase());

const useOf = (schema: string): string => `USE ${DUCKDB.name('memory', schema)}`;

/** An engine that may open the files of the tables. @throws {SourceError} */
async function startedFor(
  config: FilesConfig,
  context: SessionContext,
  tables: readonly FoundTable[],
): Promise<EngineProcess> {
  try {
    const engine = await EngineProcess.start(context);
    await engine.run(settingsFor(tables)).catch(async (error: unknown) => {
      await engine.kill();
      throw error;
    });
    return engine;
  } catch (error) {
    throw new SourceError(explainFiles(error, config), { cause: error });
  }
}

function settingsFor(tables: readonly FoundTable[]): string {
  const paths = tables.flatMap(({ files }) => files).map(DUCKDB.text);
  const schemas = new Set(tables.map(({ schema }) => schema));
  return [
    "SET TimeZone = 'UTC'",
    ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${DUCKDB.name(schema)}`),
    // What may be opened is a list of files, not a folder: nothing else is read, and no file is made.
    ...(paths.length ? [`SET allowed_paths = [${paths.join(', ')}]`] : []),
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ].join('; ');
}
