import { catalogueColumn, engineOf, type Engine, runChecks } from '@app/sources';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { type OddColumn, type OddValue, TABLE } from './odd-table';
import { describeEngine, type TestSource } from './engine-suite';
import { contextWith } from '../../support/sources/source-context.fixture';

const SECRET = 'S%cret/+pw-of-the-reader';
const engine = engineOf('Postgres')!;
const SCHEMA = 'sales';

const TYPES = {
  int: 'integer',
  bigint: 'bigint',
  decimal: 'numeric(12,2)',
  double: 'double precision',
  text: 'text',
  char: 'char(5)',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  uuid: 'uuid',
  json: 'jsonb',
  array: 'integer[]',
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function parameter(value: OddValue, { type }: OddColumn): unknown {
  return typeof value === 'number' && (type === 'timestamp' || type === 'timestamptz')
    ? new Date(value).toISOString()
    : value;
}

async function openPostgres(): Promise<TestSource & { readonly admin: Client; readonly role: string }> {
  const database = await createTestDatabase('template0');
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  const { hostname, port, pathname } = new URL(database.adminUrl);
  const name = pathname.slice(1);
  const role = `reader_${name}`;
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${SECRET}'`);
  await admin.query(`CREATE SCHEMA ${SCHEMA}; GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}`);
  await admin.query(`ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${role}`);
  const config = {
    hostPort: `${hostname}:${port}`,
    username: role,
    authType: { password: SECRET },
    database: name,
    sslMode: 'disable',
  };
  const table = `${SCHEMA}.${quoted(TABLE)}`;
  return {
    engine,
    config,
    admin,
    role,
    schema: SCHEMA,
    table: TABLE,
    types: TYPES,
    hasNaN: true,
    dataTypes: {
      int: 'INT',
      bigint: 'BIGINT',
      decimal: 'NUMERIC',
      double: 'DOUBLE',
      text: 'TEXT',
      char: 'CHAR',
      boolean: 'BOOLEAN',
      date: 'DATE',
      timestamp: 'TIMESTAMP',
      timestamptz: 'TIMESTAMPZ',
      uuid: 'UUID',
      json: 'JSON',
      array: 'ARRAY',
    },
    endless: `SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c`,
    writes: [
      `INSERT INTO ${table} (id) VALUES (1)`,
      `DELETE FROM ${table}`,
      'CREATE TABLE t (id int)',
      'CREATE TEMP TABLE t (id int)',
      'SELECT 1; SELECT 2',
    ],
    running: async () => {
      const { rows } = await admin.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1 AND state = 'active'`,
        [role],
      );
      return rows[0]!.n;
    },
    faults: [
      {
        config: { ...config, authType: { password: `${SECRET}!` } },
        reason: 'loginRefused',
        field: 'connection.config.authType.password',
      },
      {
        config: { ...config, username: 'nobody_here' },
        reason: 'loginRefused',
        field: 'connection.config.authType.password',
      },
      {
        config: { ...config, database: 'no_such_database' },
        reason: 'databaseNotFound',
        field: 'connection.config.database',
      },
      {
        config: { ...config, hostPort: `${hostname}:1` },
        reason: 'sourceUnreachable',
        field: 'connection.config.hostPort',
      },
      {
        config: { ...config, hostPort: 'no-such-host.invalid' },
        reason: 'hostUnknown',
        field: 'connection.config.hostPort',
      },
      {
        config: { ...config, hostPort: '169.254.169.254:80' },
        reason: 'sourceUnreachable',
        field: 'connection.config.hostPort',
      },
      { config: { ...config, sslMode: 'verify-full' }, reason: 'tlsFailed', field: 'connection.config.sslMode' },
    ],
    load: async (columns, rows) => {
      await admin.query(
        `SET timezone = 'UTC'; CREATE TABLE ${table} (${columns.map((one) => `${quoted(one.name)} ${TYPES[one.type]}`).join(', ')})`,
      );
      for (const row of rows) {
        const values = columns.map((one) => parameter(row[one.name]!, one));
        await admin.query(`INSERT INTO ${table} VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`, values);
      }
    },
    stop: async () => {
      await admin.end();
      await database.drop();
    },
  };
}

describeEngine('PostgreSQL', openPostgres, SECRET);

describe('PostgreSQL, beyond what all engines have', () => {
  let source: Awaited<ReturnType<typeof openPostgres>>;
  const own: Engine = engine;

  beforeAll(async () => {
    source = await openPostgres();
    await source.admin.query(`
      CREATE TYPE sales.mood AS ENUM ('sad', 'glad'); CREATE DOMAIN sales.amount AS numeric(8,3) NOT NULL;
      CREATE TABLE sales.customers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, mail varchar(120) NOT NULL UNIQUE, nick varchar UNIQUE,
        tier char(2), ip inet, at timestamp(3), moods sales.mood[], mood sales.mood, owed sales.amount, free numeric, r real);
      CREATE TABLE sales.lines (no int, year int, customer bigint REFERENCES sales.customers, PRIMARY KEY (year, no), UNIQUE (customer, no));
      CREATE VIEW sales.v AS SELECT year FROM sales.lines; CREATE MATERIALIZED VIEW sales.m AS SELECT id FROM sales.customers;
      CREATE TABLE sales.log (id bigint, day date NOT NULL) PARTITION BY RANGE (day);
      CREATE TABLE sales.log_2025 PARTITION OF sales.log FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
      COMMENT ON SCHEMA sales IS 'What is sold'; COMMENT ON TABLE sales.customers IS 'People'; COMMENT ON COLUMN sales.customers.mail IS 'Where';
      CREATE SCHEMA closed; CREATE TABLE closed.t (id int); CREATE TABLE sales.refused (id int); REVOKE SELECT ON sales.refused FROM ${source.role}`);
  });
  afterAll(async () => source?.stop());

  async function session(): Promise<{ session: Awaited<ReturnType<Engine['connect']>>; config: unknown }> {
    const read = own.readConfig(source.config);
    if ('faults' in read) throw new Error('config');
    return { session: await own.connect(read.config, contextWith()), config: read.config };
  }

  it('lists tables of every kind with keys, partitions, comments and definitions', async () => {
    const { session: open, config } = await session();
    const listing = await own.introspect(open, config, { includeViews: true, includePartitions: false });
    await open.close();
    expect(listing.schemas).toEqual([
      { name: 'closed' },
      { name: 'public', comment: 'standard public schema' },
      { name: 'sales', comment: 'What is sold' },
    ]);
    expect(listing.refusedSchemas).toEqual(['closed']);
    expect(listing.tables.map((table) => [table.name, table.kind])).toEqual([
      ['customers', 'Regular'],
      ['lines', 'Regular'],
      ['log', 'Partitioned'],
      ['m', 'MaterializedView'],
      ['refused', 'Regular'],
      ['v', 'View'],
    ]);
    const [customers, lines, log, , , view] = listing.tables;
    expect(customers).toMatchObject({
      comment: 'People',
      constraints: [
        { type: 'PRIMARY_KEY', columns: ['id'] },
        { type: 'UNIQUE', columns: ['mail'] },
        { type: 'UNIQUE', columns: ['nick'] },
      ],
    });
    const shown = customers!.columns.map((one, at) => {
      const {
        name,
        dataType,
        dataTypeDisplay,
        constraint,
        ordinalPosition: _at,
        ...rest
      } = catalogueColumn(one, at, customers!.constraints, own.typeWords);
      return [name, dataType, dataTypeDisplay, constraint, rest];
    });
    expect(shown).toEqual([
      ['id', 'BIGINT', 'bigint', 'PRIMARY_KEY', {}],
      ['mail', 'VARCHAR', 'character varying(120)', 'NOT_NULL', { dataLength: 120, description: 'Where' }],
      ['nick', 'VARCHAR', 'character varying', 'UNIQUE', {}],
      ['tier', 'CHAR', 'character(2)', 'NULL', { dataLength: 2 }],
      ['ip', 'INET', 'inet', 'NULL', {}],
      ['at', 'TIMESTAMP', 'timestamp(3) without time zone', 'NULL', {}],
      ['moods', 'ARRAY', 'sales.mood[]', 'NULL', { arrayDataType: 'ENUM' }],
      ['mood', 'ENUM', 'sales.mood', 'NULL', {}],
      ['owed', 'NUMERIC', 'sales.amount', 'NOT_NULL', {}],
      ['free', 'NUMERIC', 'numeric', 'NULL', {}],
      ['r', 'FLOAT', 'real', 'NULL', {}],
    ]);
    expect(lines!.constraints).toEqual([
      {
        type: 'FOREIGN_KEY',
        columns: ['customer'],
        referred: { schema: 'sales', table: 'customers', columns: ['id'] },
      },
      { type: 'PRIMARY_KEY', columns: ['year', 'no'] },
      { type: 'UNIQUE', columns: ['customer', 'no'] },
    ]);
    expect(log!.partition).toEqual({ columns: ['day'], method: 'RANGE' });
    expect(view!.definition).toContain('lines');
  });

  it('reads one snapshot, and refuses what the role may not read', async () => {
    const { session: open } = await session();
    const count = async (): Promise<unknown> => (await open.query('SELECT count(*) FROM sales.log')).rows[0]![0];
    expect(await count()).toBe('0');
    await source.admin.query("INSERT INTO sales.log VALUES (1, '2025-02-01')");
    expect(await count()).toBe('0');
    await expect(open.query('SELECT * FROM sales.refused')).rejects.toMatchObject({ reason: 'notPermitted' });
    await open.enter('sales');
    await expect(open.query('SELECT nowhere FROM log')).rejects.toMatchObject({ reason: 'sqlError' });
    expect((await open.query('SELECT id FROM log')).rows).toEqual([]);
    await open.close();
  });

  it('shows nothing of what a function of the source raises', async () => {
    await source.admin.query(`
      CREATE FUNCTION sales.tells(id integer) RETURNS integer LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'secret row: Ann %', id USING ERRCODE = '22023'; END $$`);
    const { session: open } = await session();
    const refused: unknown = await open.query('SELECT sales.tells(4711)').catch((error: unknown) => error);
    await open.close();
    expect(refused).toMatchObject({ reason: 'sqlError', message: expect.stringContaining('is not shown') as string });
    expect((refused as Error).message).not.toMatch(/Ann|secret/);
  });

  it('calls functions and operators of PostgreSQL, whatever the schemas of a source have', async () => {
    await source.admin.query(`
      CREATE TABLE sales.planted (name varchar, amount numeric); INSERT INTO sales.planted VALUES ('Ann', -5);
      GRANT SELECT ON sales.planted TO ${source.role}`);
    for (const schema of ['public', 'sales'])
      await source.admin.query(`
        GRANT USAGE ON SCHEMA ${schema} TO ${source.role};
        CREATE FUNCTION ${schema}.lower(varchar) RETURNS varchar LANGUAGE sql AS $$ SELECT $1 $$;
        CREATE FUNCTION ${schema}.yes(varchar, varchar) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
        CREATE FUNCTION ${schema}.no(numeric, integer) RETURNS boolean LANGUAGE sql AS $$ SELECT false $$;
        CREATE OPERATOR ${schema}.= (FUNCTION = ${schema}.yes, LEFTARG = varchar, RIGHTARG = varchar);
        CREATE OPERATOR ${schema}.< (FUNCTION = ${schema}.no, LEFTARG = numeric, RIGHTARG = integer)`);
    const { session: open, config } = await session();
    const scope = { schemas: ['sales'], tables: ['planted'], includeViews: true, includePartitions: false };
    const [table] = (await own.introspect(open, config, scope)).tables;
    const place = { database: 'd', schema: 'sales', table: 'planted', columns: table!.columns, zone: 'UTC', now: 0 };
    const sql = (query: string) => ({ rule: { type: 'sql', query, mustBe: 1 } });
    const { outcomes } = await runChecks(
      open,
      { ...place, customSql: true, functions: ['yes'] },
      [
        { definition: 'columnValuesToBeBetween', parameters: { minValue: '0' }, column: 'amount' },
        sql("SELECT count(*) FROM planted WHERE lower(name) <> name AND lower(name) = 'ann'"),
        sql("SELECT count(*) FROM planted WHERE NOT name = 'x'::varchar AND amount < 0 AND yes(name, name)"),
        // The grammar does not know it, and neither does the source.
        sql('SELECT sum(amount) FROM planted AS OF SYSTEM TIME now()'),
        sql("SELECT count(*) FROM planted WHERE lower(name) = 'ann'"),
        sql('SELECT sales.lower(name) FROM planted'),
        sql('SELECT t.pg_sleep FROM unnest(ARRAY[9.0::float8]) AS t'),
      ],
      { rowsLimit: 10 },
    );
    expect(outcomes.map(({ status, reason, message }) => reason ?? `${status}: ${message}`)).toEqual([
      expect.stringContaining('Failed'),
      'Success: Found 1, expected mustBe 1',
      'Success: Found 1, expected mustBe 1',
      'sqlError',
      'Success: Found 1, expected mustBe 1',
      'notReadOnly',
      'notReadOnly',
    ]);
    await open.close();
  });

  it('lists the databases that the role may connect to', async () => {
    const { session: open, config } = await session();
    const all = await own.databases(open, { ...(config as object), allDatabases: true });
    expect(all).toContainEqual(expect.objectContaining({ database: 'postgres' }));
    expect(await own.databases(open, config)).toEqual([config]);
    await open.close();
  });

  it.each([
    [{}, ['hostPort', 'username', 'database']],
    [{ hostPort: '/var/run/postgresql', username: 'u', database: 'd' }, ['hostPort']],
    [
      {
        hostPort: 'db:70000',
        username: 'u',
        database: 'd',
        sslMode: 'sometimes',
        sslConfig: { caCertificate: '/etc/ca.pem' },
      },
      ['sslConfig.caCertificate', 'hostPort', 'sslMode'],
    ],
  ])('names what is wrong with the config %j', (config, fields) => {
    expect(own.readConfig(config)).toMatchObject({
      faults: fields.map((field) => ({ field: `connection.config.${field}` })),
    });
  });
});
