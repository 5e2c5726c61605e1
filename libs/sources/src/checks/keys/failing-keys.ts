import { isComparable } from '../../catalogue/kind';
import type { Session } from '../../engine';
import { firstRows } from '../../sql/dialect';
import { Conditions } from '../conditions';
import type { CheckTarget } from '../measures';
import { jsonValue, type JsonValue, valueText } from '../values/json-value';
import { aliased, ROW } from './combinations';

/** Rows of one check that are shown by their keys. */
const MOST_KEYS = 5;
/** Characters of a part of a key; a row with a longer one is left out. */
const LONGEST_PART = 256;

/** Keys of rows, by the columns of the primary key. */
export interface FailingKeys {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
}

/** A query of the rows that a check fails begins with all columns of the table, with its alias where others stand beside it. */
const ALL_COLUMNS = new RegExp(`^SELECT (${ROW}\\.)?\\* `);

/**
 * Reads the first keys of the rows that a check fails.
 * @param query of these rows, as an outcome has it @param key names of the columns of the primary key
 * @returns undefined where there is none, or its values are not compared
 * @throws {SourceError}
 */
export async function failingKeys(
  session: Session,
  table: Omit<CheckTarget, 'dialect'>,
  query: string,
  key: readonly string[],
): Promise<FailingKeys | undefined> {
  const target: CheckTarget = { ...table, dialect: session.dialect };
  const alias = ALL_COLUMNS.exec(query)?.[1] === undefined ? undefined : ROW;
  const columns = table.columns
    .filter(({ name }) => key.includes(name))
    .map((column) => new Conditions(column, target, alias));
  const isComplete = key.length > 0 && columns.length === key.length;
  if (!isComplete || !ALL_COLUMNS.test(query) || !columns.every(({ kind }) => isComparable(kind))) return undefined;
  // Without names of their own engines may call them as the columns that they are ordered by.
  const texts = aliased(columns.map((column) => valueText(column, target))).join(', ');
  const order = columns.map(({ x }) => x).join(', ');
  const keys = `${query.replace(ALL_COLUMNS, () => `SELECT ${texts} `)} ORDER BY ${order}`;
  const { rows } = await session.query(firstRows(session.dialect, MOST_KEYS, keys), { rows: MOST_KEYS });
  const read = rows.flatMap((row) => {
    const values = row.map((text, at) => (text === null ? undefined : jsonValue(text, columns[at]!, target)));
    const isShort = row.every((text) => (text?.length ?? 0) <= LONGEST_PART);
    return isShort && values.every((value) => value !== undefined) ? [values] : [];
  });
  return read.length === 0 ? undefined : { columns: columns.map(({ column }) => column.name), rows: read };
}
