import { catalogueColumn, engineOf } from '@app/sources';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { REDSHIFT_VIEWS } from '../../support/sources/redshift-views';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';

const SECRET = 'S%cret/+pw-of-the-reader';
const engine = engineOf('Redshift')!;
const SCHEMA = 'sales';

const TYPES = {
  int: 'integer',
  bigint: 'bigint',
  decimal: 'numeric(12,2)',
  double: 'double precision',
  text: 'character varying(500)',
  char: 'character(5)',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const parameter = (value: OddValue, { type }: OddColumn): unknown =>
  typeof value === 'number' && type.startsWith('timestamp') ? new Date(value).toISOString() : value;

/** A PostgreSQL by the protocol and with the views of Redshift; its texts know the backslash, as those of Redshift. */
async function openRedshift(
  standardTexts = 'off',
): Promise<TestSource & { readonly admin: Client; readonly role: string }> {
  const database = await createTestDatabase('template0');
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  const { hostname, port, pathname } = new URL(database.adminUrl);
  const name = pathname.slice(1);
  const role = `reader_${name}`;
  await admin.query(REDSHIFT_VIEWS);
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${SECRET}'; CREATE SCHEMA ${SCHEMA}; GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role};
    ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${role}; ALTER ROLE ${role} SET escape_string_warning = off;
    ALTER ROLE ${role} SET standard_conforming_strings = ${standardTexts}`);
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
      ...{ int: 'INT', bigint: 'BIGINT', decimal: 'NUMERIC', double: 'DOUBLE', text: 'VARCHAR', char: 'CHAR' },
      ...{ boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPZ' },
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
      { config: { ...config, database: 'nowhere' }, reason: 'databaseNotFound', field: 'connection.config.database' },
      { config: { ...config, sslMode: 'require' }, reason: 'tlsFailed', field: 'connection.config.sslMode' },
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
    ],
    load: async (columns, rows) => {
      const defined = columns.map((one) => `${quoted(one.name)} ${TYPES[one.type as keyof typeof TYPES]}`);
      await admin.query(`CREATE TABLE ${table} (${defined.join(', ')})`);
      const places = columns.map((_, at) => `$${at + 1}`).join(', ');
      for (const row of rows)
        await admin.query(
          `INSERT INTO ${table} VALUES (${places})`,
          columns.map((one) => parameter(row[one.name]!, one)),
        );
    },
    stop: async () => {
      await admin.end();
      await database.drop();
    },
  };
}

describe('Redshift, with PostgreSQL in its place', () => {
  describeEngine('as all engines', openRedshift, SECRET);

  describe('beyond what all engines have', () => {
    let source: Awaited<ReturnType<typeof openRedshift>>;

    beforeAll(async () => {
      source = await openRedshift('on');
      await source.admin.query(`
        CREATE TABLE sales.customers (id bigint PRIMARY KEY, mail character varying(120) NOT NULL UNIQUE, owed numeric(38,0), tier character(2));
        CREATE TABLE sales.lines (year int, no int, customer bigint REFERENCES sales.customers, PRIMARY KEY (year, no));
        INSERT INTO sales.customers SELECT i, i::text, 99999999999999999999999999999999, 'a' FROM generate_series(1, 1000) i;
        CREATE VIEW sales.v AS SELECT year FROM sales.lines;
        COMMENT ON TABLE sales.customers IS 'People'; COMMENT ON COLUMN sales.customers.mail IS 'Where';
        CREATE SCHEMA closed; CREATE TABLE closed.t (id int)`);
    });
    afterAll(async () => source?.stop());

    async function opened() {
      const read = engine.readConfig(source.config);
      if ('faults' in read) throw new Error('config');
      return { session: await engine.connect(read.config, contextWith()), config: read.config };
    }

    it('lists tables with keys, comments, definitions and types', async () => {
      const { session, config } = await opened();
      const listing = await engine.introspect(session, config, { includeViews: true, includePartitions: false });
      const none = await engine.introspect(session, config, {
        schemas: [],
        includeViews: false,
        includePartitions: false,
      });
      await session.close();
      expect(none.tables).toEqual([]);
      expect([listing.database, listing.refusedSchemas]).toEqual([
        (config as { database: string }).database,
        ['closed'],
      ]);
      expect(listing.schemas.map(({ name }) => name)).toEqual(['closed', 'public', 'sales']);
      expect(listing.tables.map((table) => [table.name, table.kind])).toEqual([
        ['customers', 'Regular'],
        ['lines', 'Regular'],
        ['v', 'View'],
      ]);
      const [customers, lines, view] = listing.tables;
      expect(customers).toMatchObject({ comment: 'People', nativeId: expect.stringMatching(/^\d+$/) as string });
      const shown = customers!.columns.map((one, at) =>
        catalogueColumn(one, at, customers!.constraints, engine.typeWords),
      );
      expect(shown.map((one) => [one.name, one.dataType, one.dataTypeDisplay, one.constraint])).toEqual([
        ['id', 'BIGINT', 'bigint', 'PRIMARY_KEY'],
        ['mail', 'VARCHAR', 'character varying(120)', 'NOT_NULL'],
        ['owed', 'NUMERIC', 'numeric(38,0)', 'NULL'],
        ['tier', 'CHAR', 'character(2)', 'NULL'],
      ]);
      expect(shown[1]!.description).toBe('Where');
      expect(lines!.constraints).toEqual([
        {
          type: 'FOREIGN_KEY',
          columns: ['customer'],
          referred: { schema: 'sales', table: 'customers', columns: ['id'] },
        },
        { type: 'PRIMARY_KEY', columns: ['year', 'no'] },
      ]);
      expect(view!.definition).toContain('year');
    });

    it('goes on in its schema after a statement that failed, in a snapshot of its own', async () => {
      const { session } = await opened();
      await session.enter('sales');
      expect((await session.query('SELECT count(*) FROM lines')).rows).toEqual([['0']]);
      await source.admin.query('INSERT INTO sales.lines VALUES (1, 1, 1)');
      expect((await session.query('SELECT count(*) FROM lines')).rows).toEqual([['0']]);
      await expect(session.query('SELECT nowhere FROM lines')).rejects.toMatchObject({ reason: 'sqlError' });
      expect((await session.query('SELECT count(*) FROM lines')).rows).toEqual([['1']]);
      await expect(session.query('DELETE FROM lines')).rejects.toMatchObject({ reason: 'notReadOnly' });
      await session.close();
    });

    it('reads texts by the rule of the server, and samples the same rows each time', async () => {
      const { session } = await opened();
      const { dialect } = session;
      expect((await session.query(`SELECT ${dialect.text("a\\'b")}`)).rows).toEqual([["a\\'b"]]);
      const sampled = dialect.sample({ name: 'sales.customers', isStored: true, key: ['"id"', '"mail"'] }, 0.25);
      const count = async (): Promise<number> =>
        Number((await session.query(`SELECT count(*) FROM ${sampled}`)).rows[0]![0]);
      const first = await count();
      expect(first).toBeGreaterThan(180);
      expect(first).toBeLessThan(320);
      expect(await count()).toBe(first);
      await session.close();
    });

    it('writes what its documentation has in place of the words of PostgreSQL', () => {
      const { dialect } = engine;
      const text = { is: 'text', padded: false } as const;
      const int = { is: 'int', low: -(2n ** 63n), high: 2n ** 63n - 1n } as const;
      // Blanks at the end tell no texts apart there, and `text` is cut at 256 bytes.
      expect(dialect.exactText('x', text)).toBe("(CAST(x AS varchar(65535)) || '.')");
      expect(dialect.exactTextValue('a\\')).toBe("'a\\\\.'");
      expect(dialect.sum('x', int)).toBe('sum(CAST(x AS decimal(38, 0)))');
      expect(dialect.quantile(0.5, 'x', 'x IS NOT NULL', 't')).toEqual({
        statement:
          'SELECT CAST(percentile_cont(0.5) WITHIN GROUP (ORDER BY v) AS varchar(65535)) FROM ' +
          '(SELECT CAST(x AS double precision) AS v FROM t WHERE x IS NOT NULL) AS ordered_values',
      });
      expect(engine.isPreview).toBe(true);
    });

    it.each([
      [{}, ['hostPort', 'username', 'database']],
      [{ hostPort: '/var/run', username: 'u', database: 'd' }, ['hostPort']],
    ])('names what is wrong with the config %j', (config, fields) => {
      expect(engine.readConfig(config)).toMatchObject({
        faults: fields.map((field) => ({ field: `connection.config.${field}` })),
      });
    });

    it('means the port of Redshift where none is given', () => {
      expect(engine.readConfig({ hostPort: 'r.example.org', username: 'u', database: 'd' })).toMatchObject({
        config: { host: 'r.example.org', port: 5439 },
      });
    });
  });
});
