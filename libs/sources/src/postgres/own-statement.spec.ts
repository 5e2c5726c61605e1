import { judgeStatement } from '../sql/guard';
import { POSTGRES } from './postgres-dialect';
import { POSTGRES_GRAMMAR } from './postgres-grammar';

const judged = (sql: string, functions: readonly string[] = []) =>
  judgeStatement(sql, { schema: 'sales', functions }, POSTGRES);

describe('a statement of users for PostgreSQL', () => {
  beforeAll(() => POSTGRES_GRAMMAR.load());

  it.each([
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT count(*) FROM n`,
    `SELECT id FROM "sales".t WHERE status NOT IN ('a', 'b') AND amount BETWEEN 1 AND 2 OR note ILIKE '%x%'`,
    `SELECT a::date, CAST(b AS numeric(10, 2)), c::text[], d AT TIME ZONE 'UTC', e::jsonb ->> 'x' FROM "sales".t`,
    `SELECT date_trunc('month', d), extract(epoch FROM d), now() - interval '1 day', d + make_interval(days => 2) FROM "sales".t`,
    `SELECT sum(x) FILTER (WHERE x > 0), percentile_cont(0.5) WITHIN GROUP (ORDER BY x), string_agg(n, ',' ORDER BY n) FROM "sales".t`,
    `SELECT row_number() OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM "sales".t WINDOW w AS (ORDER BY a)`,
    `SELECT * FROM generate_series(1, 10) AS g(n) LEFT JOIN LATERAL (SELECT unnest(ARRAY[1, 2]) AS u) AS x ON true`,
    `SELECT CASE a WHEN 1 THEN 'x' ELSE coalesce(b, nullif(c, ''), greatest(d, e)) END FROM "sales".t`,
    `SELECT md5(a), regexp_replace(a, '\\s+', ' ', 'g'), a ~ '^x', substring(a FROM 1 FOR 2), trim(BOTH ' ' FROM a) FROM "sales".t`,
    `SELECT jsonb_agg(to_jsonb(t)), jsonb_path_query_array(d, '$.a[*]'), json_value(d, '$.x') FROM "sales".t GROUP BY GROUPING SETS ((a), ())`,
    `SELECT (SELECT max(x) FROM "sales".u WHERE u.id = t.id), EXISTS (SELECT 1), a = ANY (ARRAY[1]), (r).f, t.* FROM "sales".t`,
    `SELECT pg_catalog.lower(a) OPERATOR(pg_catalog.||) 'x' COLLATE "C" FROM "sales".t TABLESAMPLE SYSTEM (10) ORDER BY 1 LIMIT 5`,
    `SELECT count(*) FROM pg_class c JOIN pg_catalog.pg_namespace n ON true JOIN information_schema.tables i ON i.table_name = c.relname`,
    `(SELECT 1 EXCEPT VALUES (2)) INTERSECT SELECT current_date - date '2024-01-01'`,
    `SELECT to_tsvector('english', a) @@ plainto_tsquery('x'), 'a'::regconfig FROM "sales".t`,
  ])('sends %j as it is', (sql) => expect(judged(sql)).toEqual({ sql, isQualified: true }));

  it.each([
    ['SELECT 1 FROM t', 'SELECT 1 FROM "sales".t'],
    [
      'SELECT \'ü\' FROM "Tä" AS x JOIN ONLY u ON true',
      'SELECT \'ü\' FROM "sales"."Tä" AS x JOIN ONLY "sales".u ON true',
    ],
    ['WITH t AS (SELECT 1 FROM t) SELECT 1 FROM t', 'WITH t AS (SELECT 1 FROM "sales".t) SELECT 1 FROM t'],
    [
      'WITH a AS (SELECT 1 FROM b), b AS (SELECT 1 FROM a) SELECT 1 FROM a, b, c',
      'WITH a AS (SELECT 1 FROM "sales".b), b AS (SELECT 1 FROM a) SELECT 1 FROM a, b, "sales".c',
    ],
    [
      'SELECT (WITH t AS (SELECT 1) SELECT 1 FROM t) FROM t',
      'SELECT (WITH t AS (SELECT 1) SELECT 1 FROM t) FROM "sales".t',
    ],
    ["SELECT 'a'::mood, mood 'b'", `SELECT 'a'::"sales".mood, "sales".mood 'b'`],
  ])('qualifies names of tables and types in %j', (sql, expected) =>
    expect(judged(sql)).toEqual({ sql: expected, isQualified: true }),
  );

  it('calls functions that were added, with their schema', () => {
    expect(judged('SELECT levenshtein(a, b), ours(a)', ['public.levenshtein', 'ours'])).toEqual({
      sql: 'SELECT "public".levenshtein(a, b), "sales".ours(a)',
      isQualified: true,
    });
    expect(judged('SELECT public.levenshtein(a, b), sales.ours(a)', ['public.levenshtein', 'ours'])).toEqual({
      sql: 'SELECT public.levenshtein(a, b), sales.ours(a)',
      isQualified: true,
    });
    expect(judged('SELECT other.levenshtein(a, b)', ['public.levenshtein'])).toHaveProperty('fault');
  });

  it.each([
    ["SELECT count(*) FROM ts_stat('SELECT 1')", /ts_stat/],
    ["SELECT ts_rewrite('a'::tsquery, 'SELECT 1')", /ts_rewrite/],
    ["SELECT * FROM crosstab3('SELECT 1')", /crosstab3/],
    ["SELECT * FROM connectby('a', 'b', 'c', 'd', 0) AS t(x int)", /connectby/],
    ["SELECT * FROM xpath_table('a', 'b', 'c', 'd', 'e') AS t(x int)", /xpath_table/],
    ["SELECT query_to_xml('SELECT 1', true, true, '')", /query_to_xml/],
    ["SELECT dblink('x', 'SELECT 1')", /dblink/],
    ["SELECT pg_catalog.pg_read_file('x')", /pg_read_file/],
    ['SELECT "pg_sleep"(1)', /pg_sleep/],
    ['SELECT U&"pg_sl\\0065ep"(1)', /cannot be taken apart/],
    ["SELECT set_config('statement_timeout', '0', false)", /set_config/],
    ['SELECT pg_terminate_backend(1)', /pg_terminate_backend/],
    ["SELECT pg_notify('a', 'b')", /pg_notify/],
    ['SELECT pg_advisory_lock(1)', /pg_advisory_lock/],
    ["SELECT nextval('s')", /nextval/],
    ["SELECT lo_import('/etc/passwd')", /lo_import/],
    ["SELECT current_setting('x')", /current_setting is not allowed; an administrator can add it/],
    ['SELECT public.lower(a)', /public\.lower/],
    ['SELECT sales.lower(a)', /sales\.lower/],
    ['SELECT d.pg_catalog.lower(a)', /d\.pg_catalog\.lower/],
    ['SELECT "LOWER"(a)', /LOWER/],
    // Behind a point a function is called without parentheses.
    ['SELECT t.pg_sleep FROM unnest(ARRAY[9.0::float8]) AS t', /pg_sleep behind a point/],
    ['SELECT (9::float8)."pg_sleep"', /pg_sleep behind a point/],
    ['SELECT 1 OPERATOR(sales.+) 1', /operator sales\.\+/],
    ['SELECT 1 WHERE 1 OPERATOR(sales.=) ANY (SELECT 1)', /operator sales\.=/],
    ['SELECT 1 ORDER BY 1 USING OPERATOR(sales.<)', /operator sales\.</],
    ['SELECT \'a\' COLLATE sales."x"', /collation sales\.x/],
    ["SELECT 'x'::regclass", /type regclass/],
    ["SELECT 'x'::pg_catalog.regrole", /type regrole/],
    ["SELECT 'x'::evil.dom", /type evil\.dom/],
    ['SELECT 1 FROM t TABLESAMPLE evil (1)', /TABLESAMPLE evil/],
    ["SELECT * FROM XMLTABLE('/a' PASSING x COLUMNS b int)", /not allowed/],
    ['WITH x AS (DELETE FROM t RETURNING *) SELECT 1', /DELETE/],
    ['SELECT 1 FROM t FOR SHARE', /SHARE/],
    ['SELECT 1 INTO x', /INTO/],
    ['SELECT $1', /ParamRef/],
    ['SELECT 1; SELECT 2', /more than one/],
    ['SELECT /*+ Set(statement_timeout 0) */ 1 FROM t', /hint/],
  ])('refuses %j', (sql, said) => expect(judged(sql)).toEqual({ fault: expect.stringMatching(said) as string }));

  it('refuses what was added against the closed list', () =>
    expect(judged('SELECT sales.pg_sleep(1), ts_stat(1)', ['sales.pg_sleep', 'ts_stat'])).toHaveProperty('fault'));

  it('falls back to tokens where the grammar does not know the statement', () => {
    expect(judged('SELECT sum(a) FROM t AS OF SYSTEM TIME now()')).toEqual({
      sql: 'SELECT sum(a) FROM t AS OF SYSTEM TIME now()',
    });
    expect(judged('SELECT ts_stat(a) FROM t AS OF SYSTEM TIME now()')).toHaveProperty('fault');
    expect(judged('SELECT t.pg_sleep FROM t AS OF SYSTEM TIME now()')).toHaveProperty('fault');
  });

  it.each([
    ['parentheses', `SELECT ${'('.repeat(9_000)}1${')'.repeat(9_000)}`],
    ['queries', `SELECT ${'(SELECT '.repeat(3_000)}1${')'.repeat(3_000)}`],
    ['cases', `SELECT ${'CASE WHEN true THEN '.repeat(2_000)}1${' END'.repeat(2_000)}`],
    ['an operator', `SELECT 1${'+1'.repeat(20_000)}`],
    ['negations', `SELECT ${'NOT '.repeat(9_000)}true`],
    ['casts', `SELECT 1${'::int'.repeat(9_000)}`],
    ['unions', `SELECT 1, 2${' UNION SELECT 1, 2'.repeat(2_000)}`],
    ['joins', `SELECT 1 FROM a${' JOIN b ON a AND b'.repeat(2_000)}`],
    ['cases that are added', `SELECT 1${'+CASE WHEN a THEN 1 END'.repeat(2_000)}`],
    ['characters', `SELECT '${'x'.repeat(70_000)}'`],
  ])('refuses too many %s before they are parsed', (_, sql) => expect(judged(sql)).toHaveProperty('fault'));

  it('reads wide statements', () => {
    const wide = Array.from({ length: 1_000 }, (_, at) => `WHEN a = ${at} AND b <> ${at} THEN '${at}'`).join(' ');
    expect(judged(`SELECT CASE ${wide} END`)).toHaveProperty('isQualified', true);
    expect(judged(`SELECT 1 WHERE 1 IN (${Array.from({ length: 9_000 }, () => '-1').join()})`)).toHaveProperty('sql');
  });
});
