import type { Rows } from '../../engine';
import { requiredText, type Parameters } from '../bounds';
import { type ColumnName, type Conditions, conditionsOf } from '../conditions';
import { parseList } from '../lists';
import { type CheckTarget, type CompiledCheck, countOf, groupCounts, keyOf, type Measure, ROWS } from '../measures';
import { CheckRefusal, rowCounts } from '../outcome';

/** The rows whose combination of values comes more than once; those in which one of them is NULL do not count. */
export interface Combinations {
  readonly groups: Measure;
  /** A query of them. */
  readonly statement: string;
}

export function combinationsOf(names: readonly (ColumnName | undefined)[], target: CheckTarget): Combinations {
  const columns = names.map((name) => comparable(name, target));
  const { dialect, schema, table } = target;
  const [keys, where] = [keysOf(columns, target), noneIsNull(columns)];
  // An aliased key each, since not every engine compares lists of columns with a subquery.
  const [named, same] = [aliased(keys), names.map((name) => comparable(name, target, ROW))];
  const source = dialect.name(schema, table);
  const repeated = `SELECT ${named.join(', ')} FROM ${source} WHERE ${where} GROUP BY ${keys.join(', ')} HAVING count(*) > 1`;
  const join = keysOf(same, target).map((key, index) => `${key} = repeated.k${index}`);
  return {
    groups: { kind: 'groups', by: keys, where },
    statement: `SELECT ${ROW}.* FROM ${source} ${ROW} INNER JOIN (${repeated}) repeated ON ${join.join(' AND ')}`,
  };
}

/** The alias of the table whose rows are counted, beside other tables. */
export const ROW = 'checked';

/** By which expressions the columns are compared. */
export const keysOf = (columns: readonly Conditions[], { dialect }: CheckTarget): string[] =>
  columns.map(({ x, kind }) => keyOf(dialect, x, kind));

export const aliased = (keys: readonly string[]): string[] => keys.map((key, index) => `${key} AS k${index}`);

export const noneIsNull = (columns: readonly Conditions[]): string =>
  columns.map(({ x }) => `${x} IS NOT NULL`).join(' AND ');

function comparable(name: ColumnName | undefined, target: CheckTarget, alias?: string): Conditions {
  const conditions = conditionsOf(name, target, alias);
  conditions.comparable('a check for repeated values');
  return conditions;
}

/** No combination of values of the columns comes more than once. */
export function columnsUnique(parameters: Parameters, target: CheckTarget): CompiledCheck {
  const text = requiredText(parameters, 'columnNames');
  const names = (parseList(text)?.map((item) => item.text) ?? text.split(',')).map((name) => name.trim());
  if (names.includes('')) throw new CheckRefusal('badParameter', 'columnNames is not a list of columns such as a, b');
  const { groups, statement } = combinationsOf(names, target);
  return {
    countsRows: true,
    measures: [ROWS, groups],
    judge: ([rows, answer]) => {
      const { failed, values } = repeatedIn(answer);
      return {
        status: failed === 0 ? 'Success' : 'Failed',
        message: `${failed} of ${countOf(rows)} rows fail`,
        ...rowCounts(countOf(rows), failed),
        ...{ values, statement },
      };
    },
  };
}

function repeatedIn(answer: Rows | undefined): { failed: number; values: { name: string; value: string }[] } {
  const { rows, repeatedRows, valuesOnce } = groupCounts(answer!);
  const values = [
    { name: 'valueCount', value: String(rows) },
    { name: 'uniqueCount', value: String(valuesOnce) },
  ];
  return { failed: repeatedRows, values };
}
