import { BIGQUERY } from '../bigquery/bigquery-dialect';
import type { Kind } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import { MeasureRun } from '../checks/measure-run';
import type { CheckTarget } from '../checks/measures';
import { CLICKHOUSE } from '../clickhouse/clickhouse-dialect';
import { DATABRICKS } from '../databricks/databricks-dialect';
import type { Row, Session } from '../engine';
import { DUCKDB } from '../files/files-dialect';
import { MSSQL } from '../mssql/mssql-dialect';
import { MARIADB } from '../mysql/mysql-dialect';
import { POSTGRES } from '../postgres/postgres-dialect';
import { SourceError } from '../reason';
import { REDSHIFT } from '../redshift/redshift-dialect';
import { SNOWFLAKE } from '../snowflake/snowflake-dialect';
import type { Dialect } from '../sql/dialect';
import { TRINO } from '../trino/trino-dialect';
import { distributionsOf } from './distributions';

const INT: Kind = { is: 'int', low: -(2n ** 31n), high: 2n ** 31n - 1n };
const TEXT: Kind = { is: 'text', padded: false };
const column = (name: string, kind: Kind): SourceColumn => ({ name, display: name, kind, isNullable: true });

type Answers = (sql: string) => readonly Row[] | SourceError;

/** Finds the values of columns, with the statements that listed them. */
async function taken(dialect: Dialect, columns: readonly SourceColumn[], answers: Answers) {
  const statements: string[] = [];
  const session = {
    dialect,
    query: async (sql: string) => {
      if (!/value_groups|max\(/.test(sql)) statements.push(sql);
      const rows = answers(sql);
      if (rows instanceof SourceError) throw rows;
      return { columns: [], rows };
    },
  } as unknown as Session;
  const target: CheckTarget = {
    ...{ dialect, database: 'd', schema: 's', table: 't', columns, zone: 'UTC', now: 0, customSql: false },
  };
  const run = new MeasureRun(session, target, { until: Infinity, rowsLimit: 10 });
  return { found: await distributionsOf(run, target, columns), statements };
}

/** Counts of values that repeat, the longest text, or these rows. */
const few =
  (rows: readonly Row[], values = 2, longest = 3): Answers =>
  (sql) => {
    if (/value_groups/.test(sql)) return [['9', String(values), String(values)]];
    return /^SELECT max\(/.test(sql) ? [[String(longest)]] : rows;
  };

describe('the values of columns that have few', () => {
  it.each<[string, Dialect, string, string]>([
    ['PostgreSQL', POSTGRES, 'min(("c")::text COLLATE "C")', 'GROUP BY ("c")::text COLLATE "C"'],
    ['MariaDB', MARIADB, 'min(CONVERT(`c` USING utf8mb4))', 'GROUP BY CAST(CONVERT(`c` USING utf8mb4) AS BINARY)'],
    ['DuckDB', DUCKDB, 'min(("c")::VARCHAR)', 'GROUP BY ("c")::VARCHAR'],
    ['Snowflake', SNOWFLAKE, `min(COLLATE("c", ''))`, `GROUP BY COLLATE("c", '')`],
    ['BigQuery', BIGQUERY, "min(COLLATE(`c`, ''))", "GROUP BY COLLATE(`c`, '')"],
    ['Redshift', REDSHIFT, 'min(CAST("c" AS varchar(65535)))', `GROUP BY (CAST("c" AS varchar(65535)) || '.')`],
    ['Databricks', DATABRICKS, 'min((rtrim(`c`) COLLATE UTF8_BINARY))', 'GROUP BY (rtrim(`c`) COLLATE UTF8_BINARY)'],
    ['Trino', TRINO, `min(trim(TRAILING ' ' FROM CAST("c" AS varchar)))`, `GROUP BY trim(TRAILING ' ' FROM CAST("c"`],
    ['ClickHouse', CLICKHOUSE, 'min(toString("c"))', 'GROUP BY toString("c")'],
    [
      ...['SQL Server', MSSQL],
      'min(RTRIM(CAST([c] AS nvarchar(max))) COLLATE Latin1_General_100_BIN2)',
      `GROUP BY (RTRIM(CAST([c] AS nvarchar(max))) + N'.') COLLATE Latin1_General_100_BIN2`,
    ] as [string, Dialect, string, string],
  ])('are asked of %s in one statement, texts by code points', async (_name, dialect, shown, grouped) => {
    const columns = [column('c', { is: 'text', padded: true }), column('n', INT), column('b', { is: 'bool' })];
    const { statements } = await taken(dialect, columns, few([]));
    expect(statements).toHaveLength(1);
    const [text, number] = statements[0]!.split(' UNION ALL ');
    const [table, name] = [dialect.name('s', 't'), dialect.name('c')];
    expect(text!.startsWith(`SELECT 0, ${shown}, count(*) FROM ${table} WHERE ${name} IS NOT NULL ${grouped}`)).toBe(
      true,
    );
    expect(number).toMatch(/^SELECT 1, min\(.*\), count\(\*\) FROM .* IS NOT NULL GROUP BY .n.$/);
  });

  it('stand in the order of their rows, with their shares', async () => {
    const rows: Row[] = [
      ['1', '-2.50', '1'],
      ['0', 'new', '1'],
      ['0', 'paid', '3'],
      ['1', '9007199254740993', '1'],
      ['2', 't', '1'],
      ['2', 'FALSE', '2'],
      ['3', '2024-05-01 10:00:00.5', '4'],
    ];
    const columns = [column('s', TEXT), column('n', { is: 'dec', whole: 20, scale: 2 }), column('b', { is: 'bool' })];
    const { found } = await taken(POSTGRES, [...columns, column('at', { is: 'moment', zoned: true })], few(rows));
    expect(found.get('s')).toEqual({ categories: ['paid', 'new'], counts: [3, 1], percentages: [75, 25] });
    expect(found.get('n')).toMatchObject({ categories: [-2.5, '9007199254740993'], counts: [1, 1] });
    expect(found.get('b')).toBeUndefined();
    expect(found.get('at')).toMatchObject({ categories: ['2024-05-01T10:00:00.5Z'], percentages: [100] });
  });

  it('of singles are the doubles that they are', async () => {
    const columns = [column('r', { is: 'float', bits: 24 }), column('d', { is: 'float', bits: 53 })];
    const { found } = await taken(POSTGRES, columns, few([['0', '0.1', '2'], ['0', 'NaN', '1'], ['1', '0.1', '2']])); // prettier-ignore
    expect(found.get('r')).toMatchObject({ categories: [Math.fround(0.1), 'NaN'] });
    expect(found.get('d')).toMatchObject({ categories: [0.1] });
  });

  it('are asked of floats apart, and of 25 columns at a time', async () => {
    const columns = Array.from({ length: 30 }, (_, at) => column(`n${at}`, INT));
    const { statements } = await taken(SNOWFLAKE, [column('f', { is: 'float', bits: 53 }), ...columns], few([]));
    expect(statements.map((sql) => sql.split(' UNION ALL ').length)).toEqual([1, 25, 5]);
  });

  it.each([
    ['more than 20 values', column('s', TEXT), few([['0', 'a', '9']], 21)],
    ['no value', column('s', TEXT), few([['0', 'a', '9']], 0)],
    ['a long text', column('s', TEXT), few([['0', 'a', '9']], 2, 257)],
    ['a type without equality', column('j', { is: 'json' }), few([['0', 'a', '9']])],
  ])('are not asked of a column with %s', async (_what, one, answers) => {
    const { found, statements } = await taken(POSTGRES, [one], answers);
    expect([[...found], statements]).toEqual([[], []]);
  });

  it.each([
    ['a text that JSON cannot have', [['0', 'a\u0000', '1'], ['0', 'b', '1']]], // prettier-ignore
    ['more values by now', Array.from({ length: 21 }, (_, at) => ['0', `v${at}`, '1'])],
  ])('are left out for %s', async (_what, rows) => {
    expect((await taken(POSTGRES, [column('s', TEXT)], few(rows))).found.size).toBe(0);
  });

  it('that the source refuses leave those of others', async () => {
    const refusal = new SourceError({ reason: 'sqlError', message: 'no' });
    const answers: Answers = (sql) =>
      !/value_groups/.test(sql) && sql.includes('"b"') ? refusal : few([['0', '1', '9'], ['1', '2', '9']])(sql); // prettier-ignore
    const columns = ['a', 'b', 'c'].map((name) => column(name, INT));
    const { found } = await taken(POSTGRES, columns, answers);
    expect(found.get('a')).toMatchObject({ categories: [1] });
    expect(found.get('b')).toBe(refusal);
    expect(found.has('c')).toBe(true);
    const gone = new SourceError({ reason: 'sourceUnreachable', message: 'gone' });
    await expect(taken(POSTGRES, columns, (sql) => (/value_groups/.test(sql) ? few([])(sql) : gone))).rejects.toBe(
      gone,
    );
  });
});
