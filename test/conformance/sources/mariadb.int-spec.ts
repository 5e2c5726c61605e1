import { catalogueColumn, engineOf, runChecks } from '@app/sources';
import { MISSING_MARIADB, type MariaDbServer, startMariaDb } from '../../support/sources/mariadb-server';
import { describeUnless } from '../../support/unless-refused';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';
import { contextWith } from '../../support/sources/source-context.fixture';

const SECRET = 'S%cret/+pw-of-the-reader';
const USER = 'reader';
const SCHEMA = 'sales';
const engine = engineOf('MariaDB')!;

const TYPES = {
  int: 'int',
  bigint: 'bigint',
  decimal: 'decimal(12,2)',
  double: 'double',
  text: 'varchar(40) CHARACTER SET utf8mb4',
  char: 'char(5) CHARACTER SET utf8mb4',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'datetime(3)',
  timestamptz: 'timestamp(3) NULL',
  uuid: 'uuid',
  json: 'json',
} as const;

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

function parameter(value: OddValue, { type }: OddColumn): unknown {
  const isTime = typeof value === 'number' && (type === 'timestamp' || type === 'timestamptz');
  return isTime ? new Date(value).toISOString().replace('T', ' ').replace('Z', '') : value;
}

async function openMariaDb(): Promise<TestSource & { readonly server: MariaDbServer }> {
  const server = await startMariaDb();
  const { admin, port } = server;
  await admin.query(`SET GLOBAL time_zone = '+02:00'; SET time_zone = '+00:00'; CREATE DATABASE ${SCHEMA}`);
  await admin.query(`CREATE USER ${USER}@'127.0.0.1' IDENTIFIED BY '${SECRET}'`);
  // The right to write is there: what refuses is the session.
  await admin.query(`GRANT SELECT, INSERT, DELETE, CREATE, SHOW VIEW ON ${SCHEMA}.* TO ${USER}@'127.0.0.1'`);
  const config = { hostPort: `127.0.0.1:${port}`, username: USER, password: SECRET };
  const table = `${SCHEMA}.${quoted(TABLE)}`;
  return {
    server,
    engine,
    config,
    schema: SCHEMA,
    table: TABLE,
    types: TYPES,
    hasNaN: false,
    dataTypes: {
      ...{ int: 'INT', bigint: 'BIGINT', decimal: 'DECIMAL', double: 'DOUBLE', text: 'VARCHAR', char: 'CHAR' },
      ...{
        boolean: 'BOOLEAN',
        date: 'DATE',
        timestamp: 'DATETIME',
        timestamptz: 'TIMESTAMP',
        uuid: 'UUID',
        json: 'JSON',
      },
    },
    endless:
      'SELECT count(*) FROM sales.seq_1_to_1000000 a, sales.seq_1_to_1000000 b, sales.seq_1_to_1000000 c WHERE a.seq + b.seq + c.seq = -1',
    writes: [
      `INSERT INTO ${table} (id) VALUES (1)`,
      `DELETE FROM ${table}`,
      'CREATE TABLE sales.t (id int)',
      'SELECT 1; SELECT 2',
    ],
    running: async () => {
      const [rows] = await admin.query(
        "SELECT count(*) AS n FROM information_schema.processlist WHERE user = ? AND command = 'Query'",
        [USER],
      );
      return Number((rows as { n: number }[])[0]!.n);
    },
    faults: [
      { config: { ...config, password: `${SECRET}!` }, reason: 'loginRefused', field: 'connection.config.password' },
      {
        config: { ...config, password: undefined, authType: { password: 'wrong' } },
        reason: 'loginRefused',
        field: 'connection.config.authType.password',
      },
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
      {
        config: { ...config, sslConfig: { caCertificate: '-----BEGIN CERTIFICATE-----\n' } },
        reason: 'tlsFailed',
        field: 'connection.config.sslConfig',
      },
    ],
    load: async (columns, rows) => {
      await admin.query(
        `CREATE TABLE ${table} (${columns.map((one) => `${quoted(one.name)} ${TYPES[one.type as keyof typeof TYPES]}`).join(', ')})`,
      );
      for (const row of rows) {
        const values = columns.map((one) => parameter(row[one.name]!, one));
        await admin.query({ sql: `INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`, values });
      }
    },
    stop: () => server.stop(),
  };
}

describeUnless(MISSING_MARIADB, 'MariaDB', () => {
  describeEngine('as all engines', openMariaDb, SECRET);

  describe('beyond what all engines have', () => {
    let source: Awaited<ReturnType<typeof openMariaDb>>;

    beforeAll(async () => {
      source = await openMariaDb();
      await source.server.admin.query(`
        CREATE TABLE sales.customers (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, mail varchar(120) NOT NULL COMMENT 'Where', nick varchar(40),
          active tinyint(1) NOT NULL DEFAULT 1, m mediumint, ti tinyint, u int unsigned, lt longtext, mt mediumtext, doc json, e enum('a','b'),
          b varbinary(16), y year, UNIQUE KEY (mail), UNIQUE KEY (nick)) COMMENT = 'People';
        CREATE TABLE sales.lines (no int, year smallint, customer bigint, PRIMARY KEY (year, no), FOREIGN KEY (customer) REFERENCES sales.customers (id));
        CREATE VIEW sales.v AS SELECT year FROM sales.lines;
        CREATE TABLE sales.log (id bigint, day date NOT NULL) PARTITION BY HASH (year(day)) PARTITIONS 2;
        CREATE DATABASE other; CREATE TABLE other.t (id int);
        CREATE TABLE sales.latin (t varchar(5) CHARACTER SET latin1 COLLATE latin1_swedish_ci); INSERT INTO sales.latin VALUES ('a'), ('A'), ('å'), ('a ')`);
    });
    afterAll(async () => source?.stop());

    async function opened() {
      const read = engine.readConfig(source.config);
      if ('faults' in read) throw new Error('config');
      return { session: await engine.connect(read.config, contextWith()), config: read.config };
    }

    it('lists tables of every kind with keys, comments and definitions; of a schema without rights nothing', async () => {
      const { session, config } = await opened();
      const listing = await engine.introspect(session, config, { includeViews: true, includePartitions: false });
      await session.close();
      expect([listing.database, listing.schemas]).toEqual(['default', [{ name: 'sales' }]]);
      expect(listing.tables.map((table) => [table.name, table.kind])).toEqual([
        ['customers', 'Regular'],
        ['latin', 'Regular'],
        ['lines', 'Regular'],
        ['log', 'Partitioned'],
        ['v', 'View'],
      ]);
      const [customers, , lines, log, view] = listing.tables;
      expect(customers!.comment).toBe('People');
      expect([log!.partition?.method, view!.definition]).toEqual(['HASH', expect.stringContaining('lines')]);
      const shown = customers!.columns.map((one, at) =>
        catalogueColumn(one, at, customers!.constraints, engine.typeWords),
      );
      expect(shown.map((one) => [one.name, one.dataType, one.dataTypeDisplay, one.constraint])).toEqual([
        ['id', 'BIGINT', 'bigint(20)', 'PRIMARY_KEY'],
        ['mail', 'VARCHAR', 'varchar(120)', 'NOT_NULL'],
        ['nick', 'VARCHAR', 'varchar(40)', 'UNIQUE'],
        ['active', 'BOOLEAN', 'tinyint(1)', 'NOT_NULL'],
        ['m', 'INT', 'mediumint(9)', 'NULL'],
        ['ti', 'TINYINT', 'tinyint(4)', 'NULL'],
        ['u', 'INT', 'int(10) unsigned', 'NULL'],
        ['lt', 'TEXT', 'longtext', 'NULL'],
        ['mt', 'MEDIUMTEXT', 'mediumtext', 'NULL'],
        ['doc', 'JSON', 'longtext', 'NULL'],
        ['e', 'ENUM', "enum('a','b')", 'NULL'],
        ['b', 'VARBINARY', 'varbinary(16)', 'NULL'],
        ['y', 'YEAR', 'year(4)', 'NULL'],
      ]);
      expect(lines!.constraints).toEqual([
        { type: 'PRIMARY_KEY', columns: ['year', 'no'] },
        {
          type: 'FOREIGN_KEY',
          columns: ['customer'],
          referred: { schema: 'sales', table: 'customers', columns: ['id'] },
        },
      ]);
    });

    it('tells texts apart that their collation calls equal', async () => {
      const { session } = await opened();
      const key = session.dialect.exactText('t', { is: 'text', padded: false });
      expect((await session.query(`SELECT count(DISTINCT t), count(DISTINCT ${key}) FROM sales.latin`)).rows).toEqual([
        ['2', '4'],
      ]);
      await session.close();
    });

    it('reads one snapshot, and refuses what the user may not read', async () => {
      const { session } = await opened();
      await session.enter('sales');
      const count = async (): Promise<unknown> => (await session.query('SELECT count(*) FROM log')).rows[0]![0];
      expect(await count()).toBe('0');
      await source.server.admin.query("INSERT INTO sales.log VALUES (1, '2025-02-01')");
      expect(await count()).toBe('0');
      await expect(session.query('SELECT * FROM other.t')).rejects.toMatchObject({ reason: 'notPermitted' });
      await session.close();
    });

    it('sends no statement that hides in a comment which only the guard would end', async () => {
      const { session } = await opened();
      const rule = (query: string) => ({ rule: { type: 'sql', query, mustBe: 1 } });
      const place = { database: 'd', schema: 'sales', table: 'log', columns: [], zone: 'UTC', now: 0, customSql: true };
      const hidden = ["SELECT 1 -- \r ' \n + sleep(2) -- '", "SELECT 1 # \r ' \n INTO OUTFILE '/tmp/x' # '"];
      const { outcomes, statements } = await runChecks(session, place, hidden.map(rule), { rowsLimit: 10 });
      expect([outcomes.map(({ reason }) => reason), statements]).toEqual([['notReadOnly', 'notReadOnly'], 0]);
      const ended = await runChecks(session, place, [rule('SELECT 1 -- \r DELETE')], { rowsLimit: 10 });
      expect(ended.outcomes[0]).toMatchObject({ status: 'Success' });
      await session.close();
    });

    it('ends a statement of too many rows, and never the one that follows', async () => {
      const { session } = await opened();
      for (let i = 0; i < 5; i++) {
        const tooMany = session.query('SELECT seq FROM sales.seq_1_to_100', { rows: 10 });
        await expect(tooMany).rejects.toMatchObject({ reason: 'tooLarge' });
        expect((await session.query('SELECT sleep(0.1)')).rows).toEqual([['0']]);
      }
      await session.close();
    });
  });
});
