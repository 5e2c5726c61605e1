import { catalogueColumn, type Check, engineOf, type Engine, runChecks, type SourceTable } from '@app/sources';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { MISSING_MARIADB, startMariaDb } from '../../support/sources/mariadb-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';

/** A server with a table for each column that is checked. */
interface EverydaySource {
  readonly engine: Engine;
  readonly config: Record<string, unknown>;
  readonly schema: string;
  /** Runs a statement as somebody who may write. */
  execute(sql: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** A type, its values as SQL, the catalog's word for it, and checks of it: failing rows, or the reason of Aborted. */
interface EverydayType {
  readonly type: string;
  readonly values: readonly string[];
  readonly word: string;
  readonly checks: readonly (readonly [check: Check, expected: number | string])[];
}

const within = (items: readonly unknown[], expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValuesToBeInSet', parameters: { allowedValues: JSON.stringify(items), matchEnum: 'true' } },
  expected,
];
const without = (items: readonly unknown[], expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValuesToBeNotInSet', parameters: { forbiddenValues: JSON.stringify(items) } },
  expected,
];
const unique = (expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValuesToBeUnique', parameters: {} },
  expected,
];
const pattern = (regex: string, expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValuesToMatchRegex', parameters: { regex } },
  expected,
];
const between = (minValue: string, maxValue: string, expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValuesToBeBetween', parameters: { minValue, maxValue } },
  expected,
];
const length = (minLength: string, maxLength: string, expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValueLengthsToBeBetween', parameters: { minLength, maxLength } },
  expected,
];
const option = (is: string, value: unknown, expected: number | string): EverydayType['checks'][number] => [
  { promise: { is, value } as never },
  expected,
];
const enumeration = (values: readonly unknown[], expected: number | string): EverydayType['checks'][number] => [
  { promise: { is: 'enum', values } },
  expected,
];
const sum = (value: string, expected: number | string): EverydayType['checks'][number] => [
  { definition: 'columnValuesSumToBeBetween', parameters: { minValueForColSum: value, maxValueForColSum: value } },
  expected,
];
const NO_NUMBER = 'typeNotSupported';
const NOT_NULL: EverydayType['checks'][number] = [{ definition: 'columnValuesToBeNotNull', parameters: {} }, 1];
/** A row has NULL. */
const NULL_ROW = 1;

const printed = (
  type: string,
  word: string,
  [first, second]: readonly [string, string],
  regex: string,
): EverydayType => ({
  type,
  word,
  values: [first, first, second].map((one) => `'${one.replaceAll("'", "''")}'`),
  checks: [
    NOT_NULL,
    within([first, second, 'something else'], NULL_ROW),
    without([first], 2),
    enumeration([second], 2),
    unique(2),
    pattern(regex, 1),
    length(String(first.length), String(first.length), first.length === second.length ? 0 : 1),
    between('0', '1', NO_NUMBER),
    sum('1', NO_NUMBER),
  ],
});

const TIMES: readonly EverydayType['checks'][number][] = [
  within(['10:00', '11:30:00.500'], NULL_ROW),
  within(['10:00:00', 'soon', '11:30'], NULL_ROW + 1),
  without(['10:00'], 1),
  enumeration(['10:00'], 1),
  between('10:00', '11:30:00.5', 0),
  between('10:00:00.000001', '12:00', 1),
  between('09:00', '11:30:00.499', 1),
  between('ten', '12:00', 'badParameter'),
  between('12:00', '11:00', 'badParameter'),
  option('minimum', '10:00', 0),
  option('exclusiveMinimum', '10:00', 1),
  option('maximum', '11:30', 1),
  option('exclusiveMaximum', '11:30:00.5', 1),
  unique(0),
  pattern('^1', NO_NUMBER),
];

const POSTGRES: readonly EverydayType[] = [
  printed('inet', 'INET', ['10.0.0.1', '192.168.0.0/16'], '^10[.]'),
  printed('cidr', 'CIDR', ['10.0.0.0/8', '192.168.0.0/16'], '^10[.]'),
  printed('macaddr', 'MACADDR', ['08:00:2b:01:02:03', '08:00:2b:01:02:04'], '03$'),
  printed('interval', 'INTERVAL', ['1 day', '01:30:00'], 'day'),
  printed('interval day to second(3)', 'INTERVAL', ['1 day', '01:30:00'], 'day'),
  printed('int4range', 'TEXT', ['[1,5)', '[7,9)'], '^.1,'),
  printed('tsvector', 'TSVECTOR', ["'a' 'b'", "'c'"], 'a'),
  printed('ext.citext', 'TEXT', ['Ann', 'ann'], 'A'),
  printed('ext.ltree', 'TEXT', ['a.b', 'a.c'], 'b$'),
  printed('ext.hstore', 'MAP', ['"a"=>"1"', '"b"=>"2"'], 'a'),
  printed('everyday.code', 'TEXT', ['Ann', 'ann'], 'A'),
  printed('point', 'POINT', ['(1,2)', '(3,4)'], '1'),
  printed('xml', 'XML', ['<a>1</a>', '<b/>'], 'a'),
  printed('name', 'TEXT', ['Ann', 'Bob'], 'A'),
  printed('bpchar', 'CHAR', ['Ann', 'Bob'], 'A'),
  printed('everyday.mood', 'ENUM', ['sad', 'glad'], 's'),
  printed('everyday.address', 'INET', ['10.0.0.1', '10.0.0.2'], '1$'),
  printed('bit varying(8)', 'BIT', ['101', '110'], '1$'),
  {
    type: 'money',
    word: 'MONEY',
    values: ['12.5', '3', '1250'],
    checks: [
      within(['12.50', '$3.00', '$1,250.00', 'a lot'], NULL_ROW),
      within([12.5, 3], NULL_ROW + 1),
      without(['$12.50'], 1),
      between('0', '$1,250.00', 0),
      between('3.01', '1249.99', 2),
      option('maximum', 12.49, 2),
      option('multipleOf', 0.5, 0),
      unique(0),
      sum('1265.50', 0),
      sum('1265.51', 1),
      pattern('1', NO_NUMBER),
    ],
  },
  {
    type: 'oid',
    word: 'BIGINT',
    values: ['7', '4294967295'],
    checks: [within([7, '4294967295.0'], NULL_ROW), between('7', '4294967294', 1), sum('4294967302', 0), unique(0)],
  },
  {
    type: 'bit(8)',
    word: 'BIT',
    values: ["b'00000101'", "b'11111111'"],
    checks: [within([5, 255], NULL_ROW), between('5', '254', 1), sum('260', 0), within(['00000101'], NULL_ROW + 2)],
  },
  {
    type: 'bit',
    word: 'BIT',
    values: ["b'1'", "b'0'"],
    checks: [within([true], NULL_ROW + 1), within(['false', 1], NULL_ROW), enumeration([true], 1)],
  },
  {
    type: 'bit(64)',
    word: 'BIT',
    values: [`b'${'1'.repeat(64)}'`, `b'${'0'.repeat(63)}1'`],
    checks: [within(['18446744073709551615', 1], NULL_ROW), between('1', '18446744073709551614', 1), unique(0)],
  },
  { type: 'time', word: 'TIME', values: ["'10:00:00'", "'11:30:00.5'"], checks: TIMES },
  {
    type: 'timetz',
    word: 'TIME',
    values: ["'10:00:00+02'", "'08:00:00+00'", "'23:30:00-05'"],
    checks: [
      within(['10:00+02:00', '08:00Z', '23:30-05'], NULL_ROW),
      within(['08:00'], NULL_ROW + 2),
      between('08:00', '08:00Z', 1),
      between('10:00+02:00', '23:30-05:00', 0),
      option('exclusiveMinimum', '08:00', 2),
    ],
  },
  {
    type: 'double precision',
    word: 'DOUBLE',
    values: ["'Infinity'", "'-Infinity'", '1'],
    checks: [
      without(['INF'], 1),
      without(['-inf'], 1),
      within(['+inf', '-Infinity', 1], NULL_ROW),
      between('-Infinity', '1e308', 1),
      between('0', 'inf', 1),
      between('Infinity', 'Infinity', 2),
      between('Infinity', '-Infinity', 'badParameter'),
      option('exclusiveMaximum', 'Infinity', 1),
      option('exclusiveMinimum', '-inf', 1),
      sum('Infinity', 1),
    ],
  },
  {
    type: 'numeric',
    word: 'NUMERIC',
    values: ["'Infinity'", '1', '2'],
    checks: [without(['infinity'], 1), between('1', 'Infinity', 0), between('1', '2', 1), within([1, 2], NULL_ROW + 1)],
  },
  {
    type: 'numeric(5,2)',
    word: 'NUMERIC',
    values: ['1', '2'],
    checks: [without(['infinity'], 0), between('-inf', 'Infinity', 0), between('Infinity', '', 2)],
  },
  {
    type: 'date',
    word: 'DATE',
    values: ["'infinity'", "'-infinity'", "'2024-05-01'"],
    checks: [
      without(['Infinity'], 1),
      within(['inf', '-inf', '2024-05-01'], NULL_ROW),
      between('2024-05-01', 'infinity', 1),
      between('-Infinity', '2024-05-01', 1),
      option('exclusiveMaximum', 'Infinity', 1),
    ],
  },
  {
    type: 'timestamptz',
    word: 'TIMESTAMPZ',
    values: ["'infinity'", "'2024-05-01 00:00+00'"],
    checks: [without(['Infinity'], 1), between('2024-05-01', 'Infinity', 0), between('2024-05-01', '2024-05-02', 1)],
  },
  {
    type: 'int[]',
    word: 'ARRAY',
    values: ["'{1,2}'", "'{}'"],
    checks: [unique(NO_NUMBER), within(['{1,2}'], NO_NUMBER), length('1', '2', 1), between('1', '2', NO_NUMBER)],
  },
  { type: 'jsonb', word: 'JSON', values: ["'1'"], checks: [unique(NO_NUMBER), within([1], NO_NUMBER)] },
  { type: 'bytea', word: 'BYTEA', values: ["'a'"], checks: [unique(NO_NUMBER), within(['a'], NO_NUMBER)] },
];

const MARIADB: readonly EverydayType[] = [
  printed("enum('sad','glad')", 'ENUM', ['sad', 'glad'], 's'),
  printed("set('a','b','c')", 'ENUM', ['a,c', 'b'], 'a'),
  printed('inet6', 'IPV6', ['::1', 'fe80::2'], '^::'),
  {
    type: 'year',
    word: 'YEAR',
    values: ['1999', '2024', '2005'],
    checks: [
      within([1999, '2024', 2005], NULL_ROW),
      within([5], NULL_ROW + 3),
      between('1999', '2023', 1),
      option('minimum', 2000, 1),
      unique(0),
      sum('6028', 0),
      pattern('^19', 2),
    ],
  },
  {
    type: 'bit(8)',
    word: 'BIT',
    values: ["b'101'", "b'11111111'"],
    checks: [within([5, 255], NULL_ROW), between('5', '254', 1), unique(0), sum('260', 0)],
  },
  {
    type: 'bit(1)',
    word: 'BIT',
    values: ["b'1'", "b'0'"],
    checks: [within([true], NULL_ROW + 1), within(['false', 1], NULL_ROW), enumeration([true], 1)],
  },
  { type: 'time(3)', word: 'TIME', values: ["'10:00:00'", "'11:30:00.5'"], checks: TIMES },
  {
    type: 'time',
    word: 'TIME',
    values: ["'-01:00:00'", "'100:30:00'", "'00:00:00'"],
    checks: [
      within(['-01:00', '100:30:00', '00:00'], NULL_ROW),
      between('-01:00:00', '24:00', 1),
      between('00:00', '838:59:59', 1),
      between('00:00', '839:00', 'badParameter'),
    ],
  },
  { type: 'double', word: 'DOUBLE', values: ['1'], checks: [without(['Infinity'], 0), between('0', 'Infinity', 0)] },
  { type: 'point', word: 'POINT', values: ['POINT(1, 2)'], checks: [unique(NO_NUMBER), within(['(1,2)'], NO_NUMBER)] },
];

function describeTypes(engineName: string, types: readonly EverydayType[], open: () => Promise<EverydaySource>): void {
  describe(`Everyday types of ${engineName}`, () => {
    let source: EverydaySource;
    let tables: readonly SourceTable[];
    let session: Awaited<ReturnType<Engine['connect']>>;

    beforeAll(async () => {
      source = await open();
      for (const [at, { type, values }] of types.entries()) {
        await source.execute(`CREATE TABLE ${source.schema}.t${at} (v ${type} NULL)`);
        for (const value of [...values, 'NULL'])
          await source.execute(`INSERT INTO ${source.schema}.t${at} VALUES (${value})`);
      }
      const read = source.engine.readConfig(source.config);
      if ('faults' in read) throw new Error('config');
      session = await source.engine.connect(read.config, contextWith());
      const scope = { schemas: [source.schema], includeViews: false, includePartitions: false };
      tables = (await source.engine.introspect(session, read.config, scope)).tables;
    });
    afterAll(async () => {
      await session?.close();
      await source?.stop();
    });

    it.each(types.map((one, at) => [one.type, at, one] as const))(
      '%s (table %i)',
      async (_type, at, { word, checks }) => {
        const table = tables.find(({ name }) => name === `t${at}`)!;
        const { dataType } = catalogueColumn(table.columns[0]!, 0, [], source.engine.typeWords);
        const place = { database: 'd', schema: source.schema, table: table.name, columns: table.columns };
        const asked = checks.map(([check]) => ({ ...check, column: 'v' }) as Check);
        const { outcomes } = await runChecks(session, { ...place, zone: 'UTC', now: 0, customSql: false }, asked, {
          rowsLimit: 10,
        });
        const found = outcomes.map(({ status, reason, message, failedRows }, index) => [
          asked[index],
          status === 'Aborted' ? reason : (failedRows ?? (status === 'Success' ? 0 : 1)),
          ...(reason === 'sqlError' ? [message] : []),
        ]);
        expect([dataType, ...found]).toEqual([word, ...checks.map(([, expected], index) => [asked[index], expected])]);
      },
    );
  });
}

describeTypes('PostgreSQL', POSTGRES, async () => {
  const database = await createTestDatabase('template0');
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  const { hostname, port, pathname, username, password } = new URL(database.adminUrl);
  await admin.query(`
    SET timezone = 'UTC'; CREATE SCHEMA everyday; CREATE SCHEMA ext;
    CREATE EXTENSION citext SCHEMA ext; CREATE EXTENSION ltree SCHEMA ext; CREATE EXTENSION hstore SCHEMA ext;
    CREATE DOMAIN everyday.code AS ext.citext; CREATE TYPE everyday.mood AS ENUM ('sad', 'glad'); CREATE DOMAIN everyday.address AS inet`);
  return {
    engine: engineOf('Postgres')!,
    config: {
      hostPort: `${hostname}:${port}`,
      username,
      authType: { password: decodeURIComponent(password) },
      database: pathname.slice(1),
      sslMode: 'disable',
    },
    schema: 'everyday',
    execute: (sql) => admin.query(sql),
    stop: async () => {
      await admin.end();
      await database.drop();
    },
  };
});

describeUnless(MISSING_MARIADB, 'MariaDB', () => {
  describeTypes('MariaDB', MARIADB, async () => {
    const { admin, port, stop } = await startMariaDb();
    await admin.query(`SET time_zone = '+00:00'; CREATE DATABASE everyday`);
    await admin.query(`CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'p'`);
    await admin.query(`GRANT SELECT ON everyday.* TO reader@'127.0.0.1'`);
    return {
      engine: engineOf('MariaDB')!,
      config: { hostPort: `127.0.0.1:${port}`, username: 'reader', password: 'p' },
      schema: 'everyday',
      execute: (sql) => admin.query(sql),
      stop,
    };
  });
});
