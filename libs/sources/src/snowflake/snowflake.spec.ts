import { generateKeyPairSync } from 'node:crypto';
import { SourceError } from '../reason';
import { explainSnowflake, hostOf, readSnowflakeConfig, type SnowflakeConfig } from './snowflake-connection';
import { SNOWFLAKE } from './snowflake-dialect';
import { introspectSnowflake, snowflakeDatabases } from './snowflake-introspect';

const CONFIG: SnowflakeConfig = { account: 'org-one', user: 'reader', password: 'pass/word%1', warehouse: 'READING' };
const GIVEN = { account: 'org-one', username: 'reader', password: 'p', warehouse: 'READING' };

describe('the config of Snowflake', () => {
  it('has the account, and a password or a key', () => {
    expect(readSnowflakeConfig({ ...GIVEN, database: 'SHOP', role: 'R', connectionOptions: {} })).toEqual({
      config: { account: 'org-one', user: 'reader', password: 'p', warehouse: 'READING', database: 'SHOP', role: 'R' },
    });
    expect(hostOf(CONFIG)).toBe('org-one.snowflakecomputing.com');
    expect(hostOf({ ...CONFIG, account: 'one.cn-north-1' })).toBe('one.cn-north-1.snowflakecomputing.cn');
  });

  it('takes a key that is encrypted, and keeps it plain', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' },
    });
    const given = { ...GIVEN, password: undefined, privateKey, snowflakePrivatekeyPassphrase: 'open' };
    expect(readSnowflakeConfig(given)).toMatchObject({
      config: { privateKey: expect.stringContaining('-----BEGIN PRIVATE KEY-----') as string },
    });
    expect(readSnowflakeConfig({ ...given, snowflakePrivatekeyPassphrase: 'shut' })).toMatchObject({
      faults: [{ field: 'connection.config.privateKey' }],
    });
  });

  it.each([
    [{}, ['account', 'password', 'username', 'warehouse']],
    [{ ...GIVEN, account: 'evil.example.org/x' }, ['account']],
    [{ ...GIVEN, account: 'a@b' }, ['account']],
    [{ ...GIVEN, password: '', privateKey: '/etc/key.p8' }, ['privateKey', 'privateKey']],
  ])('names what is wrong with %j', (config, fields) => {
    expect(readSnowflakeConfig(config)).toMatchObject({
      faults: fields.map((field) => ({ field: `connection.config.${field}` })),
    });
  });
});

describe('errors of Snowflake', () => {
  it.each([
    ['390100', 'loginRefused', 'password'],
    ['390201', 'databaseNotFound', 'warehouse'],
    ['003001', 'notPermitted', 'role'],
    ['000630', 'timedOut', undefined],
    ['001003', 'sqlError', undefined],
  ])('%s is %s', (code, reason, field) => {
    const error = Object.assign(new Error("no right on 'other' for pass/word%1 pass%2Fword%251"), { code, data: {} });
    const explained = explainSnowflake(error, CONFIG, 'SELECT 1');
    expect(explained).toMatchObject({ reason, ...(field && { field: `connection.config.${field}` }) });
    expect(explained.message).toBe("no right on '…' for ********* *********");
  });

  it('of the line are found behind those of the driver', () => {
    const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const error = Object.assign(new Error('getaddrinfo', { cause }), { code: 401001 });
    expect(explainSnowflake(error, CONFIG)).toMatchObject({
      reason: 'hostUnknown',
      field: 'connection.config.account',
    });
    const judged = new SourceError({ reason: 'sourceUnreachable', message: 'refused' });
    expect(explainSnowflake(new Error('x', { cause: judged }), CONFIG)).toBe(judged);
  });
});

/** Answers in the order in which they are asked for. */
function sessionOf(...answers: readonly { columns?: string[]; rows: (string | null)[][] }[]) {
  const asked: string[] = [];
  return {
    asked,
    session: {
      dialect: SNOWFLAKE,
      query: (sql: string) => {
        asked.push(sql.replaceAll(/\s+/g, ' '));
        return Promise.resolve({ columns: [], ...answers[asked.length - 1]! });
      },
      enter: () => Promise.resolve(),
      now: () => Promise.resolve(0),
      cancel: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  };
}

describe('a listing of Snowflake', () => {
  const scope = { schemas: ['SALES'], tables: ["IT'S"], includeViews: false, includePartitions: false };

  it('has keys in their order, foreign ones with what they refer to, and sizes of types', async () => {
    const { session, asked } = sessionOf(
      { rows: [['SALES', null]] },
      {
        rows: [
          ['SALES', 'LINES', 'BASE TABLE', 'Sold', '3', '99', '1700000000000'],
          ['SALES', 'V', 'VIEW', null, null, null, '1'],
          ['SALES', 'T', 'LOCAL TEMPORARY', null, null, null, '1'],
        ],
      },
      {
        rows: [
          ['SALES', 'LINES', 'NO', 'NUMBER', 'NO', 'Its number', null, '10', '0'],
          ['SALES', 'LINES', 'NOTE', 'TEXT', 'YES', null, '80', null, null],
          ['SALES', 'LINES', 'AT', 'TIMESTAMP_TZ', 'YES', null, null, null, null],
        ],
      },
      { rows: [] },
      {
        columns: ['created_on', 'schema_name', 'table_name', 'column_name', 'key_sequence', 'constraint_name'],
        rows: [
          ['x', 'SALES', 'LINES', 'NO', '2', 'pk'],
          ['x', 'SALES', 'LINES', 'YEAR', '1', 'pk'],
        ],
      },
      { columns: ['schema_name'], rows: [] },
      {
        columns: [
          ...['fk_schema_name', 'fk_table_name', 'fk_name', 'fk_column_name'],
          ...['pk_schema_name', 'pk_table_name', 'pk_column_name', 'key_sequence'],
        ],
        rows: [['SALES', 'LINES', 'fk', 'BUYER', 'SALES', 'PEOPLE', 'ID', '1']],
      },
    );
    const { tables } = await introspectSnowflake(session, { ...CONFIG, database: 'SHOP' }, scope);
    expect(asked[1]).toContain(
      `FROM "SHOP".INFORMATION_SCHEMA.TABLES WHERE table_schema <> 'INFORMATION_SCHEMA' AND table_schema IN ('SALES') AND table_name IN ('IT''S')`,
    );
    expect(asked.slice(4)).toEqual([
      'SHOW PRIMARY KEYS IN DATABASE "SHOP"',
      'SHOW UNIQUE KEYS IN DATABASE "SHOP"',
      'SHOW IMPORTED KEYS IN DATABASE "SHOP"',
    ]);
    expect(tables).toMatchObject([
      {
        ...{ name: 'LINES', kind: 'Regular', comment: 'Sold', rowEstimate: 3, sizeInByte: 99 },
        changedAt: 1_700_000_000_000,
        columns: [
          { name: 'NO', display: 'NUMBER(10,0)', isNullable: false, comment: 'Its number' },
          { name: 'NOTE', display: 'VARCHAR(80)', isNullable: true },
          { name: 'AT', kind: { is: 'moment', zoned: true } },
        ],
        constraints: [
          { type: 'PRIMARY_KEY', columns: ['YEAR', 'NO'] },
          {
            type: 'FOREIGN_KEY',
            columns: ['BUYER'],
            referred: { schema: 'SALES', table: 'PEOPLE', columns: ['ID'] },
          },
        ],
      },
    ]);
  });

  it('is of all databases where none is named, but for those of the account', async () => {
    const { session } = sessionOf({
      columns: ['created_on', 'name'],
      rows: [
        ['x', 'SHOP'],
        ['x', 'SNOWFLAKE'],
      ],
    });
    expect(await snowflakeDatabases(session, CONFIG)).toEqual([{ ...CONFIG, database: 'SHOP' }]);
  });
});
