import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueColumn, engineOf, runChecks } from '@app/sources';
import { DuckDBInstance } from '@duckdb/node-api';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';

const engine = engineOf('Datalake')!;
const SCHEMA = 'sales';
/** A name of a file has no slash. */
const FILE = `${TABLE}.parquet`;

const TYPES = {
  int: 'INTEGER',
  bigint: 'BIGINT',
  decimal: 'DECIMAL(12,2)',
  double: 'DOUBLE',
  text: 'VARCHAR',
  char: 'CHAR(5)',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  uuid: 'UUID',
  json: 'JSON',
  array: 'INTEGER[]',
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

function literal(value: OddValue, { type }: OddColumn): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `[${value.join(', ')}]::INTEGER[]`;
  if (typeof value === 'number' && type.startsWith('timestamp'))
    return `${text(`${new Date(value).toISOString().slice(0, -1)}${type === 'timestamptz' ? '+00' : ''}`)}::${TYPES[type]}`;
  return `${text(String(value))}::${TYPES[type]}`;
}

/** Runs statements in an engine of its own, which may write. */
async function run(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const statement of ["SET TimeZone = 'UTC'", ...statements]) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'catalog-files-')));
  mkdirSync(join(folder, SCHEMA));
  return folder;
}

function openFiles(): Promise<TestSource> {
  const folder = makeFolder();
  const file = join(folder, SCHEMA, FILE);
  const config = { configSource: { type: 'Local', path: folder } };
  const of = (path: string): Record<string, unknown> => ({ configSource: { type: 'Local', path } });
  const field = 'connection.config.configSource.path';
  return Promise.resolve({
    engine,
    config,
    roots: [folder],
    schema: SCHEMA,
    table: FILE,
    types: TYPES,
    hasNaN: true,
    dataTypes: {
      ...{ int: 'INT', bigint: 'BIGINT', decimal: 'DECIMAL', double: 'DOUBLE', text: 'VARCHAR', char: 'VARCHAR' },
      ...{
        boolean: 'BOOLEAN',
        date: 'DATE',
        timestamp: 'TIMESTAMP',
        timestamptz: 'TIMESTAMPZ',
        uuid: 'UUID',
        json: 'JSON',
      },
      array: 'ARRAY',
    },
    endless: 'SELECT count(*) FROM range(10000000) a, range(10000000) b',
    writes: [
      `COPY (SELECT 1) TO ${text(file)}`,
      `COPY (SELECT 1) TO ${text(join(folder, 'new.csv'))}`,
      `ATTACH ${text(join(folder, 'new.db'))}`,
      'CREATE TABLE t (id int)',
      `DROP VIEW ${quoted(SCHEMA)}.${quoted(FILE)}`,
      'SET enable_external_access = true',
      "SELECT * FROM '/etc/passwd'",
      'SELECT 1; SELECT 2',
    ],
    faults: [
      { config: of('/etc'), reason: 'folderNotAllowed', field },
      { config: of('/no/such/folder'), reason: 'folderNotAllowed', field },
      { config: of(`${folder}/../../etc`), reason: 'folderNotAllowed', field },
      { config: of(join(folder, 'nothing-here')), reason: 'folderNotFound', field },
    ],
    load: (columns, rows) =>
      run(
        `CREATE TABLE t (${columns.map((one) => `${quoted(one.name)} ${TYPES[one.type]}`).join(', ')})`,
        `INSERT INTO t VALUES ${rows.map((row) => `(${columns.map((one) => literal(row[one.name]!, one)).join(', ')})`).join(', ')}`,
        `COPY t TO ${text(file)} (FORMAT parquet)`,
      ),
    stop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  });
}

describeEngine('files, by DuckDB', openFiles);

describe('files, beyond what all engines have', () => {
  let folder: string;

  beforeAll(async () => {
    folder = makeFolder();
    const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
    write('top.tsv', 'a\tb\n1\tx y\n');
    write('sales/quoted.csv', 'id,note,amount\n1," lead ",1.50\n2,"",x\n3,n/a,\n');
    write('sales/lines.jsonl', '{"a": 1, "s": {"b": "x"}}\n');
    write('sales/broken.parquet', 'no parquet');
    for (const left of ['sales/_hidden.csv', 'sales/.dot.csv', 'sales/star*.csv', 'sales/notes.txt'])
      write(left, 'a\n1\n');
    symlinkSync('/etc/hostname', join(folder, 'sales/link.csv'));
    mkdirSync(join(folder, 'refused'));
    write('refused/secret.csv', 'a\n1\n');
    await run(
      `COPY (SELECT i AS id, i % 2 AS region FROM range(10) t(i)) TO ${text(join(folder, 'sales/parted'))} (FORMAT parquet, PARTITION_BY (region))`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function opened(tables: readonly object[] = []) {
    const read = engine.readConfig({ configSource: { type: 'Local', path: folder }, databaseName: 'lake', tables });
    if ('faults' in read) throw new Error(JSON.stringify(read.faults));
    const context = contextWith({}, [folder]);
    const files = { ...context.files, refused: [join(folder, 'refused')] };
    return { session: await engine.connect(read.config, { ...context, files }), config: read.config };
  }
  const PARTED = { schema: 'sales', name: 'parted', path: 'sales/parted/**/*.parquet', hivePartitioning: true };

  it('lists files and tables of many files, and leaves out links, hidden ones and what it may not read', async () => {
    const { session, config } = await opened([PARTED]);
    const listing = await engine.introspect(session, config, { includeViews: true, includePartitions: false });
    await session.close();
    expect([listing.database, listing.schemas.map(({ name }) => name).sort()]).toEqual(['lake', ['default', 'sales']]);
    expect(listing.unreadable).toMatchObject([{ schema: 'sales', name: 'broken.parquet', reason: 'fileMalformed' }]);
    const shown = listing.tables.map(({ schema, name, kind, fileFormat, columns }) => [
      ...[schema, name, kind, fileFormat],
      columns.map((one, at) => `${one.name} ${catalogueColumn(one, at, [], engine.typeWords).dataType}`).join(', '),
    ]);
    expect(shown).toEqual([
      ['sales', 'parted', 'External', 'parquet', 'id BIGINT, region BIGINT'],
      ['sales', 'lines.jsonl', 'External', 'ndjson', 'a BIGINT, s STRUCT'],
      ['sales', 'quoted.csv', 'External', 'csv', 'id BIGINT, note VARCHAR, amount VARCHAR'],
      ['default', 'top.tsv', 'External', 'tsv', 'a BIGINT, b VARCHAR'],
    ]);
    const [parted, lines] = listing.tables;
    expect(parted).toMatchObject({ locationPath: PARTED.path, changedAt: expect.any(Number) as number });
    expect(lines!.columns[1]!.children?.map(({ name, display }) => [name, display])).toEqual([['b', 'VARCHAR']]);
  });

  it('names a malformed file and its line, and shows nothing of its content nor of where it lies', async () => {
    const lake = makeFolder();
    const write = (name: string, content: string | Buffer): void => writeFileSync(join(lake, SCHEMA, name), content);
    write('latin.csv', Buffer.concat([Buffer.from('id,mail\n1,'), Buffer.from([0xff, 0xfe]), Buffer.from('Ann\n')]));
    write('broken.ndjson', '{"id":1}\n{"id":2,"m":Ann}\n');
    write('broken.parquet', 'PAR1 Ann of Ulm, ann@example.org');
    write('late.csv', `id,mail\n${'1,a\n'.repeat(30_000)}1,Ann,extra\n`);
    const read = engine.readConfig({ configSource: { type: 'Local', path: lake } });
    if ('faults' in read) throw new Error(JSON.stringify(read.faults));
    const session = await engine.connect(read.config, contextWith({}, [lake]));
    const { unreadable } = await engine.introspect(session, read.config, {
      includeViews: true,
      includePartitions: false,
    });
    await session.close();
    rmSync(lake, { recursive: true, force: true });
    expect(Object.fromEntries(unreadable!.map(({ name, message }) => [name, message]))).toEqual({
      'broken.ndjson': 'Line 2 of sales/broken.ndjson cannot be read as JSON',
      'broken.parquet': 'sales/broken.parquet is not a Parquet file',
      'late.csv': 'Line 30002 of sales/late.csv cannot be read: expected 2 columns, found 3',
      'latin.csv':
        'Line 2 of sales/latin.csv cannot be read: it is not UTF-8, and no other encoding is declared for the table',
    });
  });

  it('takes an empty cell for NULL, quoted or not, keeps blanks, and further words by the config', async () => {
    const table = { schema: 'sales', name: 'own', path: 'sales/quoted.csv', nullValues: ['n/a', 'x'] };
    const { session, config } = await opened([table]);
    const listing = await engine.introspect(session, config, {
      includeViews: true,
      includePartitions: false,
      tables: ['own'],
    });
    expect(listing.tables.map(({ name }) => name)).toEqual(['own']);
    await session.enter('sales');
    expect((await session.query('SELECT * FROM own ORDER BY id')).rows).toEqual([
      ['1', ' lead ', '1.5'],
      ['2', null, null],
      ['3', null, null],
    ]);
    const checked = {
      database: 'd',
      schema: 'sales',
      table: 'own',
      columns: listing.tables[0]!.columns,
      zone: 'UTC',
      now: 0,
      customSql: true,
    };
    const { outcomes } = await runChecks(
      session,
      checked,
      [
        { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'note' },
        { rule: { type: 'sql', query: 'SELECT count(*) FROM "top.tsv"', mustBe: 1 } },
      ],
      { rowsLimit: 10 },
    );
    await session.close();
    expect(outcomes.map(({ failedRows, reason }) => failedRows ?? reason)).toEqual([2, 'sqlError']);
  });

  it.each([
    [{}, ['configSource.path']],
    [{ configSource: { type: 'S3', path: 'relative' } }, ['configSource.type', 'configSource.path']],
    [
      { configSource: { type: 'Local', path: '/x' }, tables: [{ name: 'n', path: '*'.repeat(3), format: 'xls' }, 7] },
      ['tables.0.format', 'tables.0.schema', 'tables.1.schema', 'tables.1.name', 'tables.1.path'],
    ],
  ])('names what is wrong with the config %j', (config, fields) => {
    const read = engine.readConfig(config);
    expect('faults' in read && read.faults.map(({ field }) => field)).toEqual(
      fields.map((field) => `connection.config.${field}`),
    );
  });
});
