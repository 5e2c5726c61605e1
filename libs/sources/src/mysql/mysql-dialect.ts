import type { Dialect } from '../sql/dialect';
import { MYSQL_FUNCTIONS } from './mysql-functions';

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
/** The session's sql_mode lets a backslash escape. */
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const utf8 = (x: string): string => `CONVERT(${x} USING utf8mb4)`;

/** The part that MySQL and MariaDB have in common. */
const COMMON: Omit<Dialect, 'matches'> = {
  lexicon: {
    carriageReturnEndsComment: false,
    nameQuotes: ['`'],
    textQuotes: ["'", '"'],
    backslash: true,
    hashComments: true,
    dashesNeedBlank: true,
  },
  refusedWords: ['OUTFILE', 'DUMPFILE', 'PROCEDURE'],
  functions: MYSQL_FUNCTIONS,
  refusedFunctions: [
    ...'load_file sleep benchmark get_lock release_lock release_all_locks is_free_lock is_used_lock'.split(' '),
    ...'sys_exec sys_eval nextval setval lastval master_pos_wait source_pos_wait master_gtid_wait'.split(' '),
    ...['wait_for_executed_gtid_set', 'wait_until_sql_thread_after_gtids'],
  ],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (digits) => (digits.startsWith('-') ? `(${digits})` : digits),
  double: (value) => {
    // There is no infinity: nothing is beyond the greatest number.
    const finite = Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
    const digits = String(finite);
    return `(${/e/.test(digits) ? digits : `${digits}e0`})`;
  },
  bool: (value) => (value ? '1' : '0'),
  moment: (value, kind) => `${kind.is === 'date' ? 'DATE' : 'TIMESTAMP'} ${text(value)}`,
  time: (value) => `TIME ${text(value)}`,
  timesAreLengths: true,
  form: (x, kind) => `CAST(${x} AS ${kind.is === 'printed' ? 'CHAR' : 'UNSIGNED'})`,
  uuid: text,
  exactText: (x) => `CAST(${utf8(x)} AS BINARY)`,
  exactTextValue: (value) => `CAST(${text(value)} AS BINARY)`,
  shownText: utf8,
  // A group of -0 and 0 is one, and the shorter form of an address is none of ours.
  groupKey: (x, kind) => (kind.is === 'float' ? `${x} + 0` : x),
  length: (x) => `char_length(${x})`,
  // No column here is an array.
  elements: () => 'NULL',
  remainder: (x, divisor) => `(${x} % ${divisor})`,
  asText: (x, kind) => `CAST(${kind.is === 'float' ? `CAST(${x} AS DOUBLE)` : x} AS CHAR)`,
  special: () => undefined,
  sum: (x, kind) => (kind.is === 'float' ? `sum(CAST(${x} AS DOUBLE))` : `sum(${x})`),
  // Of integers and decimals both round to four digits more than the values have.
  mean: (x) => `avg(CAST(${x} AS DOUBLE))`,
  deviation: (x) => `stddev_pop(CAST(${x} AS DOUBLE))`,
  quantile: (share, x, where, table) => {
    // Its rank among the n values, from 0: one value there, or those on both sides by how near they are.
    const away = `abs(place - 1 - ${share} * (n - 1))`;
    return {
      statement:
        `SELECT CAST(sum(v * (1 - ${away})) AS CHAR) FROM (SELECT CAST(${x} AS DOUBLE) AS v, row_number() OVER (ORDER BY CAST(${x} AS DOUBLE)) AS place, ` +
        `count(*) OVER () AS n FROM ${table} WHERE ${where}) AS ordered_values WHERE ${away} < 1`,
    };
  },
  sample: ({ name, key }, share) => {
    const bytes = key.map((x) => `CAST(${x} AS BINARY)`).join(', ');
    return `(SELECT * FROM ${name} WHERE CRC32(CONCAT_WS(',', ${bytes})) & 1048575 < ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`;
  },
};

/** Never of BINARY, of which a point is one byte; the collation makes upper and lower case two. */
export const MARIADB: Dialect = {
  ...COMMON,
  matches: (x, _kind, pattern) => `${utf8(`CAST(${x} AS CHAR)`)} COLLATE utf8mb4_bin REGEXP ${text(pattern)}`,
};

export const MYSQL: Dialect = {
  ...COMMON,
  matches: (x, _kind, pattern) => `REGEXP_LIKE(${utf8(`CAST(${x} AS CHAR)`)}, ${text(pattern)}, 'c')`,
};
