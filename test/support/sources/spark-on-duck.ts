import { endsWithin } from '@app/common';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { DATABRICKS } from '../../../libs/sources/src/databricks/databricks-dialect';
import { DUCKDB } from '../../../libs/sources/src/files/files-dialect';
import { tokensOf } from '../../../libs/sources/src/sql/tokens';
import type { SparkExecutor } from './databricks-server';

/** Functions of Spark that DuckDB lacks, or has otherwise. */
const FUNCTIONS = [
  'CREATE MACRO regexp_like(x, p) AS regexp_matches(x, p)',
  'CREATE MACRO array_size(x) AS len(x)',
  'CREATE MACRO char_length(x) AS length(x)',
  'CREATE MACRO unix_millis(x) AS epoch_ms(x)',
  'CREATE MACRO unix_micros(x) AS epoch_us(x)',
  'CREATE MACRO make_dt_interval(d, h, m, s) AS to_microseconds(CAST(s * 1000000 AS BIGINT))',
  'CREATE MACRO xxhash64(x) AS CAST(hash(x) >> 1 AS BIGINT)',
  'CREATE MACRO pmod(x, y) AS x % y',
];
const INTERRUPT_EVERY_MS = 50;
const WORDS: Readonly<Record<string, string>> = {
  ...{ STRING: 'VARCHAR', TIMESTAMP: 'TIMESTAMPTZ', TIMESTAMP_NTZ: 'TIMESTAMP', PERCENTILE: 'quantile_cont' },
  ...{ CURRENT_TIMESTAMP: 'now', UTF8_BINARY: 'POSIX' },
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Engine of DuckDB that takes what the service sends to Databricks. */
export interface SparkOnDuck extends SparkExecutor {
  /** Runs statements of DuckDB, which may write. */
  run(...statements: readonly string[]): Promise<void>;
}

/** Starts one. @param catalog the only one */
export async function startSparkOnDuck(catalog: string): Promise<SparkOnDuck> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const admin = await instance.connect();
  for (const statement of ["SET TimeZone = 'UTC'", ...FUNCTIONS]) await admin.run(statement);
  return {
    run: async (...statements) => {
      for (const statement of statements) await admin.run(statement);
    },
    start: (sql, place) => {
      if (place.catalog !== undefined && place.catalog !== catalog)
        throw new Error(`[NO_SUCH_CATALOG_EXCEPTION] Catalog '${place.catalog}' was not found. SQLSTATE: 42704`);
      const opened = instance.connect();
      const ended = opened.then(async (connection) => {
        try {
          await connection.run("SET TimeZone = 'UTC'");
          if (place.schema !== undefined) await connection.run(`USE memory.${DUCKDB.name(place.schema)}`);
          const read = await connection.runAndReadAll(duckSqlOf(sql, catalog));
          const rows = read.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell))));
          return { names: read.columnNames(), rows };
        } finally {
          connection.closeSync();
        }
      });
      return { ended, interrupt: () => void opened.then((connection) => interrupt(connection, ended)) };
    },
    stop: () => {
      admin.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
}

/** An interrupt that comes before the statement has begun is lost: it is sent again until the statement has ended. */
async function interrupt(connection: DuckDBConnection, ended: Promise<unknown>): Promise<void> {
  const quietly = ended.catch(() => undefined);
  do connection.interrupt();
  while (!(await endsWithin(quietly, INTERRUPT_EVERY_MS)));
}

/** Writes a statement of Spark as one of DuckDB, as far as it is of what the service sends. */
function duckSqlOf(sql: string, catalog: string): string {
  const tokens = tokensOf(sql, DATABRICKS.lexicon)?.filter(({ kind }) => kind !== 'comment');
  if (!tokens) throw new Error('[PARSE_SYNTAX_ERROR] Syntax error: the statement cannot be taken apart');
  if (tokens.some(({ kind, text }) => kind === 'sign' && text === ';'))
    throw new Error("[PARSE_SYNTAX_ERROR] Syntax error at or near ';'");
  return tokens
    .map(({ kind, text, value, at }, index) => {
      const [before, after] = [tokens[index - 1], tokens[index + 1]];
      const blank = before && before.at + before.text.length < at ? ' ' : '';
      if (kind === 'name' && value === catalog && after?.text === '.') return `${blank}memory`;
      if (kind === 'name') return blank + DUCKDB.name(value === 'information_schema' ? 'unity' : value);
      if (kind === 'text')
        return (
          blank + DUCKDB.text(text.slice(1, -1).replaceAll(/\\(.)/gs, (_all, char: string) => ESCAPES[char] ?? char))
        );
      return blank + (kind === 'word' ? (WORDS[value] ?? text) : text);
    })
    .join('');
}
