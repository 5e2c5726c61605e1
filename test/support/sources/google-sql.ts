import { BIGQUERY } from '../../../libs/sources/src/bigquery/bigquery-dialect';
import { DUCKDB } from '../../../libs/sources/src/files/files-dialect';
import { type Token, tokensOf } from '../../../libs/sources/src/sql/tokens';

/** Functions of GoogleSQL that DuckDB lacks. */
export const GOOGLE_FUNCTIONS = [
  'CREATE MACRO regexp_contains(x, p) AS regexp_matches(x, p)',
  'CREATE MACRO is_nan(x) AS isnan(x)',
  'CREATE MACRO no_collation(x, name) AS x',
  "CREATE MACRO format_timestamp(f, x, zone) AS strftime(x AT TIME ZONE zone, '%Y-%m-%d %H:%M:%S.%f')",
  "CREATE MACRO format_datetime(f, x) AS strftime(x, '%Y-%m-%d %H:%M:%S.%f')",
  'CREATE MACRO unix_millis(x) AS epoch_ms(x)',
  'CREATE MACRO farm_fingerprint(x) AS CAST(hash(x) >> 1 AS BIGINT)',
  'CREATE MACRO to_json_string(x) AS CAST(to_json(x) AS VARCHAR)',
];

/** Words of GoogleSQL by those of DuckDB. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ STRING: 'VARCHAR', INT64: 'BIGINT', FLOAT64: 'DOUBLE', BIGNUMERIC: 'DECIMAL(38, 9)', DATETIME: 'TIMESTAMP' },
  ...{ TIMESTAMP: 'TIMESTAMPTZ', COLLATE: 'no_collation', CURRENT_TIMESTAMP: 'now', PERCENTILE_CONT: 'quantile_cont' },
  STRUCT: 'row',
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Writes a statement of GoogleSQL as one of DuckDB, as far as it is of what the service sends.
 * @param project left out of names, since there is one
 * @throws {Error} where it cannot be taken apart
 */
export function duckSqlOf(sql: string, project: string): string {
  const tokens = tokensOf(sql, BIGQUERY.lexicon)?.filter(({ kind }) => kind !== 'comment');
  if (!tokens) throw new Error('Syntax error: the statement cannot be taken apart');
  const written = tokens.map((token, index) => {
    const before = tokens[index - 1];
    // Blanks stand where they stood: `a-b` is another name than `a - b`.
    const blank = before && before.at + before.text.length < token.at ? ' ' : '';
    return blank + written1(token, tokens[index + 1], project);
  });
  // Views of the catalogue are tables of the dataset here.
  return written
    .join('')
    .replaceAll('\u0000.', '')
    .replaceAll(/\.INFORMATION_SCHEMA\.(\w+)/g, '."INFORMATION_SCHEMA.$1"');
}

function written1({ kind, text, value }: Token, after: Token | undefined, project: string): string {
  if (kind === 'name') return value === project && after?.text === '.' ? '\u0000' : DUCKDB.name(value);
  if (kind === 'text') return DUCKDB.text(unescaped(text.slice(1, -1)));
  if (kind !== 'word') return text;
  const isCall = after?.text === '(';
  if ((value === 'COLLATE' || value === 'STRUCT' || value === 'CURRENT_TIMESTAMP') && !isCall) return text;
  return WORDS[value] ?? text;
}

const unescaped = (inner: string): string => inner.replaceAll(/\\(.)/gs, (_all, char: string) => ESCAPES[char] ?? char);
