import type { Dialect } from '../sql/dialect';
import { REDSHIFT_FUNCTIONS } from './redshift-functions';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** `text` would be cut at 256 bytes, and so would a length that is not given. */
const varchar = (x: string): string => `CAST(${x} AS varchar(65535))`;
/** Blanks at the end are no part of a comparison, unless something comes after them. */
const END = '.';
const double = (x: string): string => `CAST(${x} AS double precision)`;

/** Grown from an old PostgreSQL: no collations by name, no FILTER, no savepoints, and one aggregate that sorts for a statement. */
function dialectOf(backslash: boolean, text: (value: string) => string): Dialect {
  return {
    lexicon: {
      carriageReturnEndsComment: true,
      nameQuotes: ['"'],
      textQuotes: ["'"],
      backslash,
      escapeTexts: true,
      dollarQuotes: true,
      nestedComments: true,
    },
    refusedWords: ['UNLOAD'],
    functions: REDSHIFT_FUNCTIONS,
    refusedFunctions: ['pg_*', 'set_config', 'explain_model', 'nextval', 'setval'],
    name: (...parts) => parts.map(quoted).join('.'),
    text,
    exact: (digits) => (digits.startsWith('-') ? `(${digits})` : digits),
    double: (value) => double(`'${value}'`),
    bool: (value) => String(value),
    moment: (value, kind) => {
      if (kind.is === 'date') return `CAST(${text(value)} AS date)`;
      return kind.zoned ? `CAST(${text(`${value}+00`)} AS timestamptz)` : `CAST(${text(value)} AS timestamp)`;
    },
    time: (value) => `CAST(${text(value)} AS time)`,
    form: varchar,
    uuid: text,
    exactText: (x) => `(${varchar(x)} || '${END}')`,
    exactTextValue: (value) => text(`${value}${END}`),
    shownText: varchar,
    groupKey: (x) => x,
    matches: (x, _kind, pattern) => `${varchar(x)} ~ ${text(pattern)}`,
    length: (x) => `char_length(${varchar(x)})`,
    // No column here is an array: SUPER stores them, and other JSON.
    elements: () => 'NULL',
    remainder: (x, divisor) => `mod(${x}, ${divisor})`,
    asText: (x, kind) => {
      // There is no cast of it to a text.
      if (kind.is === 'bool') return `CASE ${x} WHEN true THEN 'true' WHEN false THEN 'false' END`;
      return varchar(kind.is === 'moment' && kind.zoned ? `(${x}) AT TIME ZONE 'UTC'` : x);
    },
    special: (x, kind) => {
      if (kind.is !== 'float') return undefined;
      // As a text, whatever a comparison makes of it.
      const nan = `lower(${varchar(x)}) = 'nan'`;
      return { nan, infinite: `${x} = ${double("'Infinity'")}`, negative: `${x} = ${double("'-Infinity'")}` };
    },
    // A sum of integers of 64 bits begins anew at their end.
    sum: (x, kind) => {
      if (kind.is === 'float') return `sum(${double(x)})`;
      return kind.is === 'int' ? `sum(CAST(${x} AS decimal(38, 0)))` : `sum(${x})`;
    },
    mean: (x) => `avg(${double(x)})`,
    deviation: (x) => `stddev_pop(${double(x)})`,
    // All aggregates of one statement that sort have to sort alike.
    quantile: (share, x, where, table) => ({
      statement:
        `SELECT ${varchar(`percentile_cont(${share}) WITHIN GROUP (ORDER BY v)`)} ` +
        `FROM (SELECT ${double(x)} AS v FROM ${table} WHERE ${where}) AS ordered_values`,
    }),
    sample: ({ name, key }, share) => {
      const hash = key.reduce((seed, x) => `fnv_hash(${x}${seed && `, ${seed}`})`, '');
      return `(SELECT * FROM ${name} WHERE (${hash} & 1048575) < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`;
    },
  };
}

const doubled = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Dialect of servers in whose texts a backslash escapes, as it does unless configured otherwise. */
export const REDSHIFT: Dialect = dialectOf(true, (value) => doubled(value.replaceAll('\\', '\\\\')));
export const REDSHIFT_STANDARD_TEXTS: Dialect = dialectOf(false, doubled);
