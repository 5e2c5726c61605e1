import type { Kind } from '../catalogue/kind';
import type { Dialect } from '../sql/dialect';
import { DATABRICKS_FUNCTIONS } from './databricks-functions';

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
const text = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
const string = (x: string): string => `CAST(${x} AS STRING)`;
const double = (x: string): string => `CAST(${x} AS DOUBLE)`;
/** A CHAR is read with its padding. */
const unpadded = (x: string, kind: Kind): string => (kind.is === 'text' && kind.padded ? `rtrim(${x})` : x);
const exactText = (x: string, kind: Kind): string => `(${unpadded(x, kind)} COLLATE UTF8_BINARY)`;

/** An instant as a clock of UTC shows it, whatever the zone of the session, which the API has no way to set. */
const inUtc = (x: string): string =>
  `TIMESTAMP_NTZ '1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, CAST(unix_micros(${x}) AS DECIMAL(20, 0)) / 1000000)`;

/** Dialect of Databricks, which is Spark's. Its texts are compared as UTF-8, unless a column has a collation. */
export const DATABRICKS: Dialect = {
  lexicon: {
    nameQuotes: ['`'],
    textQuotes: ["'", '"'],
    backslash: true,
    nestedComments: true,
  },
  refusedWords: 'SET USE ADD CACHE UNCACHE REFRESH MSCK OPTIMIZE TRANSFORM REDUCE DECLARE'.split(' '),
  functions: DATABRICKS_FUNCTIONS,
  refusedFunctions: [
    // They read files and other servers, run code, send texts elsewhere, or show secrets.
    ...['read_files', 'cloud_files', 'read_kafka', 'read_kinesis', 'read_pubsub', 'read_pulsar', 'read_statestore'],
    ...['remote_query', 'http_request', 'reflect', 'java_method', 'try_reflect', 'secret', 'try_secret', 'ai_*'],
    ...['vector_search', 'table_changes', 'event_log', 'list_secrets'],
  ],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (digits) => (digits.startsWith('-') ? `(${digits})` : digits),
  double: (value) => double(text(String(value))),
  bool: (value) => String(value),
  moment: (value, kind) => {
    if (kind.is === 'date') return `DATE ${text(value)}`;
    return kind.zoned ? `TIMESTAMP ${text(`${value}+00:00`)}` : `TIMESTAMP_NTZ ${text(value)}`;
  },
  time: (value) => `TIME ${text(value)}`,
  form: string,
  uuid: text,
  exactText,
  exactTextValue: text,
  shownText: exactText,
  // -0 and 0 are one group.
  groupKey: (x) => x,
  matches: (x, kind, pattern) => `regexp_like(${string(unpadded(x, kind))}, ${text(pattern)})`,
  length: (x, kind) => `char_length(${unpadded(x, kind)})`,
  field: (x, name) => `${x}.${quoted(name)}`,
  elements: (x) => `array_size(${x})`,
  remainder: (x, divisor) => `mod(${x}, ${divisor})`,
  asText: (x, kind) => {
    if (kind.is === 'float') return string(double(x));
    return string(kind.is === 'moment' && kind.zoned ? inUtc(x) : x);
  },
  special: (x, kind) =>
    kind.is === 'float'
      ? { nan: `isnan(${x})`, infinite: `${x} = ${double("'Infinity'")}`, negative: `${x} = ${double("'-Infinity'")}` }
      : undefined,
  // A sum of integers would be one of 64 bits.
  sum: (x, kind) => {
    if (kind.is === 'float') return `sum(${double(x)})`;
    return `sum(CAST(${x} AS DECIMAL(38, ${kind.is === 'int' ? 0 : kind.scale})))`;
  },
  mean: (x) => `avg(${double(x)})`,
  deviation: (x) => `stddev_pop(${double(x)})`,
  quantile: (share, x, where) => ({ aggregate: `percentile(${double(x)}, ${share}) FILTER (WHERE ${where})` }),
  sample: ({ name, key }, share) =>
    `(SELECT * FROM ${name} WHERE xxhash64(${key.join(', ')}) & 1048575 < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};
