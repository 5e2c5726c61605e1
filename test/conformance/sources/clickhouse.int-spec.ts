import { catalogueColumn, engineOf } from '@app/sources';
import { type ChdbServer, MISSING_CHDB, startChdb } from '../../support/sources/chdb-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';

const SECRET = 'S%cret/+pw-of-the-reader';
const USER = 'reader';
const SCHEMA = 'sales';
const engine = engineOf('Clickhouse')!;

const TYPES = {
  int: 'Int32',
  bigint: 'Int64',
  decimal: 'Decimal(12, 2)',
  double: 'Float64',
  text: 'String',
  char: 'LowCardinality(Nullable(String))',
  boolean: 'Bool',
  date: 'Date',
  timestamp: 'DateTime64(3)',
  timestamptz: "DateTime64(3, 'Europe/Berlin')",
  uuid: 'UUID',
} as const;

const nullable = (type: string): string => (type.includes('Nullable') ? type : `Nullable(${type})`);
const quoted = (name: string): string => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function literal(value: OddValue, { type }: OddColumn): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' && type.startsWith('timestamp'))
    return `toDateTime64(${text(new Date(value).toISOString().replace('T', ' ').replace('Z', ''))}, 3, 'UTC')`;
  return type === 'text' || type === 'char'
    ? text(String(value))
    : `CAST(${text(String(value))}, ${text(nullable(TYPES[type as keyof typeof TYPES]))})`;
}

async function openClickhouse(): Promise<TestSource & { readonly server: ChdbServer }> {
  const server = await startChdb(USER, SECRET);
  const { run } = server;
  await run(`CREATE DATABASE ${SCHEMA}`);
  const config = { hostPort: `127.0.0.1:${server.port}`, username: USER, password: SECRET };
  const table = `${SCHEMA}.${quoted(TABLE)}`;
  return {
    server,
    engine,
    config,
    schema: SCHEMA,
    table: TABLE,
    types: TYPES,
    hasNaN: true,
    dataTypes: {
      ...{ int: 'INT', bigint: 'BIGINT', decimal: 'DECIMAL', double: 'DOUBLE', text: 'STRING', char: 'STRING' },
      ...{ boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMPZ', timestamptz: 'TIMESTAMPZ', uuid: 'UUID' },
    },
    endless: 'SELECT count(*) FROM numbers(100000000000000) WHERE sipHash64(number) = 1',
    writes: [
      `INSERT INTO ${table} (id) VALUES (1)`,
      `ALTER TABLE ${table} DELETE WHERE 1`,
      `CREATE TABLE ${SCHEMA}.t (id Int32) ENGINE = Memory`,
      `INSERT INTO ${table} (id) SETTINGS readonly = 0 VALUES (1)`,
    ],
    running: async () => Number(await run("SELECT count(*) FROM system.processes WHERE Settings['log_comment'] != ''")),
    faults: [
      { config: { ...config, password: `${SECRET}!` }, reason: 'loginRefused', field: 'connection.config.password' },
      {
        config: { ...config, hostPort: '127.0.0.1:1' },
        reason: 'sourceUnreachable',
        field: 'connection.config.hostPort',
      },
      {
        config: { ...config, hostPort: 'no-such-host.invalid' },
        reason: 'hostUnknown',
        field: 'connection.config.hostPort',
      },
      { config: { ...config, https: true }, reason: 'tlsFailed', field: 'connection.config.https' },
    ],
    load: async (columns, rows) => {
      const defined = columns.map((one) => `${quoted(one.name)} ${nullable(TYPES[one.type as keyof typeof TYPES])}`);
      await run(`CREATE TABLE ${table} (${defined.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`);
      const values = rows.map((row) => `(${columns.map((one) => literal(row[one.name]!, one)).join(', ')})`);
      await run(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
    },
    stop: () => server.stop(),
  };
}

describeUnless(MISSING_CHDB, 'ClickHouse', () => {
  describeEngine('as all engines', openClickhouse, SECRET);

  describe('beyond what all engines have', () => {
    let source: Awaited<ReturnType<typeof openClickhouse>>;

    beforeAll(async () => {
      source = await openClickhouse();
      const { run } = source.server;
      for (const statement of [
        "CREATE TABLE sales.log (id UInt64 COMMENT 'Its number', day Date, f FixedString(4), e Enum8('a' = 1, 'b' = 2), t Tuple(a Int32, b Nullable(String)), tags Array(String), lc LowCardinality(Nullable(String))) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id COMMENT 'Lines'",
        'CREATE VIEW sales.v AS SELECT id FROM sales.log',
        'CREATE TABLE sales.sums (n Int64, d Decimal(38, 2)) ENGINE = Memory',
        'INSERT INTO sales.sums VALUES (9223372036854775807, 1.5), (9223372036854775807, 1.5)',
        "INSERT INTO sales.log VALUES (1, '2025-01-01', 'ab', 'a', (1, 'x'), ['p', 'q'], 'z')",
      ])
        await run(statement);
    });
    afterAll(async () => source?.stop());

    async function opened() {
      const read = engine.readConfig(source.config);
      if ('faults' in read) throw new Error('config');
      return { session: await engine.connect(read.config, contextWith()), config: read.config };
    }

    it('lists tables with comments, partitions, definitions and types; a key that is not unique is none', async () => {
      const { session, config } = await opened();
      const listing = await engine.introspect(session, config, {
        schemas: ['sales'],
        includeViews: true,
        includePartitions: false,
      });
      await session.close();
      expect([listing.database, listing.schemas]).toEqual(['default', [{ name: 'sales' }]]);
      expect(listing.tables.map((table) => [table.name, table.kind])).toEqual([
        ['log', 'Partitioned'],
        ['sums', 'Regular'],
        ['v', 'View'],
      ]);
      const [log, , view] = listing.tables;
      expect(log).toMatchObject({
        comment: 'Lines',
        constraints: [],
        rowEstimate: 1,
        partition: { columns: ['day'], method: 'toYYYYMM(day)' },
      });
      expect(view!.definition).toContain('SELECT id');
      const shown = log!.columns.map((one, at) => catalogueColumn(one, at, [], engine.typeWords));
      expect(shown.map((one) => [one.name, one.dataType, one.dataTypeDisplay, one.constraint])).toEqual([
        ['id', 'BIGINT', 'UInt64', 'NOT_NULL'],
        ['day', 'DATE', 'Date', 'NOT_NULL'],
        ['f', 'BINARY', 'FixedString(4)', 'NOT_NULL'],
        ['e', 'ENUM', "Enum8('a' = 1, 'b' = 2)", 'NOT_NULL'],
        ['t', 'STRUCT', 'Tuple(a Int32, b Nullable(String))', 'NOT_NULL'],
        ['tags', 'ARRAY', 'Array(String)', 'NOT_NULL'],
        ['lc', 'STRING', 'LowCardinality(Nullable(String))', 'NULL'],
      ]);
      expect(shown[0]!.description).toBe('Its number');
      expect(shown[4]!.children?.map((one) => [one.name, one.dataType])).toEqual([
        ['a', 'INT'],
        ['b', 'STRING'],
      ]);
    });

    it('sums beyond the ends of the types, and has no value where there are no rows', async () => {
      const { session } = await opened();
      const { dialect } = session;
      const sums = [
        dialect.sum('n', { is: 'int', low: -(2n ** 63n), high: 2n ** 63n - 1n }),
        dialect.sum('d', { is: 'dec', whole: 36, scale: 2 }),
      ];
      expect((await session.query(`SELECT ${sums.join(', ')} FROM sales.sums`)).rows).toEqual([
        ['18446744073709551614', '3'],
      ]);
      expect((await session.query('SELECT min(n), count(*) FROM sales.sums WHERE n = 1')).rows).toEqual([[null, '0']]);
      await session.close();
    });

    it('keeps the bounds of the session whatever the statement says, and reads the rows of a schema', async () => {
      const { session } = await opened();
      await session.enter('sales');
      expect((await session.query('SELECT count(*) FROM log')).rows).toEqual([['1']]);
      expect((await session.query('SELECT count(*) FROM (SELECT number FROM numbers(100))', { rows: 2 })).rows).toEqual(
        [['100']],
      );
      await expect(session.query('SELECT 1 SETTINGS readonly = 0')).rejects.toMatchObject({ reason: 'notReadOnly' });
      await session.close();
    });

    it('samples the same rows each time', async () => {
      const { session } = await opened();
      const sampled = session.dialect.sample({ name: 'numbers(10000)', isStored: true, key: ['number'] }, 0.25);
      const count = async (): Promise<number> =>
        Number((await session.query(`SELECT count(*) FROM ${sampled}`)).rows[0]![0]);
      const first = await count();
      expect(first).toBeGreaterThan(2_000);
      expect(first).toBeLessThan(3_000);
      expect(await count()).toBe(first);
      await session.close();
    });
  });
});
