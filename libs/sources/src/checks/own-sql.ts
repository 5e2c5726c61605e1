import type { Rows } from '../engine';
import { guardFault, withoutSemicolon } from '../sql/guard';
import { replacePlaceholders } from '../sql/placeholders';
import { parseDecimal } from './decimal';
import type { CheckPlace, Measure } from './measures';
import { CheckRefusal } from './outcome';

/**
 * A statement of users, ready to be sent.
 * @throws {CheckRefusal} `customSqlOff`, `badParameter`, `notReadOnly`
 */
export function ownSql(text: string | undefined, place: CheckPlace, column: string | undefined): string {
  if (!place.customSql)
    throw new CheckRefusal('customSqlOff', "SQL of one's own is not run: data access of the service has customSql off");
  if (text === undefined || text.trim() === '') throw new CheckRefusal('badParameter', 'The statement is empty');
  const replaced = replacePlaceholders(text, { ...place, ...(column !== undefined && { column }) }, place.dialect);
  if ('fault' in replaced) throw new CheckRefusal('badParameter', replaced.fault);
  const fault = guardFault(replaced.sql, place.dialect);
  if (fault !== undefined) throw new CheckRefusal('notReadOnly', `The statement is not sent: ${fault}`);
  return withoutSemicolon(replaced.sql, place.dialect);
}

/** How many rows the statement has, counted by the source; a comment at its end must not swallow what follows. */
export const countedRows = (sql: string): Measure => ({
  kind: 'statement',
  sql: `SELECT count(*) FROM (${sql}\n) AS counted_rows`,
  counted: sql,
});

/** The statement as it is; a second row is enough to know that there is more than one. */
export const singleValue = (sql: string): Measure => ({ kind: 'statement', sql, rows: 2 });

const BOOLEANS: Readonly<Record<string, string>> = { t: '1', true: '1', f: '0', false: '0' };

/**
 * The one number of an answer; booleans are 1 and 0.
 * @returns undefined where it has no row, more than one, more columns, NULL, or something else
 */
export function numberOfAnswer({ columns, rows }: Rows): string | undefined {
  const cell = rows.length === 1 && columns.length === 1 ? rows[0]![0] : undefined;
  if (cell === undefined || cell === null) return undefined;
  const text = BOOLEANS[cell.toLowerCase()] ?? cell;
  return parseDecimal(text) ? text : undefined;
}
