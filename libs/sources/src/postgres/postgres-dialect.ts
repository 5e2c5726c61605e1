import type { FormKind } from '../catalogue/type-forms';
import type { Dialect } from '../sql/dialect';
import { POSTGRES_FUNCTIONS } from './postgres-functions';
import { POSTGRES_GRAMMAR } from './postgres-grammar';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Texts are compared by bytes, which are those of UTF-8; a collation may call different ones equal. */
const exactText = (x: string): string => `(${x})::text COLLATE "C"`;

/** Without a function for it, a cast says what the engine prints, but of inet, to which it adds the length of its mask. */
function form(x: string, kind: FormKind): string {
  switch (kind.is) {
    case 'printed':
      return kind.word === 'INET' ? `CASE WHEN ${x} IS NOT NULL THEN format('%s', ${x}) END` : `(${x})::text`;
    case 'money':
      return `(${x})::numeric`;
    case 'bits':
      // The first of 64 bits would be the sign.
      return kind.bits < 64 ? `(${x})::bigint` : `((${x} >> 1)::bigint::numeric * 2 + get_bit(${x}, 63))`;
    case 'oid':
    case 'year':
      return `(${x})::bigint`;
  }
}

export const POSTGRES: Dialect = {
  lexicon: {
    carriageReturnEndsComment: true,
    nameQuotes: ['"'],
    textQuotes: ["'"],
    escapeTexts: true,
    dollarQuotes: true,
    nestedComments: true,
  },
  functions: POSTGRES_FUNCTIONS,
  grammar: POSTGRES_GRAMMAR,
  refusedFunctions: [
    // Those of the server itself: its files, sessions, locks, slots and statistics.
    ...[
      'pg_*',
      'lo_*',
      'binary_upgrade_*',
      'set_config',
      'nextval',
      'setval',
      'txid_*',
      'brin_*',
      'gin_clean_pending_list',
    ],
    // They run a text as a statement.
    ...[
      'ts_stat',
      'ts_rewrite',
      'query_to_xml*',
      'cursor_to_xml*',
      'table_to_xml*',
      'schema_to_xml*',
      'database_to_xml*',
    ],
    ...['dblink*', 'crosstab*', 'connectby*', 'xpath_table', 'plpgsql_*', 'schedule*', 'unschedule', 'http*'],
    ...['query_export_to_s3', 'table_import_from_s3', 'run_command_on_*'],
  ],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (digits) => (digits.startsWith('-') ? `(${digits})` : digits),
  double: (value) => `'${value}'::double precision`,
  bool: (value) => String(value),
  moment: (value, kind) =>
    kind.is === 'date'
      ? `${text(value)}::date`
      : `${text(kind.zoned ? `${value}+00` : value)}::timestamp${kind.zoned ? 'tz' : ''}`,
  infiniteTime: (value, kind) =>
    `${text(value)}::${kind.is === 'date' ? 'date' : `timestamp${kind.zoned ? 'tz' : ''}`}`,
  time: (value, offset) => (offset === undefined ? `${text(value)}::time` : `${text(`${value}${offset}`)}::timetz`),
  secondsOfDay: (x) => `extract(epoch from ${x})`,
  form,
  uuid: (value) => `${text(value)}::uuid`,
  exactText,
  exactTextValue: text,
  shownText: exactText,
  groupKey: (x) => x,
  matches: (x, _kind, pattern) => `(${x})::text COLLATE "C" ~ ${text(pattern)}`,
  length: (x) => `char_length((${x})::text)`,
  elements: (x) => `cardinality(${x})`,
  remainder: (x, divisor) => `mod(${x}, ${divisor})`,
  asText: (x, kind) => (kind.is === 'moment' && kind.zoned ? `((${x}) AT TIME ZONE 'UTC')::text` : `(${x})::text`),
  special: (x, kind) => {
    if (kind.is === 'int') return undefined;
    const is = (word: string): string => `${x} = '${word}'::${kind.is === 'dec' ? 'numeric' : 'double precision'}`;
    // A numeric has NaN, and infinity where it states no precision.
    if (kind.is === 'dec' && kind.whole !== Infinity) return { nan: is('NaN') };
    return { nan: is('NaN'), infinite: is('Infinity'), negative: is('-Infinity') };
  },
  sum: (x, kind) => (kind.is === 'float' ? `sum((${x})::double precision)` : `sum(${x})`),
  mean: (x) => `avg((${x})::double precision)`,
  deviation: (x) => `stddev_pop((${x})::double precision)`,
  quantile: (share, x, where) => ({
    aggregate: `percentile_cont(${share}) WITHIN GROUP (ORDER BY (${x})::double precision) FILTER (WHERE ${where})`,
  }),
  sample: ({ name, isStored, key, byBlocks }, share) =>
    isStored
      ? `${name} TABLESAMPLE ${byBlocks ? 'SYSTEM' : 'BERNOULLI'} (${share * 100}) REPEATABLE (0)`
      : `(SELECT * FROM ${name} WHERE hashtextextended(ROW(${key.join(', ')})::text, 0) & 1048575 < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};
