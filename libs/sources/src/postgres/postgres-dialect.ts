import type { Dialect } from '../sql/dialect';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Texts are compared by bytes, which are those of UTF-8; a collation may call different ones equal. */
const exactText = (x: string): string => `(${x})::text COLLATE "C"`;

export const POSTGRES: Dialect = {
  lexicon: {
    nameQuotes: ['"'],
    textQuotes: ["'"],
    escapeTexts: true,
    dollarQuotes: true,
    nestedComments: true,
  },
  refusedFunctions: [
    ...['pg_sleep*', 'pg_read_*', 'pg_ls_*', 'pg_stat_file', 'lo_*', 'dblink*', 'pg_terminate_backend'],
    ...['pg_cancel_backend', 'pg_reload_conf', 'pg_rotate_logfile', 'set_config', 'nextval', 'setval'],
    ...['pg_advisory*', 'pg_try_advisory*', 'pg_notify', 'query_to_xml*', 'cursor_to_xml*', 'table_to_xml*'],
    ...'schema_to_xml* database_to_xml* pg_logical_* pg_create_* pg_drop_* pg_copy_* pg_replication_*'.split(' '),
    ...['pg_export_snapshot', 'pg_log_backend_memory_contexts', 'pg_switch_wal', 'pg_promote', 'pg_backup_*'],
    ...['pg_start_backup', 'pg_stop_backup', 'txid_current', 'pg_current_xact_id'],
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
  uuid: (value) => `${text(value)}::uuid`,
  exactText,
  exactTextValue: text,
  groupKey: (x) => x,
  matches: (x, _kind, pattern) => `(${x})::text COLLATE "C" ~ ${text(pattern)}`,
  length: (x) => `char_length((${x})::text)`,
  elements: (x) => `cardinality(${x})`,
  asText: (x, kind) => (kind.is === 'moment' && kind.zoned ? `((${x}) AT TIME ZONE 'UTC')::text` : `(${x})::text`),
  special: (x, kind) => {
    if (kind.is === 'int') return undefined;
    // A numeric has NaN, and infinity where it states no precision.
    const type = kind.is === 'dec' ? 'numeric' : 'double precision';
    const infinite = (sign: string): string =>
      kind.is === 'dec' && kind.whole !== Infinity ? 'false' : `${x} = '${sign}Infinity'::${type}`;
    return { nan: `${x} = 'NaN'::${type}`, infinite: infinite(''), negative: infinite('-') };
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
