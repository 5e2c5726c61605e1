import { catalogueColumn, engineOf } from '@app/sources';
import { type BigQueryServer, startBigQuery } from '../../support/sources/bigquery-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';

const engine = engineOf('BigQuery')!;
const [PROJECT, SCHEMA] = ['shop-project', 'sales'];
/** A canary: no message may have it. */
const SECRET = 'S%cret/+pw-of-the-reader';

/** Types as BigQuery calls them, and those of DuckDB that stand in for them. */
const TYPES = {
  int: 'INT64',
  bigint: 'INT64',
  decimal: 'NUMERIC(12, 2)',
  double: 'FLOAT64',
  text: 'STRING',
  boolean: 'BOOL',
  date: 'DATE',
  timestamp: 'DATETIME',
  timestamptz: 'TIMESTAMP',
  array: 'ARRAY<INT64>',
} as const;
const STAND_INS: Readonly<Record<keyof typeof TYPES, string>> = {
  ...{ int: 'BIGINT', bigint: 'BIGINT', decimal: 'DECIMAL(12, 2)', double: 'DOUBLE', text: 'VARCHAR' },
  ...{ boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPTZ', array: 'BIGINT[]' },
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const typeOf = ({ type }: OddColumn): string => STAND_INS[type as keyof typeof TYPES];

function literal(value: OddValue, column: OddColumn): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `[${value.join(', ')}]::BIGINT[]`;
  const isTime = typeof value === 'number' && column.type.startsWith('timestamp');
  const written = isTime ? new Date(value).toISOString().slice(0, -1) : String(value);
  return `${text(`${written}${column.type === 'timestamptz' ? '+00' : ''}`)}::${typeOf(column)}`;
}

/** The catalogue of a dataset, as empty views. */
const catalogueOf = (dataset: string): string[] => {
  const view = (name: string, members: string): string =>
    `CREATE TABLE ${dataset}.${quoted(name)} (${members
      .split(' ')
      .map((one) => `${one} VARCHAR`)
      .join(', ')})`;
  return [
    view('INFORMATION_SCHEMA.TABLES', 'table_name table_type ddl'),
    view(
      'INFORMATION_SCHEMA.COLUMNS',
      'table_name column_name data_type is_nullable is_partitioning_column ordinal_position',
    ),
    view('INFORMATION_SCHEMA.COLUMN_FIELD_PATHS', 'table_name field_path description'),
    view('INFORMATION_SCHEMA.TABLE_OPTIONS', 'table_name option_name option_value'),
    view('INFORMATION_SCHEMA.VIEWS', 'table_name view_definition'),
    view('INFORMATION_SCHEMA.TABLE_CONSTRAINTS', 'table_name constraint_name constraint_type'),
    view(
      'INFORMATION_SCHEMA.KEY_COLUMN_USAGE',
      'table_name constraint_name column_name ordinal_position position_in_unique_constraint',
    ),
    view('INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE', 'constraint_name table_schema table_name column_name'),
    view('__TABLES__', 'table_id row_count size_bytes last_modified_time'),
  ];
};

const inserted = (name: string, ...rows: readonly (readonly (string | null)[])[]): string =>
  `INSERT INTO ${name} VALUES ${rows.map((row) => `(${row.map((one) => (one === null ? 'NULL' : text(one))).join(', ')})`).join(', ')}`;

const configOf = ({ port, account }: BigQueryServer): Record<string, unknown> => ({
  hostPort: `http://127.0.0.1:${port}`,
  credentials: { gcpConfig: account },
});

async function openBigQuery(): Promise<TestSource & { readonly server: BigQueryServer }> {
  const server = await startBigQuery(PROJECT, { [SCHEMA]: 'EU' });
  await server.run(...catalogueOf(SCHEMA));
  const config = configOf(server);
  const table = `\`${SCHEMA}\`.\`${TABLE.replaceAll('`', '\\`')}\``;
  const other = await startBigQuery(PROJECT, {});
  await other.stop();
  const field = 'connection.config.hostPort';
  const withAccount = (changes: object): Record<string, unknown> => ({
    ...config,
    credentials: { gcpConfig: { ...server.account, ...changes } },
  });
  return {
    server,
    engine,
    config,
    schema: SCHEMA,
    table: TABLE,
    types: TYPES,
    hasNaN: true,
    dataTypes: {
      ...{ int: 'BIGINT', bigint: 'BIGINT', decimal: 'NUMERIC', double: 'DOUBLE', text: 'STRING', boolean: 'BOOLEAN' },
      ...{ date: 'DATE', timestamp: 'DATETIME', timestamptz: 'TIMESTAMP', array: 'ARRAY' },
    },
    endless: 'SELECT count(*) FROM range(10000000) a, range(10000000) b',
    writes: [
      `INSERT INTO ${table} (id) VALUES (1)`,
      `DELETE FROM ${table} WHERE TRUE`,
      'CREATE TABLE sales.t (id INT64)',
      `WITH x AS (SELECT 1) DELETE FROM ${table} WHERE TRUE`,
      'SELECT 1; SELECT 2',
    ],
    running: () => Promise.resolve(server.running()),
    faults: [
      {
        config: withAccount({ privateKey: other.account.privateKey }),
        reason: 'loginRefused',
        field: 'connection.config.credentials.gcpConfig.privateKey',
      },
      {
        config: withAccount({ projectId: 'nowhere' }),
        reason: 'databaseNotFound',
        field: 'connection.config.credentials.gcpConfig.projectId',
      },
      { config: { ...config, hostPort: 'http://127.0.0.1:1' }, reason: 'sourceUnreachable', field },
      { config: { ...config, hostPort: 'no-such-host.invalid' }, reason: 'hostUnknown', field },
      { config: { ...config, hostPort: `127.0.0.1:${server.port}` }, reason: 'tlsFailed', field },
      { config: { ...config, hostPort: '169.254.169.254' }, reason: 'sourceUnreachable', field },
    ],
    load: async (columns, rows) => {
      const name = `${SCHEMA}.${quoted(TABLE)}`;
      await server.run(
        `CREATE TABLE ${name} (${columns.map((one) => `${quoted(one.name)} ${typeOf(one)}`).join(', ')})`,
        `INSERT INTO ${name} VALUES ${rows.map((row) => `(${columns.map((one) => literal(row[one.name]!, one)).join(', ')})`).join(', ')}`,
        inserted(`${SCHEMA}."INFORMATION_SCHEMA.TABLES"`, [TABLE, 'BASE TABLE', null]),
        inserted(
          `${SCHEMA}."INFORMATION_SCHEMA.COLUMNS"`,
          ...columns.map((one, at) => [
            ...[TABLE, one.name, TYPES[one.type as keyof typeof TYPES], 'YES', 'NO', String(at + 1)],
          ]),
        ),
      );
    },
    stop: () => server.stop(),
  };
}

describe('BigQuery, with DuckDB behind its API', () => {
  describeEngine('as all engines', openBigQuery, SECRET);

  describe('beyond what all engines have', () => {
    let server: BigQueryServer;

    beforeAll(async () => {
      server = await startBigQuery(PROJECT, { sales: 'EU', closed: 'EU', other: 'US' });
      await server.run(
        ...['sales', 'other'].flatMap(catalogueOf),
        inserted(
          'sales."INFORMATION_SCHEMA.TABLES"',
          ['lines', 'BASE TABLE', null],
          ['people', 'BASE TABLE', null],
          ['v', 'VIEW', null],
          ['m', 'MATERIALIZED VIEW', 'CREATE MATERIALIZED VIEW m AS SELECT 1'],
        ),
        inserted(
          'sales."INFORMATION_SCHEMA.COLUMNS"',
          ['lines', 'no', 'INT64', 'NO', 'NO', '2'],
          ['lines', 'at', 'TIMESTAMP', 'YES', 'YES', '1'],
          ['lines', 'items', 'ARRAY<STRUCT<sku STRING, n INT64>>', 'YES', 'NO', '3'],
          ['people', 'id', 'INT64', 'NO', 'NO', '1'],
          ['people', 'name', 'STRUCT<first STRING(20), last STRING>', 'YES', 'NO', '2'],
          ['v', 'id', 'INT64', 'YES', 'NO', '1'],
        ),
        inserted(
          'sales."INFORMATION_SCHEMA.COLUMN_FIELD_PATHS"',
          ['people', 'name.first', 'Given'],
          ['lines', 'no', 'Its number'],
        ),
        inserted('sales."INFORMATION_SCHEMA.TABLE_OPTIONS"', ['people', 'description', '"All \\"of\\" them"']),
        inserted('sales."INFORMATION_SCHEMA.VIEWS"', ['v', 'SELECT id FROM people']),
        inserted(
          'sales."INFORMATION_SCHEMA.TABLE_CONSTRAINTS"',
          ['people', 'people.pk$', 'PRIMARY KEY'],
          ['lines', 'buyer', 'FOREIGN KEY'],
        ),
        inserted(
          'sales."INFORMATION_SCHEMA.KEY_COLUMN_USAGE"',
          ['people', 'people.pk$', 'id', '1', null],
          ['lines', 'buyer', 'no', '1', '1'],
        ),
        inserted(
          'sales."INFORMATION_SCHEMA.CONSTRAINT_COLUMN_USAGE"',
          ['people.pk$', 'sales', 'people', 'id'],
          ['buyer', 'sales', 'people', 'id'],
        ),
        inserted('sales."__TABLES__"', ['lines', '9', '800', '1700000000000']),
        'CREATE TABLE sales.people (id BIGINT, name STRUCT(first VARCHAR, last VARCHAR))',
        "INSERT INTO sales.people SELECT i, {'first': 'a', 'last': 'b'} FROM range(10000) t(i)",
      );
    });
    afterAll(async () => server?.stop());

    async function opened(more: object = {}) {
      const read = engine.readConfig({ ...configOf(server), ...more });
      if ('faults' in read) throw new Error(JSON.stringify(read.faults));
      return { session: await engine.connect(read.config, contextWith()), config: read.config };
    }

    it('lists tables with records, keys, comments, sizes and definitions, by the place of their datasets', async () => {
      const { session, config } = await opened();
      const from = server.configurations.length;
      const scope = { schemas: ['sales', 'other'], includeViews: true, includePartitions: false };
      const listing = await engine.introspect(session, config, scope);
      await session.close();
      expect(server.configurations.slice(from).filter(({ dryRun }) => !dryRun)).toHaveLength(2 * 7);
      expect([listing.database, listing.schemas]).toEqual([PROJECT, [{ name: 'sales' }, { name: 'other' }]]);
      expect(listing.tables).toMatchObject([
        {
          ...{ name: 'lines', kind: 'Partitioned', rowEstimate: 9, sizeInByte: 800, changedAt: 1_700_000_000_000 },
          partition: { columns: ['at'] },
          columns: [
            { name: 'at', kind: { is: 'moment', zoned: true } },
            { name: 'no', isNullable: false, comment: 'Its number' },
            { name: 'items', children: [{ name: 'sku' }, { name: 'n' }] },
          ],
          constraints: [
            { type: 'FOREIGN_KEY', columns: ['no'], referred: { schema: 'sales', table: 'people', columns: ['id'] } },
          ],
        },
        { name: 'm', kind: 'MaterializedView', definition: 'CREATE MATERIALIZED VIEW m AS SELECT 1' },
        {
          ...{ name: 'people', kind: 'Regular', comment: 'All "of" them' },
          constraints: [{ type: 'PRIMARY_KEY', columns: ['id'] }],
        },
        { name: 'v', kind: 'View', definition: 'SELECT id FROM people' },
      ]);
      const shown = listing.tables[2]!.columns.map((one, at) => catalogueColumn(one, at, [], engine.typeWords));
      expect(shown[1]).toMatchObject({
        ...{ dataType: 'STRUCT', dataTypeDisplay: 'STRUCT<first STRING(20), last STRING>' },
        children: [{ name: 'first', dataType: 'STRING', dataLength: 20, description: 'Given' }, { name: 'last' }],
      });
    });

    it('bounds what a statement is billed for, names the reading, and says what is too much', async () => {
      const { session } = await opened({ maximumBytesBilled: 1_000 });
      await expect(session.query('SELECT 1')).rejects.toMatchObject({
        ...{ reason: 'tooLarge', field: 'connection.config.maximumBytesBilled' },
      });
      await session.close();
      expect(server.configurations.at(-1)).toMatchObject({
        jobTimeoutMs: '30000',
        labels: { application: 'metadata-catalog', reading: 'metadata-catalog_data_test' },
        query: { useLegacySql: false, maximumBytesBilled: '1000' },
      });
    });

    it('reads rows of a dataset page by page, fields of records, and samples the same rows each time', async () => {
      const { session } = await opened();
      await session.enter('sales');
      const { dialect } = session;
      // Jobs may run in another project than that of the dataset.
      expect(dialect.name('sales', 'people')).toBe('`shop-project`.`sales`.`people`');
      const { rows } = await session.query(`SELECT id, ${dialect.field!('name', 'first')} FROM people`);
      expect([rows.length, rows[0]]).toEqual([10_000, ['0', 'a']]);
      const sampled = dialect.sample({ name: 'people', isStored: true, key: ['id'] }, 0.25);
      const count = async (): Promise<number> =>
        Number((await session.query(`SELECT count(*) FROM ${sampled}`)).rows[0]![0]);
      const first = await count();
      expect(Math.abs(first - 2_500)).toBeLessThan(250);
      expect(await count()).toBe(first);
      const sum = dialect.sum('x', { is: 'int', low: -(2n ** 63n), high: 2n ** 63n - 1n });
      const two = '(SELECT 9223372036854775807 AS x UNION ALL SELECT 9223372036854775807) AS t';
      expect((await session.query(`SELECT ${sum} FROM ${two}`)).rows[0]![0]).toMatch(/^18446744073709551614(\.0+)?$/);
      await session.close();
    });
  });
});
