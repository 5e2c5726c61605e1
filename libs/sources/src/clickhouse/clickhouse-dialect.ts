import type { Dialect } from '../sql/dialect';
import { CLICKHOUSE_FUNCTIONS } from './clickhouse-functions';

const escaped = (value: string): string => value.replaceAll('\\', '\\\\');
const quoted = (name: string): string => `"${escaped(name).replaceAll('"', '""')}"`;
const text = (value: string): string => `'${escaped(value).replaceAll("'", "''")}'`;
const string = (x: string): string => `toString(${x})`;
const double = (x: string): string => `toFloat64(${x})`;

/** Dialect of ClickHouse. A literal of its own has a type: a bare number beyond 64 bits, or with a point, would be a double. */
export const CLICKHOUSE: Dialect = {
  lexicon: {
    carriageReturnEndsComment: false,
    nameQuotes: ['"', '`'],
    textQuotes: ["'"],
    backslash: true,
    backslashNames: true,
    dollarQuotes: true,
    nestedComments: true,
    hashComments: true,
  },
  // The last two would change the bounds of the session, and the shape of its answers.
  refusedWords: ['OUTFILE', 'SETTINGS', 'FORMAT'],
  functions: CLICKHOUSE_FUNCTIONS,
  refusedFunctions: [
    ...['url', 'urlcluster', 'file', 'filecluster', 's3*', 'gcs', 'oss', 'cosn', 'azureblob*', 'hdfs*', 'remote*'],
    ...['cluster', 'clusterallreplicas', 'mysql', 'postgresql', 'mongodb', 'redis', 'sqlite', 'odbc', 'jdbc'],
    ...['executable', 'input', 'iceberg*', 'deltalake*', 'hudi*', 'paimon*', 'arrowflight*', 'ytsaurus', 'kafka'],
    ...['sleep*', 'catboostevaluate', 'generaterandom', 'fuzz*', 'ai*', 'filesystem*', 'mergetree*', 'loop'],
  ],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (digits) => {
    const places = digits.split('.')[1]?.length ?? 0;
    return places ? `toDecimal256(${text(digits)}, ${places})` : `toInt256(${text(digits)})`;
  },
  double: (value) => double(text(String(value))),
  bool: (value) => String(value),
  moment: (value, kind) => (kind.is === 'date' ? `toDate32(${text(value)})` : `toDateTime64(${text(value)}, 6, 'UTC')`),
  time: (value) => `toTime64(${text(value)}, 6)`,
  form: string,
  uuid: (value) => `toUUID(${text(value)})`,
  exactText: string,
  exactTextValue: text,
  shownText: string,
  // A group of -0 and 0 is one.
  groupKey: (x, kind) => (kind.is === 'float' ? `${x} + 0` : x),
  matches: (x, _kind, pattern) => `match(toString(${x}), ${text(pattern)})`,
  length: (x) => `lengthUTF8(toString(${x}))`,
  elements: (x) => `length(${x})`,
  remainder: (x, divisor) => `(${x} % ${divisor})`,
  asText: (x, kind) => {
    if (kind.is === 'moment') return `toString(toTimeZone(${x}, 'UTC'))`;
    return kind.is === 'float' ? `toString(${double(x)})` : `toString(${x})`;
  },
  special: (x, kind) =>
    kind.is === 'float'
      ? { nan: `isNaN(${x})`, infinite: `${x} = ${double("'inf'")}`, negative: `${x} = ${double("'-inf'")}` }
      : undefined,
  // Sums of the types themselves would begin anew at their end.
  sum: (x, kind) => {
    if (kind.is === 'float') return `sum(${double(x)})`;
    return kind.is === 'int' ? `sum(toInt256(${x}))` : `sum(toDecimal256(${x}, ${kind.scale}))`;
  },
  mean: (x) => `avg(${double(x)})`,
  deviation: (x) => `stddevPopStable(${double(x)})`,
  quantile: (share, x, where) => ({ aggregate: `quantileExactInclusiveIf(${share})(${double(x)}, ${where})` }),
  sample: ({ name, key }, share) =>
    `(SELECT * FROM ${name} WHERE bitAnd(cityHash64(toString(tuple(${key.join(', ')}))), 1048575) < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};
