import { catalogueColumn, engineOf } from '@app/sources';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';
import { describeEngine, type TestSource } from './engine-suite';
import { type OddColumn, type OddValue, TABLE } from './odd-table';

const { TRINO_SERVER } = process.env;
/** Where a cluster of tests listens, with a catalog `memory`. */
const MISSING_TRINO = TRINO_SERVER ? undefined : 'TRINO_SERVER names no host and port of a Trino with a catalog memory';
const USER = 'reader';
const SCHEMA = 'sales';
const engine = engineOf('Trino')!;

const TYPES = {
  int: 'integer',
  bigint: 'bigint',
  decimal: 'decimal(12, 2)',
  double: 'double',
  text: 'varchar',
  char: 'char(5)',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp(3)',
  timestamptz: 'timestamp(3) with time zone',
  uuid: 'uuid',
  array: 'array(integer)',
} as const;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

function literal(value: OddValue, { type }: OddColumn): string {
  const word = TYPES[type as keyof typeof TYPES];
  if (value === null) return `CAST(NULL AS ${word})`;
  if (Array.isArray(value)) return `CAST(ARRAY[${value.join(', ')}] AS ${word})`;
  if (typeof value === 'number' && type.startsWith('timestamp')) {
    const moment = new Date(value).toISOString().replace('T', ' ').replace('Z', '');
    return `CAST(TIMESTAMP ${text(type === 'timestamptz' ? `${moment} UTC` : moment)} AS ${word})`;
  }
  return `CAST(${text(String(value))} AS ${word})`;
}

/** Runs a statement to its end, outside of what is tested. */
async function run(sql: string): Promise<unknown[][]> {
  const headers = { 'x-trino-user': 'admin', 'x-trino-catalog': 'memory' };
  const rows: unknown[][] = [];
  let answer = await fetch(`http://${TRINO_SERVER}/v1/statement`, { method: 'POST', body: sql, headers });
  for (;;) {
    const page = (await answer.json()) as { nextUri?: string; data?: unknown[][]; error?: { message: string } };
    if (page.error) throw new Error(page.error.message);
    rows.push(...(page.data ?? []));
    if (!page.nextUri) return rows;
    answer = await fetch(page.nextUri, { headers });
  }
}

async function openTrino(): Promise<TestSource> {
  const name = TABLE.toLowerCase();
  const table = `${SCHEMA}.${quoted(name)}`;
  await run(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await run(`CREATE SCHEMA ${SCHEMA}`);
  const config = { hostPort: TRINO_SERVER, username: USER, catalog: 'memory' };
  return {
    engine,
    config,
    schema: SCHEMA,
    table: name,
    types: TYPES,
    hasNaN: true,
    lowersNames: true,
    dataTypes: {
      ...{ int: 'INT', bigint: 'BIGINT', decimal: 'DECIMAL', double: 'DOUBLE', text: 'VARCHAR', char: 'CHAR' },
      ...{ boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPZ', uuid: 'UUID' },
      array: 'ARRAY',
    },
    endless:
      'SELECT x + y + z FROM UNNEST(sequence(1, 10000)) a(x), UNNEST(sequence(1, 10000)) b(y), UNNEST(sequence(1, 10000)) c(z) WHERE x + y + z = -1',
    writes: [
      `INSERT INTO ${table} (id) VALUES (1)`,
      `CREATE TABLE ${SCHEMA}.t (id integer)`,
      `CREATE TABLE ${SCHEMA}.t AS SELECT 1 AS id`,
      `DROP TABLE ${table}`,
      'SELECT 1; SELECT 2',
    ],
    running: async () =>
      Number(
        (
          await run(
            `SELECT count(*) FROM system.runtime.queries WHERE "user" = '${USER}' AND state IN ('RUNNING', 'STARTING', 'PLANNING')`,
          )
        )[0]![0],
      ),
    faults: [
      { config: { ...config, catalog: 'nowhere' }, reason: 'databaseNotFound', field: 'connection.config.catalog' },
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
        config: { ...config, authType: { password: 'S%cret/+pw-of-the-reader' } },
        reason: 'tlsFailed',
        field: 'connection.config.hostPort',
      },
    ],
    load: async (columns, rows) => {
      const defined = columns.map((one) => `${quoted(one.name)} ${TYPES[one.type as keyof typeof TYPES]}`);
      await run(`CREATE TABLE ${table} (${defined.join(', ')})`);
      const values = rows.map((row) => `(${columns.map((one) => literal(row[one.name]!, one)).join(', ')})`);
      await run(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
    },
    stop: () => Promise.resolve(),
  };
}

describeUnless(MISSING_TRINO, 'Trino', () => {
  describeEngine('as all engines', openTrino, 'S%cret/+pw-of-the-reader');

  describe('beyond what all engines have', () => {
    beforeAll(async () => {
      await run('DROP SCHEMA IF EXISTS other CASCADE');
      await run('CREATE SCHEMA other');
      await run(
        "CREATE TABLE other.people (id bigint NOT NULL COMMENT 'Its number', r row(a bigint, b varchar), n bigint) COMMENT 'People'",
      );
      await run(
        "INSERT INTO other.people VALUES (1, ROW(1, 'x'), 9223372036854775807), (2, NULL, 9223372036854775807)",
      );
      await run('CREATE VIEW other.v AS SELECT id FROM memory.other.people');
    });

    async function opened() {
      const read = engine.readConfig({ hostPort: TRINO_SERVER, username: USER, catalog: 'memory' });
      if ('faults' in read) throw new Error('config');
      return { session: await engine.connect(read.config, contextWith()), config: read.config };
    }

    it('lists tables and views with comments, definitions and fields', async () => {
      const { session, config } = await opened();
      const scope = { schemas: ['other'], includeViews: true, includePartitions: false };
      const listing = await engine.introspect(session, config, scope);
      await session.close();
      expect([listing.database, listing.schemas]).toEqual(['memory', [{ name: 'other' }]]);
      expect(listing.tables.map((table) => [table.name, table.kind])).toEqual([
        ['people', 'Regular'],
        ['v', 'View'],
      ]);
      const [people, view] = listing.tables;
      expect([people!.comment, view!.definition]).toEqual(['People', expect.stringContaining('people')]);
      const shown = people!.columns.map((one, at) => catalogueColumn(one, at, [], engine.typeWords));
      expect(shown.map((one) => [one.name, one.dataType, one.constraint, one.description])).toEqual([
        ['id', 'BIGINT', 'NOT_NULL', 'Its number'],
        ['r', 'STRUCT', 'NULL', undefined],
        ['n', 'BIGINT', 'NULL', undefined],
      ]);
      expect(shown[1]!.children?.map((one) => [one.name, one.dataType])).toEqual([
        ['a', 'BIGINT'],
        ['b', 'VARCHAR'],
      ]);
    });

    it('sums beyond 64 bits, resolves names in a schema, and samples the same rows each time', async () => {
      const { session } = await opened();
      await session.enter('other');
      const { dialect } = session;
      const sum = dialect.sum('n', { is: 'int', low: -(2n ** 63n), high: 2n ** 63n - 1n });
      expect((await session.query(`SELECT ${sum} FROM people`)).rows).toEqual([['18446744073709551614']]);
      const rows = '(SELECT x FROM UNNEST(sequence(1, 10000)) a(x))';
      const sampled = dialect.sample({ name: rows, isStored: true, key: ['x'] }, 0.25);
      const count = async (): Promise<number> =>
        Number((await session.query(`SELECT count(*) FROM ${sampled}`)).rows[0]![0]);
      const first = await count();
      expect(Math.abs(first - 2_500)).toBeLessThan(250);
      expect(await count()).toBe(first);
      await session.close();
    });
  });
});
