import { CLICKHOUSE } from '../clickhouse/clickhouse-dialect';
import { MARIADB } from '../mysql/mysql-dialect';
import { POSTGRES } from '../postgres/postgres-dialect';
import { BIGQUERY } from '../bigquery/bigquery-dialect';
import { DATABRICKS } from '../databricks/databricks-dialect';
import { DUCKDB } from '../files/files-dialect';
import { MSSQL } from '../mssql/mssql-dialect';
import { REDSHIFT } from '../redshift/redshift-dialect';
import { SNOWFLAKE } from '../snowflake/snowflake-dialect';
import { TRINO } from '../trino/trino-dialect';
import { guardFault, judgeStatement, requireReading, withoutSemicolon } from './guard';
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

  it('ends comments of a line where the engine ends them', () => {
    const hidden = "SELECT 1 -- \r ' \n INTO OUTFILE '/tmp/x' -- '";
    for (const dialect of [MARIADB, CLICKHOUSE]) {
      expect(guardFault(hidden, dialect)).toMatch(/(INTO|OUTFILE) is not allowed/);
      expect(guardFault("SELECT 1 # \r ' \n + sleep(2) # '", dialect)).toMatch(/sleep/);
      expect(guardFault('SELECT 1 -- \r DELETE', dialect)).toBeUndefined();
    }
    for (const dialect of [POSTGRES, DUCKDB, TRINO, REDSHIFT])
      expect(guardFault('SELECT 1 -- \r DELETE', dialect)).toMatch(/DELETE/);
    for (const dialect of [SNOWFLAKE, BIGQUERY, DATABRICKS, MSSQL]) {
      expect(guardFault('SELECT 1 -- a\r', dialect)).toBeUndefined();
      expect(guardFault('SELECT 1 -- a\r\n, 2', dialect)).toBeUndefined();
      expect(guardFault('SELECT 1 -- \r , 2', dialect)).toMatch(/cannot be taken apart/);
    }
    expect(guardFault('SELECT 1 -- a \\\n, 2', DATABRICKS)).toMatch(/cannot be taken apart/);
  });

  it.each(['/*! 1 */', '/*m!100000 1 */', '/*+ MAX_EXECUTION_TIME(0) */', "/*+ SET_VAR(sql_mode='') */"])(
    'refuses the comment %j everywhere',
    (comment) => {
      for (const dialect of [MARIADB, CLICKHOUSE, POSTGRES, DUCKDB, TRINO, SNOWFLAKE, DATABRICKS])
        expect(guardFault(`SELECT ${comment} 1`, dialect)).toMatch(/hint/);
    },
  );

  it.each([
    [
      MARIADB,
      "SELECT group_concat(a ORDER BY b), date_format(now(), '%Y'), ifnull(x, 0), json_extract(j, '$.a') FROM t",
    ],
    [
      MARIADB,
      'WITH x (a, b) AS (SELECT 1, 2), y AS (SELECT 1) SELECT row_number() OVER (ORDER BY a) FROM x USE INDEX (i)',
    ],
    [
      MARIADB,
      'SELECT CAST(a AS DECIMAL(10, 2)), a IN (1), a NOT IN (2), NOT (b), EXISTS (SELECT 1) FROM (SELECT 1) t (a)',
    ],
    [DUCKDB, "SELECT list_transform(l, x -> x + 1), a.lower().trim(), strftime(d, '%Y'), regexp_matches(a, 'x')"],
    [
      DUCKDB,
      'SELECT count(*) FILTER (WHERE x), quantile_cont(x, 0.5), * EXCLUDE (a) FROM range(10) AS r(i), unnest([1]) u',
    ],
    [
      CLICKHOUSE,
      'SELECT sumIf(a, b), uniqExactArrayOrNull(c), quantile(0.5)(d), toStartOfMonth(e), arrayMap(x -> x + 1, f)',
    ],
    [CLICKHOUSE, 'WITH toDate(a) AS d SELECT d FROM t ARRAY JOIN b AS (c)'.replace(' AS (c)', ' AS c')],
    [TRINO, "SELECT approx_distinct(a), date_trunc('month', b), try_cast(c AS bigint) FROM UNNEST(ARRAY[1]) AS t (x)"],
    [REDSHIFT, "SELECT pg_catalog.lower(a), dateadd(day, 1, b), listagg(c, ',') WITHIN GROUP (ORDER BY c) FROM t"],
    [SNOWFLAKE, "SELECT iff(a, 1, 2), to_varchar(b), dateadd('day', 1, c), parse_json(d):x::varchar(10) FROM t"],
    [
      BIGQUERY,
      'SELECT SAFE.SUBSTR(a, 1), COUNTIF(b), NET.HOST(c), ARRAY_AGG(d)[OFFSET(0)], CAST(e AS NUMERIC(10, 2)) FROM t',
    ],
    [DATABRICKS, 'SELECT collect_set(a), date_format(b, "y"), try_divide(1, 0), explode(c) FROM t'],
    [
      MSSQL,
      "SELECT TOP (1) DATEADD(day, 1, a), ISNULL(b, 0), TRY_CAST(c AS decimal(10, 2)), IIF(d = 1, 'x', 'y') FROM t",
    ],
  ])('lets through what is listed: %#', (dialect, sql) => expect(guardFault(sql, dialect)).toBeUndefined());

  it.each([
    [MARIADB, "SELECT load_file('/etc/passwd')", 'load_file'],
    [MARIADB, 'SELECT benchmark(1, 1)', 'benchmark'],
    [MARIADB, "SELECT get_lock('x', 1)", 'get_lock'],
    [MARIADB, 'SELECT {fn sleep(1)}', 'sleep'],
    [MARIADB, 'SELECT sales.lower(a)', 'sales.lower'],
    [MARIADB, 'SELECT NEXT VALUE FOR s', 'NEXT VALUE'],
    [CLICKHOUSE, "SELECT * FROM url('x')", 'url'],
    [CLICKHOUSE, "SELECT * FROM file('x')", 'file'],
    [CLICKHOUSE, "SELECT * FROM s3('x')", 's3'],
    [CLICKHOUSE, 'WITH sleep(1) AS x SELECT x', 'sleep'],
    [CLICKHOUSE, "SELECT dictGet('d', 'a', 1)", 'dictget'],
    [DUCKDB, "SELECT * FROM read_csv('x')", 'read_csv'],
    [DUCKDB, "SELECT * FROM glob('*')", 'glob'],
    [DUCKDB, "SELECT DISTINCT ON (a) getenv('x')", 'getenv'],
    [DUCKDB, "SELECT 'SELECT 1'.query()", 'query'],
    [DUCKDB, 'SELECT sleep_ms(1)', 'sleep_ms'],
    [TRINO, "SELECT * FROM TABLE(c.system.query('SELECT 1'))", 'c.system.query'],
    [REDSHIFT, 'SELECT public.lower(a)', 'public.lower'],
    [SNOWFLAKE, 'SELECT system$wait(1)', 'system$wait'],
    [SNOWFLAKE, 'SELECT s.nextval', 'NEXTVAL'],
    [BIGQUERY, "SELECT * FROM EXTERNAL_QUERY('c', 'x')", 'external_query'],
    [DATABRICKS, "SELECT reflect('a', 'b')", 'reflect'],
    [MSSQL, "SELECT * FROM OPENROWSET('a', 'b')", 'openrowset'],
    [MSSQL, 'SELECT TOP (1) xp_x(1)', 'xp_x'],
    [MSSQL, 'SELECT dbo.f(1)', 'dbo.f'],
    [MSSQL, 'SELECT 1 FROM t WITH (TABLOCKX)', 'TABLOCKX'],
  ])('names what is not listed: %#', (dialect, sql, name) => expect(guardFault(sql, dialect)).toContain(name));

  it('takes functions that were added, but those of the closed list', () => {
    const functions = ['ours', 'sales.score', 'sleep'];
    const fault = (sql: string) => {
      const judged = judgeStatement(sql, { schema: 'sales', functions }, MARIADB);
      return 'fault' in judged ? judged.fault : undefined;
    };
    expect(fault('SELECT OURS(1), sales.score(2)')).toBeUndefined();
    expect(fault('SELECT score(1)')).toMatch(/score is not allowed; an administrator can add it/);
    expect(fault('SELECT sleep(1)')).toBe('the function sleep is not allowed');
  });

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
