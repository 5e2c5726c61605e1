import { catalogueColumn, engineOf } from '@app/sources';
import { type FakesnowServer, MISSING_FAKESNOW, startFakesnow } from '../../support/sources/fakesnow-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';
import { describeEngine, type TestSource } from './engine-suite';
import type { OddColumn, OddValue } from './odd-table';

const SECRET = 'S%cret/+pw-of-the-reader';
const USER = 'reader';
const DATABASE = 'SHOP';
const SCHEMA = 'SALES';
/** Its tables have no quotes in their names there. */
const TABLE = 'Odd Table`-1';
const engine = engineOf('Snowflake')!;

const TYPES = {
  int: 'NUMBER(38,0)',
  bigint: 'NUMBER(38,0)',
  decimal: 'NUMBER(12,2)',
  double: 'FLOAT',
  text: 'VARCHAR(500)',
  char: 'VARCHAR(5)',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP_NTZ',
  timestamptz: 'TIMESTAMP_TZ',
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function literal(value: OddValue, { type }: OddColumn): string {
  if (value === null) return 'NULL';
  const word = TYPES[type as keyof typeof TYPES];
  if (typeof value !== 'number' || !type.startsWith('timestamp')) return `CAST(${text(String(value))} AS ${word})`;
  const moment = new Date(value).toISOString().replace('T', ' ').replace('Z', '');
  return `CAST(${text(type === 'timestamptz' ? `${moment} +00:00` : moment)} AS ${word})`;
}

async function openSnowflake(): Promise<TestSource & { readonly server: FakesnowServer }> {
  const server = await startFakesnow(USER, SECRET, DATABASE);
  const { run } = server;
  await run(`CREATE SCHEMA ${SCHEMA}`);
  const config = { account: 'test', username: USER, password: SECRET, warehouse: 'READING', database: DATABASE };
  const table = `${SCHEMA}.${quoted(TABLE)}`;
  const times = Array.from({ length: 9 }, (_, at) => at);
  return {
    server,
    engine,
    config,
    drivers: server.drivers,
    schema: SCHEMA,
    table: TABLE,
    types: TYPES,
    hasNaN: true,
    dataTypes: {
      ...{ int: 'NUMBER', bigint: 'NUMBER', decimal: 'NUMBER', double: 'DOUBLE', text: 'VARCHAR', char: 'VARCHAR' },
      ...{ boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPZ' },
    },
    // What it is compared with no statistics of a column rule out.
    endless: `SELECT t0."id" FROM ${times.map((at) => `${table} AS t${at}`).join(', ')} WHERE MD5(${times.map((at) => `t${at}."note"`).join(' || ')}) = 'x'`,
    writes: [
      `INSERT INTO ${table} (id) VALUES (1)`,
      `CREATE TABLE ${SCHEMA}.t (id int)`,
      `(DELETE FROM ${table})`,
      'CALL SYSTEM$WAIT(1)',
      '',
    ],
    running: server.running,
    faults: [
      { config: { ...config, password: `${SECRET}!` }, reason: 'loginRefused', field: 'connection.config.password' },
      { config: { ...config, warehouse: 'NOWHERE' }, reason: 'databaseNotFound', field: 'connection.config.warehouse' },
      { config: { ...config, account: 'refused' }, reason: 'sourceUnreachable', field: 'connection.config.account' },
      { config: { ...config, account: 'unknown' }, reason: 'hostUnknown', field: 'connection.config.account' },
    ],
    load: async (columns, rows) => {
      const defined = columns.map((one) => `${quoted(one.name)} ${TYPES[one.type as keyof typeof TYPES]}`);
      await run(`CREATE TABLE ${table} (${defined.join(', ')})`);
      const values = rows.map((row) => `(${columns.map((one) => literal(row[one.name]!, one)).join(', ')})`);
      await run(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
    },
    stop: () => server.stop(),
  };
}

describeUnless(MISSING_FAKESNOW, 'Snowflake, with fakesnow in its place', () => {
  describeEngine('as all engines', openSnowflake, SECRET);

  describe('beyond what all engines have', () => {
    let source: Awaited<ReturnType<typeof openSnowflake>>;

    beforeAll(async () => {
      source = await openSnowflake();
      for (const statement of [
        "CREATE TABLE SALES.PEOPLE (ID NUMBER(10,0) PRIMARY KEY, MAIL VARCHAR(120) NOT NULL, DOC VARIANT, BYTES BINARY) COMMENT = 'People'",
        'CREATE VIEW SALES.V AS SELECT ID FROM SALES.PEOPLE',
        "INSERT INTO SALES.PEOPLE SELECT 1, 'a', NULL, NULL",
      ])
        await source.server.run(statement);
    });
    afterAll(async () => source?.stop());

    async function opened(more: object = {}) {
      const read = engine.readConfig({ ...source.config, ...more });
      if ('faults' in read) throw new Error('config');
      const context = { ...contextWith(), driversFolder: source.server.drivers };
      return { session: await engine.connect(read.config, context), config: read.config };
    }

    it('lists tables and views with keys, comments, definitions and types', async () => {
      const { session, config } = await opened();
      const scope = { schemas: ['SALES'], includeViews: true, includePartitions: false };
      const listing = await engine.introspect(session, config, scope);
      const empty = await engine.introspect(session, config, { ...scope, tables: [] });
      await session.close();
      expect(empty.tables).toEqual([]);
      expect([listing.database, listing.schemas.map(({ name }) => name)]).toEqual(['SHOP', ['SALES']]);
      const people = listing.tables.find(({ name }) => name === 'PEOPLE')!;
      expect(people).toMatchObject({ kind: 'Regular', comment: 'People', rowEstimate: 1 });
      expect(people.constraints).toEqual([{ type: 'PRIMARY_KEY', columns: ['ID'] }]);
      const shown = people.columns.map((one, at) => catalogueColumn(one, at, people.constraints, engine.typeWords));
      expect(shown.map((one) => [one.name, one.dataType, one.dataTypeDisplay, one.constraint])).toEqual([
        ['ID', 'NUMBER', 'NUMBER(10,0)', 'PRIMARY_KEY'],
        ['MAIL', 'VARCHAR', 'VARCHAR(120)', 'NOT_NULL'],
        ['DOC', 'JSON', 'VARIANT', 'NULL'],
        ['BYTES', 'BINARY', expect.stringMatching(/^BINARY/), 'NULL'],
      ]);
    });

    it('lists the databases of the account where none is named, and reads the rows of a schema', async () => {
      const { session, config } = await opened({ database: '' });
      expect((await engine.databases(session, config)).map((one) => engine.databaseName(one))).toContain('SHOP');
      await session.close();
      const { session: other } = await opened();
      await other.enter('SALES');
      expect((await other.query('SELECT count(*) FROM PEOPLE')).rows).toEqual([['1']]);
      await other.close();
    });
  });
});
