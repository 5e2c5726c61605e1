import type { Dialect } from '../sql/dialect';
import { SNOWFLAKE_FUNCTIONS } from './snowflake-functions';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const double = (x: string): string => `CAST(${x} AS double)`;
const withoutCollation = (x: string): string => `COLLATE(${x}, '')`;
const infinity = (value: number): string => (value > 0 ? 'inf' : '-inf');

/** Dialect of Snowflake. Its texts are compared by code points, unless a column has a collation. */
export const SNOWFLAKE: Dialect = {
  lexicon: {
    nameQuotes: ['"'],
    textQuotes: ["'"],
    backslash: true,
    dollarQuotes: true,
  },
  refusedWords: ['PUT', 'GET', 'UNDROP', 'USE', 'SET', 'UNSET', 'NEXTVAL'],
  functions: SNOWFLAKE_FUNCTIONS,
  refusedFunctions: ['system$*', 'result_scan', 'ai_*', 'snowflake*'],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (digits) => (digits.startsWith('-') ? `(${digits})` : digits),
  double: (value) => double(text(Number.isFinite(value) ? String(value) : infinity(value))),
  bool: (value) => String(value),
  moment: (value, kind) => {
    if (kind.is === 'date') return `CAST(${text(value)} AS date)`;
    return kind.zoned ? `CAST(${text(`${value} +00:00`)} AS timestamp_tz)` : `CAST(${text(value)} AS timestamp_ntz)`;
  },
  time: (value) => `CAST(${text(value)} AS time)`,
  form: (x) => `CAST(${x} AS varchar)`,
  uuid: text,
  exactText: withoutCollation,
  exactTextValue: text,
  shownText: withoutCollation,
  // A group of -0 and 0 is one.
  groupKey: (x, kind) => (kind.is === 'float' ? `${x} + 0` : x),
  // REGEXP_LIKE is a match of the whole text.
  matches: (x, _kind, pattern) => `REGEXP_INSTR(CAST(${x} AS varchar), ${text(pattern)}) > 0`,
  length: (x) => `LENGTH(${x})`,
  elements: (x) => `ARRAY_SIZE(${x})`,
  remainder: (x, divisor) => `MOD(${x}, ${divisor})`,
  asText: (x, kind) => {
    // As a text it would have ten digits.
    if (kind.is === 'float') return double(x);
    if (kind.is !== 'moment') return `CAST(${x} AS varchar)`;
    const wall = kind.zoned ? `CAST(CONVERT_TIMEZONE('UTC', ${x}) AS timestamp_ntz)` : x;
    return `TO_VARCHAR(${wall}, 'YYYY-MM-DD HH24:MI:SS.FF9')`;
  },
  special: (x, kind) => {
    if (kind.is !== 'float') return undefined;
    const is = (word: string): string => `${x} = ${double(text(word))}`;
    return { nan: is('NaN'), infinite: is('inf'), negative: is('-inf') };
  },
  sum: (x, kind) => `sum(${kind.is === 'dec' ? `CAST(${x} AS number(38, ${kind.scale}))` : double(x)})`,
  mean: (x) => `avg(${double(x)})`,
  deviation: (x) => `stddev_pop(${double(x)})`,
  quantile: (share, x, where) => ({
    aggregate: `percentile_cont(${share}) WITHIN GROUP (ORDER BY CASE WHEN ${where} THEN ${double(x)} END)`,
  }),
  sample: ({ name, key }, share) =>
    `(SELECT * FROM ${name} WHERE BITAND(HASH(${key.join(', ')}), 1048575) < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};
