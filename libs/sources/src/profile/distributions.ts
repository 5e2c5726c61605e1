import { isComparable, isText } from '../catalogue/kind';
import type { SourceColumn } from '../catalogue/source-table';
import { Conditions } from '../checks/conditions';
import type { MeasureRun } from '../checks/measure-run';
import { aggregate, type CheckTarget, countOf, groupCounts, keyOf, type Measure, rowsOf } from '../checks/measures';
import { jsonValue, type JsonValue, valueText } from '../checks/values/json-value';
import type { Row } from '../engine';
import { endsTheReading, SourceError } from '../reason';

/** Distinct values up to which a column is taken to have a fixed set of them. */
export const MOST_VALUES = 20;
/** Code points of the longest text that is listed: a column adds 20 KB to a profile at most. */
const LONGEST_VALUE = 256;
/** Columns of one statement, which reads the table once for each. */
const MOST_COLUMNS = 25;

/** All values of a column, the most frequent first, each with its rows and their share of the rows with a value. */
export interface Distribution {
  readonly categories: readonly JsonValue[];
  readonly counts: readonly number[];
  readonly percentages: readonly number[];
}

/** How often the values of a column come. */
export const valueGroups = ({ x, kind }: Conditions, { dialect }: CheckTarget): Measure => ({
  kind: 'groups',
  by: [keyOf(dialect, x, kind)],
  where: `${x} IS NOT NULL`,
});

/**
 * Counts each value of the columns that have few, in one statement for up to 25 columns. A column with a text that is too long, or that JSON
 * cannot have, has no distribution.
 * @returns by the name of the column; an error where the source refused it
 * @throws {SourceError} where the source cannot be asked any more
 */
export async function distributionsOf(
  run: MeasureRun,
  target: CheckTarget,
  columns: readonly SourceColumn[],
): Promise<ReadonlyMap<string, Distribution | SourceError>> {
  const few: Conditions[] = [];
  for (const column of columns) {
    const conditions = new Conditions(column, target);
    if (isComparable(conditions.kind) && (await hasFewValues(run, conditions, target))) few.push(conditions);
  }
  const found = new Map<string, Distribution | SourceError>();
  // Not every source writes a float as a text with all of its digits: the values of one statement are of one type.
  for (const family of [true, false].map((isFloat) => few.filter(({ kind }) => (kind.is === 'float') === isFloat)))
    for (let from = 0; from < family.length; from += MOST_COLUMNS)
      await askTogether(run, target, family.slice(from, from + MOST_COLUMNS), found);
  return found;
}

async function hasFewValues(run: MeasureRun, column: Conditions, target: CheckTarget): Promise<boolean> {
  const { x, kind } = column;
  const length = isText(kind) ? [aggregate(`max(${target.dialect.length(x, kind)})`)] : [];
  const answers = await run.answersTo([valueGroups(column, target), ...length]);
  if (answers instanceof SourceError) return refused(answers, false);
  const [groups, longest] = answers;
  const { values } = groupCounts(groups!);
  return values > 0 && values <= MOST_VALUES && countOf(longest) <= LONGEST_VALUE;
}

/** Where a statement fails it is halved until the column that fails is alone; what took too long is tried once alone. */
async function askTogether(
  run: MeasureRun,
  target: CheckTarget,
  columns: readonly Conditions[],
  found: Map<string, Distribution | SourceError>,
): Promise<void> {
  const sql = columns.map((column, at) => branchOf(column, at, target)).join(' UNION ALL ');
  const answers = await run.answersTo([{ kind: 'statement', sql, rows: columns.length * MOST_VALUES }]);
  if (!(answers instanceof SourceError)) {
    for (const [at, column] of columns.entries()) {
      const rows = answers[0]!.rows.filter(([index]) => Number(index) === at);
      const distribution = distributionOf(rows, column, target);
      if (distribution) found.set(column.column.name, distribution);
    }
    return;
  }
  refused(answers, undefined);
  if (columns.length === 1) {
    found.set(columns[0]!.column.name, answers);
    return;
  }
  const size = answers.reason === 'timedOut' ? 1 : columns.length >> 1;
  for (let from = 0; from < columns.length; from += size)
    await askTogether(run, target, columns.slice(from, from + size), found);
}

/** @throws {SourceError} where nothing more can be asked */
function refused<Result>(error: SourceError, instead: Result): Result {
  if (endsTheReading(error.reason)) throw error;
  return instead;
}

/** The values of one column: those of a group are equal, so any of their texts stands for them. */
function branchOf(column: Conditions, at: number, target: CheckTarget): string {
  const { x, kind } = column;
  const { dialect } = target;
  return `SELECT ${at}, min(${valueText(column, target)}), count(*) FROM ${rowsOf(target)} WHERE ${x} IS NOT NULL GROUP BY ${keyOf(dialect, x, kind)}`;
}

/** @param rows number of the column, value, rows that have it; undefined where there are no values any more, or more than few */
function distributionOf(rows: readonly Row[], column: Conditions, target: CheckTarget): Distribution | undefined {
  const values = rows.flatMap(([, text, count]) => {
    const category = jsonValue(text ?? '', column, target);
    return category === undefined ? [] : [{ category, count: Number(count) }];
  });
  if (values.length === 0 || values.length < rows.length || values.length > MOST_VALUES) return undefined;
  values.sort((one, other) => other.count - one.count || compareTexts(String(one.category), String(other.category)));
  const all = values.reduce((sum, { count }) => sum + count, 0);
  return {
    categories: values.map(({ category }) => category),
    counts: values.map(({ count }) => count),
    percentages: values.map(({ count }) => (count / all) * 100),
  };
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
