import type { Dialect } from '../sql/dialect';
import { DUCKDB_FUNCTIONS } from './files-functions';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const varchar = (x: string): string => `(${x})::VARCHAR`;

/** DuckDB. */
export const DUCKDB: Dialect = {
  lexicon: {
    carriageReturnEndsComment: true,
    nameQuotes: ['"'],
    textQuotes: ["'"],
    escapeTexts: true,
    dollarQuotes: true,
    nestedComments: true,
  },
  refusedWords: ['CHECKPOINT'],
  functions: DUCKDB_FUNCTIONS,
  refusedFunctions: [
    ...['read_*', 'glob', 'parquet_*', 'sniff_csv', 'getenv', 'query', 'query_table', 'json_execute_serialized_sql'],
    ...'sleep* pg_sleep setseed json_serialize_* json_deserialize_* getvariable checkpoint force_checkpoint add_parquet_key from_substrait* nextval pragma_* enable_* disable_*'.split(
      ' ',
    ),
    ...'write_log duckdb_secrets which_secret arrow_scan* pandas_scan seq_scan sqlite_* postgres_*'.split(' '),
    ...['mysql_*', 'delta_scan', 'iceberg_*', 'load_aws_credentials', 'st_read*'],
  ],
  textsAreTables: true,
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (digits) => (digits.startsWith('-') ? `(${digits})` : digits),
  double: (value) => `'${value}'::DOUBLE`,
  bool: (value) => String(value),
  moment: (value, kind) => {
    if (kind.is === 'date') return `DATE ${text(value)}`;
    return kind.zoned ? `TIMESTAMPTZ ${text(`${value}+00`)}` : `TIMESTAMP ${text(value)}`;
  },
  time: (value) => `TIME ${text(value)}`,
  form: varchar,
  uuid: (value) => `${text(value)}::UUID`,
  exactText: varchar,
  exactTextValue: text,
  shownText: varchar,
  // A group of -0 and 0 is one.
  groupKey: (x, kind) => (kind.is === 'float' ? `(${x}) + 0` : x),
  matches: (x, _kind, pattern) => `regexp_matches((${x})::VARCHAR, ${text(pattern)})`,
  length: (x) => `length((${x})::VARCHAR)`,
  field: (x, name) => `struct_extract(${x}, ${text(name)})`,
  elements: (x) => `len(${x})`,
  remainder: (x, divisor) => `(${x} % ${divisor})`,
  asText: (x, kind) => {
    if (kind.is === 'moment' && kind.zoned) return `((${x}) AT TIME ZONE 'UTC')::VARCHAR`;
    return kind.is === 'float' ? `(${x})::DOUBLE::VARCHAR` : `(${x})::VARCHAR`;
  },
  special: (x, kind) =>
    kind.is === 'float'
      ? { nan: `isnan(${x})`, infinite: `${x} = 'Infinity'::DOUBLE`, negative: `${x} = '-Infinity'::DOUBLE` }
      : undefined,
  sum: (x, kind) => (kind.is === 'float' ? `sum((${x})::DOUBLE)` : `sum(${x})`),
  mean: (x) => `avg((${x})::DOUBLE)`,
  deviation: (x) => `stddev_pop((${x})::DOUBLE)`,
  quantile: (share, x, where) => ({
    aggregate: `quantile_cont((${x})::DOUBLE, ${share}) FILTER (WHERE ${where})`,
  }),
  sample: ({ name, key }, share) =>
    `(SELECT * FROM ${name} WHERE hash(ROW(${key.join(', ')})) & 1048575 < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};
