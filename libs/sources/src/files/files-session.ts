import { endsWithin, groupBy } from '@app/common';
import { LISTING } from '../catalogue/listing';
import { StatementSession } from '../connect/statement-session';
import type { KnownTable, ListingNote, ResultBounds, Rows, Scope, SessionContext } from '../engine';
import { SourceError } from '../reason';
import { tokensOf } from '../sql/tokens';
import { EngineProcess } from './engine/engine-process';
import { type FoundFile, listFiles, requireFolder } from './file-listing';
import { askedOf, type FoundTable, type KnownTables, schemasOf, tablesOf } from './file-tables';
import type { FilesConfig } from './files-config';
import { DUCKDB } from './files-dialect';
import { explainFiles } from './files-explain';
import { csvReading } from './read/csv-reading';
import { jsonReading } from './read/json-reading';
import { parquetReading } from './read/parquet-reading';
import type { AskedTable, FileEngine, TableReading } from './read/table-reading';

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
  private pending: Map<string, FoundTable[]> = new Map();
  private layout: { readonly tables: readonly FoundTable[]; readonly notes: readonly ListingNote[] };
  /** Statements that read tables: facts about their files are valid for the reading. */
  private readonly readings = new Map<FoundTable, Promise<TableReading>>();
  private schema?: string;
  private closed = false;

  private constructor(
    private engine: EngineProcess,
    private readonly context: SessionContext,
    private readonly config: FilesConfig,
    private readonly files: readonly FoundFile[],
  ) {
    super(context.limits, (error, statement) => explainFiles(error, config, statement));
    this.layout = tablesOf(files, config);
    this.pending = pendingOf(this.tables);
  }

  static async open(config: FilesConfig, context: SessionContext): Promise<FilesSession> {
    const folder = await requireFolder(config, context);
    const files = await listFiles(folder, context.files.refused);
    return new FilesSession(await startedFor(config, context, files), context, config, files);
  }

  get tables(): readonly FoundTable[] {
    return this.layout.tables;
  }

  get notes(): readonly ListingNote[] {
    return this.layout.notes;
  }

  /** Lays the tables out as the catalog has them. @returns the part of the scope */
  async lay(scope: Scope): Promise<readonly FoundTable[]> {
    const known = scope.known ? knownOf(await scope.known(askedOf(this.files))) : undefined;
    this.layout = tablesOf(this.files, this.config, known, scope.takesChanges);
    this.pending = pendingOf(this.tables);
    this.readings.clear();
    return this.tables.filter(
      ({ schema, name }) => (scope.schemas?.includes(schema) ?? true) && (scope.tables?.includes(name) ?? true),
    );
  }

  override async query(sql: string, bounds: Partial<ResultBounds> = {}): Promise<Rows> {
    await this.requireEngine();
    for (const table of this.mentionedIn(sql)) await this.makeView(table);
    return super.query(sql, bounds);
  }

  /**
   * Makes the view, or the copy, by which a table is read: when a statement first names it.
   * @param asked the table as the catalog has it
   * @throws {SourceError} `fileMalformed` where a file cannot be read
   */
  async makeView(table: FoundTable, asked: Omit<AskedTable, 'table'> = { takesChanges: false }): Promise<TableReading> {
    await this.requireEngine();
    const reading = await this.readingOf({ table, ...asked });
    const key = table.name.toLowerCase();
    const same = this.pending.get(key) ?? [];
    if (!same.includes(table)) return reading;
    const made = `CREATE ${this.isCopied(table) ? 'TABLE' : 'VIEW'} ${DUCKDB.name(table.schema, table.name)} AS ${reading.select}`;
    await this.asked(made, () => this.timed(this.engine.run(made)));
    this.pending.set(
      key,
      same.filter((one) => one !== table),
    );
    return reading;
  }

  private readingOf(asked: AskedTable): Promise<TableReading> {
    const found = this.readings.get(asked.table) ?? this.newReading(asked);
    this.readings.set(asked.table, found);
    // The next statement tries again: the engine may have been ended meanwhile.
    found.catch(() => this.readings.delete(asked.table));
    return found;
  }

  private async newReading(asked: AskedTable): Promise<TableReading> {
    const { table } = asked;
    const engine: FileEngine = {
      query: (sql) => super.query(sql, LISTING),
      head: ({ path }, encoding) => this.asked('', () => this.timed(this.engine.head(path, encoding))),
    };
    const reading = table.files.length ? await readingBy(asked, engine) : undefined;
    if (reading) return reading;
    const message = `${table.name} is empty: it has neither header nor rows`;
    throw new SourceError({ reason: 'fileMalformed', message });
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
    const engine = await startedFor(this.config, this.context, this.files);
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
    const bytes = files.some(({ path }) => /\.gz$/i.test(path)) ? sizeInByte * PACKED : sizeInByte;
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

function readingBy(asked: AskedTable, engine: FileEngine): Promise<TableReading | undefined> {
  switch (asked.table.format) {
    case 'parquet':
      return parquetReading(asked, engine);
    case 'csv':
    case 'tsv':
      return csvReading(asked, engine);
    case 'json':
    case 'ndjson':
      return jsonReading(asked, engine);
  }
}

function knownOf(tables: readonly KnownTable[]): KnownTables {
  const places = new Map(
    tables.map(({ schema, name, locationPath }) => [JSON.stringify([schema, name]), locationPath]),
  );
  return {
    has: (schema, name) => places.has(JSON.stringify([schema, name])),
    locationOf: (schema, name) => places.get(JSON.stringify([schema, name])),
  };
}

const pendingOf = (tables: readonly FoundTable[]): Map<string, FoundTable[]> =>
  groupBy(tables, ({ name }) => name.toLowerCase());

const useOf = (schema: string): string => `USE ${DUCKDB.name('memory', schema)}`;

/** An engine that may open the files of the folder. @throws {SourceError} */
async function startedFor(
  config: FilesConfig,
  context: SessionContext,
  files: readonly FoundFile[],
): Promise<EngineProcess> {
  try {
    const engine = await EngineProcess.start(context);
    await engine.run(settingsFor(config, files)).catch(async (error: unknown) => {
      await engine.kill();
      throw error;
    });
    return engine;
  } catch (error) {
    throw new SourceError(explainFiles(error, config), { cause: error });
  }
}

function settingsFor(config: FilesConfig, files: readonly FoundFile[]): string {
  const paths = files.map(({ file }) => DUCKDB.text(file));
  return [
    "SET TimeZone = 'UTC'",
    ...[...schemasOf(files, config)].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${DUCKDB.name(schema)}`),
    // What may be opened is a list of files, not a folder: nothing else is read, and no file is made.
    ...(paths.length ? [`SET allowed_paths = [${paths.join(', ')}]`] : []),
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ].join('; ');
}
