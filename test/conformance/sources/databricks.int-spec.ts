import { catalogueColumn, engineOf } from '@app/sources';
import { DATABRICKS } from '../../../libs/sources/src/databricks/databricks-dialect';
import {
  type DatabricksServer,
  PRINCIPAL,
  type SparkExecutor,
  startDatabricks,
  WAREHOUSE,
} from '../../support/sources/databricks-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { type SparkOnDuck, startSparkOnDuck } from '../../support/sources/spark-on-duck';
import { MISSING_SPARK, startSpark } from '../../support/sources/spark-process';
import { describeUnless } from '../../support/unless-refused';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';

const engine = engineOf('Databricks')!;
const SECRET = 'S%cret/+pw-of-the-reader';
const [CATALOG, SCHEMA] = ['shop', 'sales'];

const TYPES = {
  int: 'int',
  bigint: 'bigint',
  decimal: 'decimal(12,2)',
  double: 'double',
  text: 'string',
  char: 'char(5)',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp_ntz',
  timestamptz: 'timestamp',
  array: 'array<int>',
} as const;

type Executor = SparkExecutor & { run(...statements: readonly string[]): Promise<void> };

/** Statements of Spark and of DuckDB alike, in which the types have other words. */
interface Words {
  readonly name: (name: string) => string;
  readonly text: (value: string) => string;
  readonly array: (items: readonly number[]) => string;
  readonly types: Readonly<Record<keyof typeof TYPES, string>>;
}
const ON_DUCK: Words = {
  name: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  array: (items) => `[${items.join(', ')}]::INTEGER[]`,
  types: { ...TYPES, char: 'VARCHAR', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPTZ', array: 'INTEGER[]' },
};
const ON_SPARK: Words = {
  name: (name) => DATABRICKS.name(name),
  text: DATABRICKS.text,
  array: (items) => `CAST(array(${items.join(', ')}) AS array<int>)`,
  types: TYPES,
};

function literal(value: OddValue, { type }: OddColumn, { text, array, types }: Words): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return array(value as readonly number[]);
  const word = type === 'char' ? 'string' : types[type as keyof typeof TYPES];
  const isTime = typeof value === 'number' && type.startsWith('timestamp');
  const written = isTime ? new Date(value).toISOString().slice(0, -1) : String(value);
  return `CAST(${text(`${written}${type === 'timestamptz' ? '+00:00' : ''}`)} AS ${word})`;
}

/** The catalogue of Unity Catalog, as far as it is asked, as tables of a schema `unity`. */
const CATALOGUE = Object.entries({
  catalogs: 'catalog_name',
  schemata: 'schema_name comment',
  tables: 'table_schema table_name table_type comment',
  views: 'table_schema table_name view_definition',
  columns: 'table_schema table_name column_name full_data_type is_nullable comment ordinal_position partition_index',
  table_constraints: 'table_schema table_name constraint_schema constraint_name constraint_type',
  key_column_usage:
    'table_name constraint_schema constraint_name column_name ordinal_position position_in_unique_constraint',
  referential_constraints: 'constraint_schema constraint_name unique_constraint_schema unique_constraint_name',
}).map(
  ([name, members]) =>
    `CREATE TABLE unity.${name} (${members
      .split(' ')
      .map((one) => `${one} string`)
      .join(', ')})`,
);

const inserted = (name: string, { text }: Words, ...rows: readonly (readonly (string | null)[])[]): string =>
  `INSERT INTO unity.${name} VALUES ${rows.map((row) => `(${row.map((one) => (one === null ? 'NULL' : text(one))).join(', ')})`).join(', ')}`;

const configOf = ({ port }: DatabricksServer): Record<string, unknown> => ({
  hostPort: `http://127.0.0.1:${port}`,
  httpPath: `/sql/1.0/warehouses/${WAREHOUSE}`,
  authType: { token: SECRET },
  catalog: CATALOG,
});

async function openDatabricks(executor: Executor, words: Words, table: string): Promise<TestSource> {
  const server = await startDatabricks(executor, SECRET);
  await executor.run(
    'CREATE SCHEMA unity',
    `CREATE SCHEMA ${SCHEMA}`,
    ...CATALOGUE,
    inserted('schemata', words, [SCHEMA, null]),
  );
  const config = configOf(server);
  const name = DATABRICKS.name(SCHEMA, table);
  const field = 'connection.config.hostPort';
  return {
    engine,
    config,
    schema: SCHEMA,
    table,
    types: TYPES,
    hasNaN: true,
    dataTypes: {
      ...{ int: 'INT', bigint: 'BIGINT', decimal: 'DECIMAL', double: 'DOUBLE', text: 'STRING', char: 'CHAR' },
      ...{ boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPZ', array: 'ARRAY' },
    },
    endless: 'SELECT count(*) FROM range(100000000) a CROSS JOIN range(1000000) b',
    writes: [
      `INSERT INTO ${name} (id) VALUES (1)`,
      `DELETE FROM ${name}`,
      `CREATE TABLE ${SCHEMA}.t (id int)`,
      `DROP TABLE ${name}`,
      `WITH x AS (SELECT * FROM ${name}) INSERT INTO ${name} SELECT * FROM x`,
      'SELECT 1; SELECT 2',
    ],
    running: () => Promise.resolve(server.running()),
    faults: [
      {
        config: { ...config, authType: { token: `${SECRET}!` } },
        reason: 'loginRefused',
        field: 'connection.config.authType.token',
      },
      {
        config: { ...config, authType: { clientId: PRINCIPAL, clientSecret: `${SECRET}!` } },
        reason: 'loginRefused',
        field: 'connection.config.authType.clientSecret',
      },
      {
        config: { ...config, httpPath: '/sql/1.0/warehouses/nowhere' },
        reason: 'databaseNotFound',
        field: 'connection.config.httpPath',
      },
      { config: { ...config, catalog: 'nowhere' }, reason: 'databaseNotFound', field: 'connection.config.catalog' },
      { config: { ...config, hostPort: 'http://127.0.0.1:1' }, reason: 'sourceUnreachable', field },
      { config: { ...config, hostPort: 'no-such-host.invalid' }, reason: 'hostUnknown', field },
      { config: { ...config, hostPort: `https://127.0.0.1:${server.port}` }, reason: 'tlsFailed', field },
    ],
    load: async (columns, rows) => {
      const place = `${words.name(SCHEMA)}.${words.name(table)}`;
      const defined = columns.map((one) => `${words.name(one.name)} ${words.types[one.type as keyof typeof TYPES]}`);
      const values = rows.map((row) => `(${columns.map((one) => literal(row[one.name]!, one, words)).join(', ')})`);
      await executor.run(
        `CREATE TABLE ${place} (${defined.join(', ')})`,
        `INSERT INTO ${place} VALUES ${values.join(', ')}`,
        inserted('tables', words, [SCHEMA, table, 'MANAGED', null]),
        inserted(
          'columns',
          words,
          ...columns.map((one, at) => [
            ...[SCHEMA, table, one.name, TYPES[one.type as keyof typeof TYPES], 'YES', null, String(at), null],
          ]),
        ),
      );
    },
    stop: () => server.stop(),
  };
}

describe('Databricks, with DuckDB behind its API', () => {
  describeEngine('as all engines', async () => openDatabricks(await startSparkOnDuck(CATALOG), ON_DUCK, TABLE), SECRET);

  describe('beyond what all engines have', () => {
    let executor: SparkOnDuck;
    let server: DatabricksServer;

    beforeAll(async () => {
      executor = await startSparkOnDuck(CATALOG);
      server = await startDatabricks(executor, SECRET);
      await executor.run(
        'CREATE SCHEMA unity',
        'CREATE SCHEMA sales',
        ...CATALOGUE,
        inserted('schemata', ON_DUCK, ['information_schema', null], ['sales', 'Sold']),
        inserted(
          'tables',
          ON_DUCK,
          ['sales', 'people', 'MANAGED', 'All of them'],
          ['sales', 'lines', 'EXTERNAL', null],
          ['sales', 'v', 'VIEW', null],
          ['sales', 'm', 'MATERIALIZED_VIEW', null],
        ),
        inserted('views', ON_DUCK, ['sales', 'v', 'SELECT id FROM people']),
        inserted(
          'columns',
          ON_DUCK,
          ['sales', 'people', 'day', 'date', 'YES', null, '2', '0'],
          ['sales', 'people', 'id', 'bigint', 'NO', 'Its number', '0', null],
          ['sales', 'people', 'name', 'struct<first:string,last:varchar(20)>', 'YES', null, '1', null],
          ['sales', 'lines', 'buyer', 'bigint', 'YES', null, '0', null],
          ['sales', 'lines', 'items', 'array<struct<sku:string>>', 'YES', null, '1', null],
          ['sales', 'lines', 'more', 'map<string,decimal(10,2)>', 'YES', null, '2', null],
          ['sales', 'lines', 'doc', 'variant', 'YES', null, '3', null],
          ['sales', 'lines', 'wall', 'timestamp_ntz', 'YES', null, '4', null],
        ),
        inserted(
          'table_constraints',
          ON_DUCK,
          ['sales', 'people', 'sales', 'people_pk', 'PRIMARY KEY'],
          ['sales', 'lines', 'sales', 'lines_fk', 'FOREIGN KEY'],
        ),
        inserted(
          'key_column_usage',
          ON_DUCK,
          ['people', 'sales', 'people_pk', 'id', '1', null],
          ['lines', 'sales', 'lines_fk', 'buyer', '1', '1'],
        ),
        inserted('referential_constraints', ON_DUCK, ['sales', 'lines_fk', 'sales', 'people_pk']),
        'CREATE TABLE sales.people (id BIGINT, name STRUCT(first VARCHAR))',
        "INSERT INTO sales.people SELECT i, {'first': 'a'} FROM range(10000) t(i)",
      );
    });
    afterAll(async () => server?.stop());

    async function opened(more: object = {}, limits: Parameters<typeof contextWith>[0] = {}) {
      const read = engine.readConfig({ ...configOf(server), ...more });
      if ('faults' in read) throw new Error(JSON.stringify(read.faults));
      return { session: await engine.connect(read.config, contextWith(limits)), config: read.config };
    }

    it('lists tables with structs, keys, comments and definitions', async () => {
      const { session, config } = await opened();
      const from = server.submitted.length;
      const listing = await engine.introspect(session, config, { includeViews: true, includePartitions: false });
      await session.close();
      expect(server.submitted.length - from).toBeLessThanOrEqual(5);
      expect([listing.database, listing.schemas]).toEqual([CATALOG, [{ name: 'sales', comment: 'Sold' }]]);
      expect(listing.tables).toMatchObject([
        {
          ...{ name: 'lines', kind: 'External' },
          constraints: [
            {
              type: 'FOREIGN_KEY',
              columns: ['buyer'],
              referred: { schema: 'sales', table: 'people', columns: ['id'] },
            },
          ],
        },
        { name: 'm', kind: 'MaterializedView' },
        {
          ...{ name: 'people', kind: 'Partitioned', comment: 'All of them', partition: { columns: ['day'] } },
          constraints: [{ type: 'PRIMARY_KEY', columns: ['id'] }],
        },
        { name: 'v', kind: 'View', definition: 'SELECT id FROM people' },
      ]);
      const [lines, , people] = listing.tables;
      const shown = [...people!.columns, ...lines!.columns].map((one, at) =>
        catalogueColumn(one, at, [], engine.typeWords),
      );
      expect(shown.map((one) => [one.name, one.dataType, one.children?.map(({ name }) => name) ?? []])).toEqual([
        ['id', 'BIGINT', []],
        ['name', 'STRUCT', ['first', 'last']],
        ['day', 'DATE', []],
        ['buyer', 'BIGINT', []],
        ['items', 'ARRAY', ['sku']],
        ['more', 'MAP', []],
        ['doc', expect.any(String), []],
        ['wall', 'TIMESTAMP', []],
      ]);
      expect(people!.columns[0]).toMatchObject({ isNullable: false, comment: 'Its number' });
    });

    it('asks for the token of a service principal once, and reads a result in parts', async () => {
      const before = server.tokens();
      const { session } = await opened({ authType: { clientId: PRINCIPAL, clientSecret: SECRET } });
      await session.enter('sales');
      const { dialect } = session;
      const { rows } = await session.query(`SELECT id, ${dialect.field!('name', 'first')} FROM people`);
      expect([rows.length, rows[0], rows.at(-1)![0]]).toEqual([10_000, ['0', 'a'], '9999']);
      const sampled = dialect.sample({ name: 'people', isStored: true, key: ['id'] }, 0.25);
      const count = async (): Promise<number> =>
        Number((await session.query(`SELECT count(*) FROM ${sampled}`)).rows[0]![0]);
      const first = await count();
      expect(Math.abs(first - 2_500)).toBeLessThan(250);
      expect(await count()).toBe(first);
      await session.close();
      expect(server.tokens() - before).toBe(1);
      expect(server.submitted.at(-1)).toMatchObject({ warehouse_id: WAREHOUSE, catalog: CATALOG, schema: 'sales' });
    });

    it('waits for a warehouse that starts, without counting it as the time of the statement', async () => {
      server.rest(1_500);
      try {
        const { session } = await opened({}, { connectSeconds: 1, statementSeconds: 1 });
        expect((await session.query('SELECT 1')).rows).toEqual([['1']]);
        const waiting = session.query('SELECT 2');
        const ended = expect(waiting).rejects.toMatchObject({ reason: 'cancelled' });
        await session.cancel();
        await ended;
        await session.close();
      } finally {
        server.rest(0);
      }
    });
  });
});

describeUnless(MISSING_SPARK, 'Databricks, with Spark behind its API', () => {
  // A zone with a summer time: no value may depend on that of the session.
  describeEngine(
    'as all engines',
    async () => openDatabricks(await startSpark(CATALOG, 'America/New_York'), ON_SPARK, 'odd_table'),
    SECRET,
  );
});
