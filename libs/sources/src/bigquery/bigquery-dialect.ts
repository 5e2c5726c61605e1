import type { Kind } from '../catalogue/kind';
import type { Dialect } from '../sql/dialect';
import { BIGQUERY_FUNCTIONS } from './bigquery-functions';

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
const quoted = (name: string): string => `\`${escaped(name).replaceAll('`', '\\`')}\``;
const text = (value: string): string => `'${escaped(value).replaceAll("'", "\\'")}'`;
const string = (x: string): string => `CAST(${x} AS STRING)`;
const withoutCollation = (x: string): string => `COLLATE(${x}, '')`;
const double = (x: string): string => `CAST(${x} AS FLOAT64)`;
/** 38 digits before the point and 38 behind it. */
const big = (x: string): string => `CAST(${x} AS BIGNUMERIC)`;
const FORMAT = "'%E4Y-%m-%d %H:%M:%E6S'";

const MOST_INT64 = 2n ** 63n - 1n;

/** A number that is no INT64 would be read as a double. */
function exact(digits: string): string {
  if (!/^-?\d+$/.test(digits)) return `BIGNUMERIC ${text(digits)}`;
  const value = BigInt(digits);
  if (value > MOST_INT64 || value < -MOST_INT64) return `BIGNUMERIC ${text(digits)}`;
  return value < 0n ? `(${digits})` : digits;
}

function asText(x: string, kind: Kind): string {
  if (kind.is !== 'moment') return string(x);
  return kind.zoned ? `FORMAT_TIMESTAMP(${FORMAT}, ${x}, 'UTC')` : `FORMAT_DATETIME(${FORMAT}, ${x})`;
}

/** Dialect of BigQuery, which is GoogleSQL. Its texts are compared by code points, unless a column has a collation. */
export const BIGQUERY: Dialect = {
  lexicon: {
    nameQuotes: ['`'],
    textQuotes: ["'", '"'],
    backslash: true,
    backslashNames: true,
    hashComments: true,
  },
  refusedWords: ['DECLARE', 'SET', 'BEGIN', 'ASSERT', 'UNDROP'],
  // It sends a text to what lies elsewhere.
  functions: BIGQUERY_FUNCTIONS,
  refusedFunctions: ['external_query'],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact,
  double: (value) => double(text(String(value))),
  bool: (value) => String(value),
  moment: (value, kind) => {
    if (kind.is === 'date') return `DATE ${text(value)}`;
    return kind.zoned ? `TIMESTAMP ${text(`${value}+00`)}` : `DATETIME ${text(value)}`;
  },
  time: (value) => `TIME ${text(value)}`,
  form: string,
  uuid: text,
  exactText: withoutCollation,
  exactTextValue: text,
  shownText: withoutCollation,
  // A group of -0 and 0 is one.
  groupKey: (x, kind) => (kind.is === 'float' ? `${x} + 0` : x),
  matches: (x, _kind, pattern) => `REGEXP_CONTAINS(${string(x)}, ${text(pattern)})`,
  length: (x) => `CHAR_LENGTH(${x})`,
  field: (x, name) => `${x}.${quoted(name)}`,
  elements: (x) => `ARRAY_LENGTH(${x})`,
  remainder: (x, divisor) => `MOD(${x}, ${divisor})`,
  asText,
  special: (x, kind) =>
    kind.is === 'float'
      ? { nan: `IS_NAN(${x})`, infinite: `${x} = ${double("'inf'")}`, negative: `${x} = ${double("'-inf'")}` }
      : undefined,
  sum: (x, kind) => `sum(${kind.is === 'float' ? double(x) : big(x)})`,
  mean: (x) => `avg(${double(x)})`,
  deviation: (x) => `stddev_pop(${double(x)})`,
  // APPROX_QUANTILES is an aggregate and no exact one; this is a window.
  quantile: (share, x, where, table) => ({
    statement:
      `SELECT ${string(`PERCENTILE_CONT(v, ${share}) OVER ()`)} FROM ` +
      `(SELECT ${double(x)} AS v FROM ${table} WHERE ${where}) AS ordered_values LIMIT 1`,
  }),
  sample: ({ name, key }, share) =>
    `(SELECT * FROM ${name} WHERE FARM_FINGERPRINT(TO_JSON_STRING(STRUCT(${key.join(', ')}))) & 1048575 < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};
