import type { Rows } from '../engine';
import { judgeStatement, withoutSemicolon } from '../sql/guard';
import type { Dialect } from '../sql/dialect';
import { type SqlTarget, replacePlaceholders } from '../sql/placeholders';
import { parseDecimal } from './decimal';
import type { CheckTarget, Measure } from './measures';
import { CheckRefusal } from './outcome';

/** Why a stored statement of users would not be sent to its source; undefined where it would. */
export async function ownSqlFault(
  text: string,
  target: SqlTarget & { readonly functions: readonly string[] },
  dialect: Dialect,
): Promise<string | undefined> {
  await dialect.grammar?.load();
  // Which column is meant changes nothing of it.
  const replaced = replacePlaceholders(text, { column: 'column', ...target }, dialect);
  if ('fault' in replaced) return replaced.fault;
  const judged = judgeStatement(replaced.sql, target, dialect);
  return 'fault' in judged ? judged.fault : undefined;
}

/** A statement of users, ready to be sent. */
export interface OwnSql {
  readonly sql: string;
  /** Its unqualified names mean tables of the schema of the table. */
  readonly inSchema: boolean;
}

/** @throws {CheckRefusal} `customSqlOff`, `badParameter`, `notReadOnly` */
export function ownSql(text: string | undefined, target: CheckTarget, column: string | undefined): OwnSql {
  const { dialect } = target;
  if (!target.customSql)
    throw new CheckRefusal('customSqlOff', "SQL of one's own is not run: data access of the service has customSql off");
  if (text === undefined || text.trim() === '') throw new CheckRefusal('badParameter', 'The statement is empty');
  const replaced = replacePlaceholders(text, { ...target, ...(column !== undefined && { column }) }, dialect);
  if ('fault' in replaced) throw new CheckRefusal('badParameter', replaced.fault);
  const judged = judgeStatement(replaced.sql, { schema: target.schema, functions: target.functions ?? [] }, dialect);
  if ('fault' in judged) throw new CheckRefusal('notReadOnly', `The statement is not sent: ${judged.fault}`);
  return { sql: withoutSemicolon(judged.sql, dialect), inSchema: !judged.isQualified };
}

/** How many rows the statement has, counted by the source; a comment at its end must not swallow what follows. */
export const countedRows = ({ sql, inSchema }: OwnSql): Measure => ({
  kind: 'statement',
  sql: `SELECT count(*) FROM (${sql}\n) AS counted_rows`,
  counted: sql,
  inSchema,
});

/** The statement as it is; a second row is enough to know that there is more than one. */
export const singleValue = (own: OwnSql): Measure => ({ kind: 'statement', ...own, rows: 2 });

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
