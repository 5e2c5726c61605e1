import { CheckRefusal } from '../checks/outcome';
import type { Kind } from '../catalogue/kind';
import type { Dialect } from '../sql/dialect';
import { MSSQL_FUNCTIONS } from './mssql-functions';

const quoted = (name: string): string => `[${name.replaceAll(']', ']]')}]`;
/** A backslash before the end of a line would take both out of the text, so the text is cut between them. */
const text = (value: string): string => {
  const parts = value.split(/(?<=\\)(?=[\n\r])/).map((part) => `N'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts[0]! : `(${parts.join(' + ')})`;
};
const double = (x: string): string => `CAST(${x} AS float)`;
/** Seventeen digits, which are those of a double. */
const digits = (x: string): string => `CONVERT(varchar(50), ${x}, 3)`;
const wide = (x: string, kind: Kind): string => {
  const whole = `CAST(${x} AS nvarchar(max))`;
  return kind.is === 'text' && kind.padded ? `RTRIM(${whole})` : whole;
};
/** Blanks at the end are no part of a comparison in any collation, unless something comes after them. */
const END = '.';

/** Hints behind a table that lock it. */
const LOCKS = ['TABLOCK', 'TABLOCKX', 'UPDLOCK', 'XLOCK', 'HOLDLOCK', 'PAGLOCK', 'ROWLOCK'];

/** Dialect of SQL Server before 2025, which has no regular expressions. */
export const MSSQL: Dialect = {
  lexicon: {
    nameQuotes: ['"'],
    textQuotes: ["'"],
    nestedComments: true,
  },
  refusedWords: ['WAITFOR', 'SHUTDOWN', 'DBCC', 'BACKUP', 'RESTORE', 'KILL', 'DECLARE', 'SET', 'USE', 'GO', ...LOCKS],
  functions: MSSQL_FUNCTIONS,
  refusedFunctions: ['xp_*', 'sp_*', 'openrowset', 'opendatasource', 'openquery', 'openxml'],
  name: (...parts) => parts.map(quoted).join('.'),
  text,
  exact: (value) => (value.startsWith('-') ? `(${value})` : value),
  // There is no infinity: nothing is beyond the greatest number.
  double: (value) => double(`'${Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)}'`),
  bool: (value) => (value ? '1' : '0'),
  moment: (value, kind) => {
    if (kind.is === 'date') return `CAST('${value}' AS date)`;
    return kind.zoned ? `CAST('${value} +00:00' AS datetimeoffset(7))` : `CAST('${value}' AS datetime2(7))`;
  },
  time: (value) => `CAST('${value}' AS time(7))`,
  form: (x) => `CAST(${x} AS nvarchar(max))`,
  uuid: (value) => `CAST('${value}' AS uniqueidentifier)`,
  exactText: (x, kind) => `(${wide(x, kind)} + N'${END}') COLLATE Latin1_General_100_BIN2`,
  exactTextValue: (value) => text(`${value}${END}`),
  shownText: (x, kind) => `${wide(x, kind)} COLLATE Latin1_General_100_BIN2`,
  // A group of -0 and 0 is one.
  groupKey: (x, kind) => (kind.is === 'float' ? `${x} + 0` : x),
  matches: () => {
    throw new CheckRefusal('unsupported', 'SQL Server has regular expressions from its version 2025 on');
  },
  // By a collation that knows characters of two units as one.
  length: (x, kind) => `(LEN((${wide(x, kind)} + N'${END}') COLLATE Latin1_General_100_CI_AS_SC) - 1)`,
  elements: () => 'NULL',
  remainder: (x, divisor) => `(${x} % ${divisor})`,
  asText: (x, kind) => {
    if (kind.is === 'float') return digits(double(x));
    if (kind.is === 'date') return `CONVERT(varchar(10), ${x}, 23)`;
    if (kind.is !== 'moment') return `CAST(${x} AS varchar(50))`;
    return `CONVERT(varchar(27), CAST(${kind.zoned ? `SWITCHOFFSET(${x}, '+00:00')` : x} AS datetime2(7)), 121)`;
  },
  special: () => undefined,
  // A sum of integers would be one of 32 or 64 bits.
  sum: (x, kind) => {
    if (kind.is === 'float') return `SUM(${double(x)})`;
    return `SUM(CAST(${x} AS decimal(38, ${kind.is === 'dec' ? kind.scale : 0})))`;
  },
  mean: (x) => `AVG(${double(x)})`,
  deviation: (x) => `STDEVP(${double(x)})`,
  // A function over rows there, which has its value in each of them.
  quantile: (share, x, where, table) => ({
    statement:
      `SELECT TOP (1) ${digits(`PERCENTILE_CONT(${share}) WITHIN GROUP (ORDER BY v) OVER ()`)} ` +
      `FROM (SELECT ${double(x)} AS v FROM ${table} WHERE ${where}) AS ordered_values`,
  }),
  firstRows: (count, query) => query.replace(/^SELECT/, `SELECT TOP (${count})`),
  sample: ({ name, key }, share) =>
    `(SELECT * FROM ${name} WHERE (CAST(SUBSTRING(HASHBYTES('SHA2_256', CONCAT(${key.join(", N',', ")}, N'')), 1, 4) AS int) & 1048575) ` +
    `< ${Math.ceil(share * 2 ** 20)}) AS sampled_rows`,
};

/** From SQL Server 2025 on, in databases of its level. */
export const MSSQL_2025: Dialect = {
  ...MSSQL,
  matches: (x, kind, pattern) => `REGEXP_LIKE(${wide(x, kind)}, ${text(pattern)}, 'c')`,
};
