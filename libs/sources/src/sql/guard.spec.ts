import { CLICKHOUSE } from '../clickhouse/clickhouse-dialect';
import { MARIADB } from '../mysql/mysql-dialect';
import { POSTGRES } from '../postgres/postgres-dialect';
import { guardFault, requireReading, withoutSemicolon } from './guard';
import { replacePlaceholders } from './placeholders';

describe('the guard', () => {
  it.each([
    'SELECT 1;',
    ' ( SELECT 1 ) ; ; -- end',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    `SELECT '; DELETE FROM t', "update", $$ drop $$, $a$ $$ insert $a$, E'a\\'; drop' FROM t /* /* nested */ drop */`,
    "SELECT replace(a, 'x', 'y') FROM t",
    'SELECT updated, created_into FROM t',
  ])('PostgreSQL lets through %j', (sql) => expect(guardFault(sql, POSTGRES)).toBeUndefined());

  it.each([
    '',
    ';',
    '-- nothing',
    'DELETE FROM t',
    'SELECT 1; SELECT 2',
    'SELECT 1 INTO t',
    'WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x',
    'SELECT * FROM t FOR NO KEY UPDATE',
    'SELECT pg_sleep(1)',
    'SELECT pg_catalog . "pg_read_file" (\'x\')',
    'SELECT "PG_SLEEP"(1)',
    'SELECT U&"pg_sl\\0065ep"(1)',
    "SELECT 'open",
    'SELECT /* open',
    'SELECT $a$ open',
    'SELECT 1) q; (SELECT 2',
    'SELECT 1) UNION (SELECT 2',
    'EXPLAIN ANALYZE SELECT 1',
    'SELECT `a`',
    'TABLE t',
    'VALUES (1)',
    'SELECT \u0000',
  ])('PostgreSQL refuses %j', (sql) => expect(guardFault(sql, POSTGRES)).toEqual(expect.any(String)));

  it.each([
    "SELECT 'a\\'; DELETE FROM t; -- ', \"it's; drop\", `update` FROM t # drop",
    'SELECT 1 --drop\n FROM t'.replace('--drop', '-- drop'),
  ])('MariaDB lets through %j', (sql) => expect(guardFault(sql, MARIADB)).toBeUndefined());

  it.each([
    'SELECT /*! 1 */ 1',
    'SELECT /*M!100000 1 */ 1',
    'SELECT @x := 1',
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    'SELECT Sleep (1)',
    'SELECT * FROM t LOCK IN SHARE MODE',
    "SELECT 'a\\'; DELETE FROM t; -- '; DELETE FROM t",
    'SELECT 1 /* /* nested */ DELETE */',
    'SELECT 1--drop',
  ])('MariaDB refuses %j', (sql) => expect(guardFault(sql, MARIADB)).toEqual(expect.any(String)));

  it.each([
    'SELECT "a\\\\; DROP" FROM t /* /* nested */ drop */ # drop',
    "SELECT 'a\\'; drop', $x$ 'drop' $x$ FROM `a\\`b`",
    'SELECT "a\\"; DROP TABLE t; SELECT "',
  ])('ClickHouse lets through %j', (sql) => expect(guardFault(sql, CLICKHOUSE)).toBeUndefined());

  it.each([
    'SELECT "sl\\x65ep"(1)',
    'SELECT * FROM "ur\\l"(1)',
    "SELECT * FROM URL('x')",
    "SELECT * FROM s3Cluster('x')",
    'SELECT 1 SETTINGS max_execution_time = 0',
    "SELECT 1 INTO OUTFILE 'x'",
    'SELECT ‘a’',
  ])('ClickHouse refuses %j', (sql) => expect(guardFault(sql, CLICKHOUSE)).toEqual(expect.any(String)));

  it('takes the semicolon off, and comments behind it', () =>
    expect(withoutSemicolon('SELECT 1 -- one\n ; -- end', POSTGRES)).toBe('SELECT 1'));
});

describe('placeholders', () => {
  const place = { database: 'd', schema: 's', table: 'a"b', column: 'c' };

  it.each([
    ['SELECT ${column} FROM {table}', 'SELECT "c" FROM "s"."a""b"'],
    ['SELECT "${field}", `{property}` FROM \'{model}\'', 'SELECT "c", "c" FROM "s"."a""b"'],
    ['{schema}.{database}.{object}', '"s"."d"."s"."a""b"'],
    ["'{table}", '\'"s"."a""b"'],
    ['{other} ${x}', '{other} ${x}'],
  ])('replaces %j', (sql, expected) => expect(replacePlaceholders(sql, place, POSTGRES)).toEqual({ sql: expected }));

  it('refuses a column where there is none', () =>
    expect(replacePlaceholders('{column}', { ...place, column: undefined } as never, POSTGRES)).toHaveProperty(
      'fault',
    ));
});

describe('a session without a read-only mode', () => {
  it.each(['SELECT 1', ' (( select 1))', '\nwith x AS (SELECT 1) SELECT 1', 'SHOW TABLES'])('sends %j', (sql) =>
    expect(() => requireReading(sql, ['SHOW'])).not.toThrow(),
  );

  it.each(['', 'DELETE FROM t', '(DELETE FROM t)', '/* SELECT */ DROP TABLE t', 'USE x'])('does not send %j', (sql) =>
    expect(() => requireReading(sql, ['SHOW'])).toThrow(/not with SELECT or WITH/),
  );
});
