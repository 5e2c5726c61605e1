import type { Kind } from '../catalogue/kind';
import type { Dialect } from '../sql/dialect';
import { TRINO_FUNCTIONS } from './trino-functions';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const varchar = (x: string): string => `CAST(${x} AS varchar)`;
/** A CHAR has its padding as a varchar as well. */
const textOf = (x: string, kind: Kind): string =>
  kind.is === 'text' && kind.padded ? `trim(TRAILING ' ' FROM ${varchar(x)})` : varchar(x);
const double = (x: string): string => `CAST(${x} AS double)`;

/** Dialect of Trino. */
export const TRINO: Dialect = {
  lexicon: {
    carriageReturnEndsComment: true,
    nameQuotes: ['"'],
    textQuotes: ["'"],
  },
  // Table functions of connectors, which send a text to what lies behind them.
  functions: TRINO_FUNCTIONS,
  refusedFunctions: ['query', 'raw_query', 'sleep'],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  // A bare one of many digits is read as a bigint before its sign.
  exact: (digits) => `DECIMAL ${text(digits)}`,
  double: (value) => double(text(String(value))),
  bool: (value) => String(value),
  moment: (value, kind) => {
    if (kind.is === 'date') return `DATE ${text(value)}`;
    return `TIMESTAMP ${text(kind.zoned ? `${value} UTC` : value)}`;
  },
  time: (value) => `TIME ${text(value)}`,
  form: varchar,
  uuid: (value) => `UUID ${text(value)}`,
  exactText: textOf,
  exactTextValue: text,
  shownText: textOf,
  // A group of -0 and 0 is one.
  groupKey: (x, kind) => (kind.is === 'float' ? `${x} + 0` : x),
  matches: (x, kind, pattern) => `regexp_like(${textOf(x, kind)}, ${text(pattern)})`,
  length: (x, kind) => `length(${textOf(x, kind)})`,
  elements: (x) => `cardinality(${x})`,
  remainder: (x, divisor) => `mod(${x}, ${divisor})`,
  asText: (x, kind) => {
    if (kind.is === 'moment' && kind.zoned) return varchar(`CAST(${x} AT TIME ZONE 'UTC' AS timestamp(6))`);
    return kind.is === 'float' ? varchar(double(x)) : varchar(x);
  },
  special: (x, kind) =>
    kind.is === 'float'
      ? { nan: `is_nan(${x})`, infinite: `${x} = infinity()`, negative: `${x} = -infinity()` }
      : undefined,
  // A sum of integers would be one of 64 bits.
  sum: (x, kind) => {
    if (kind.is === 'float') return `sum(${double(x)})`;
    return kind.is === 'int' ? `sum(CAST(${x} AS decimal(38, 0)))` : `sum(${x})`;
  },
  mean: (x) => `avg(${double(x)})`,
  deviation: (x) => `stddev_pop(${double(x)})`,
  quantile: (share, x, where, table) => {
    // Its rank among the n values, from 0: one value there, or those on both sides by how near they are.
    const away = `abs(place - 1 - ${share}e0 * (n - 1))`;
    return {
      statement:
        `SELECT ${varchar(`sum(v * (1 - ${away}))`)} FROM (SELECT ${double(x)} AS v, row_number() OVER (ORDER BY ${double(x)}) AS place, ` +
        `count(*) OVER () AS n FROM ${table} WHERE ${where}) AS ordered_values WHERE ${away} < 1`,
    };
  },
  sample: ({ name, key }, share) => {
    const bytes = `to_utf8(json_format(CAST(ROW(${key.join(', ')}) AS json)))`;
    return `(SELECT * FROM ${name} WHERE bitwise_and(from_big_endian_64(xxhash64(${bytes})), 1048575) < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`;
  },
};
