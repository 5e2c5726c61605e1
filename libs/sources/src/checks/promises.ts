import { isNumber, isText, isTime } from '../catalogue/kind';
import { numberBounds, type Parameters, timeBounds } from './bounds';
import { failing, compileColumnCheck, outsideOf } from './column-definitions';
import { type Conditions, type ColumnName, conditionsOf } from './conditions';
import { decimalText } from './decimal';
import {
  type CheckPlace,
  type CompiledCheck,
  countIf,
  countOf,
  groupCounts,
  keyOf,
  type Measure,
  ROWS,
} from './measures';
import { CheckRefusal, type Outcome, rowCounts } from './outcome';
import { compileRule } from './rules';

/** A promise of a contract about the values of one column, or of a key. */
export type PromiseCheck =
  | { readonly is: 'notNull' | 'unique' }
  | { readonly is: 'enum'; readonly values: readonly unknown[] }
  /** By their names, each as a path. */
  | { readonly is: 'key'; readonly columns: readonly (readonly string[])[] }
  | { readonly is: PromisedOption; readonly value: unknown };

export type PromisedOption =
  | ('minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum')
  | ('minLength' | 'maxLength' | 'minItems' | 'maxItems')
  | ('pattern' | 'multipleOf');

/** Names of values in the outcome of a key: rows whose column is NULL, by the position of the column; rows that share their key. */
export const NULLS_OF_KEY = (index: number): string => `nullCount${index}`;
export const SHARED_KEY = 'duplicateCount';

/**
 * Compiles a promise by the same conditions as the test cases and rules that ask the same, so that all give one number.
 * @throws {CheckRefusal} where it is not computed
 */
export function compilePromise(
  promise: PromiseCheck,
  column: ColumnName | undefined,
  place: CheckPlace,
): CompiledCheck {
  switch (promise.is) {
    case 'notNull':
      return compileColumnCheck('columnValuesToBeNotNull', {}, conditionsOf(column, place), place);
    case 'unique':
      return compileColumnCheck('columnValuesToBeUnique', {}, conditionsOf(column, place), place);
    case 'enum':
      return compileRule(
        { metric: 'invalidValues', arguments: { validValues: promise.values }, mustBe: 0 },
        column,
        place,
      );
    case 'key':
      return compileKey(
        promise.columns.map((path) => conditionsOf(path, place)),
        place,
      );
    case 'pattern': {
      const condition = `NOT (${conditionsOf(column, place).matches(String(promise.value))})`;
      return { ...failing(condition, place, [], () => []), refusedAs: 'badParameter' };
    }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return failing(outside(promise.is, String(promise.value), conditionsOf(column, place)), place, [], () => []);
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return failing(wrongLength(promise.is, promise.value, conditionsOf(column, place), place), place, [], () => []);
    case 'multipleOf':
      return failing(notMultiple(promise.value, conditionsOf(column, place), place), place, [], () => []);
  }
}

type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

function outside(is: Bound, value: string, conditions: Conditions): string {
  const isLeast = is === 'minimum' || is === 'exclusiveMinimum';
  const parameters: Parameters = { [isLeast ? 'minValue' : 'maxValue']: value };
  const isStrict = is === 'exclusiveMinimum' || is === 'exclusiveMaximum';
  if (isTime(conditions.kind)) {
    const { least, most } = timeBounds(parameters, 'minValue', 'maxValue');
    return isStrict ? conditions.outsideTimesStrictly(least, most) : conditions.outsideTimes(least, most);
  }
  conditions.numbers('a range');
  const { least, most } = numberBounds(parameters, 'minValue', 'maxValue');
  return isStrict ? conditions.outsideStrictly(least, most) : conditions.outside(least, most);
}

function wrongLength(
  is: 'minLength' | 'maxLength' | 'minItems' | 'maxItems',
  value: unknown,
  conditions: Conditions,
  { dialect }: CheckPlace,
): string {
  const { x, kind } = conditions;
  const isOfItems = is === 'minItems' || is === 'maxItems';
  conditions.refuseUnless(isOfItems ? kind.is === 'array' : isText(kind), is);
  const isLeast = is === 'minLength' || is === 'minItems';
  const bounds = numberBounds({ [isLeast ? 'least' : 'most']: String(value) }, 'least', 'most');
  return outsideOf(isOfItems ? dialect.elements(x) : dialect.length(x, kind), bounds);
}

function notMultiple(value: unknown, conditions: Conditions, { dialect }: CheckPlace): string {
  const { x, kind } = conditions;
  conditions.refuseUnless(isNumber(kind) && kind.is !== 'float', 'multipleOf');
  const { least: factor } = numberBounds({ factor: String(value) }, 'factor', '');
  if (!factor || factor.units <= 0n) throw new CheckRefusal('badParameter', 'multipleOf is not greater than 0');
  const exact = dialect.exact(decimalText(factor));
  const special = isNumber(kind) ? dialect.special(x, kind) : undefined;
  const isNone = special && special.nan !== 'false' ? ` OR ${special.nan}` : '';
  return `(${x} IS NOT NULL AND (${dialect.remainder(x, exact)} <> 0${isNone}))`;
}

/** Rows without a part of the key, and rows that share their key: no row is both. */
function compileKey(columns: readonly Conditions[], place: CheckPlace): CompiledCheck {
  for (const one of columns) one.comparable('a key');
  const nulls = columns.map(({ x }) => `${x} IS NULL`);
  const groups: Measure = {
    kind: 'groups',
    by: columns.map(({ x, kind }) => keyOf(place.dialect, x, kind)),
    where: columns.map(({ x }) => `${x} IS NOT NULL`).join(' AND '),
  };
  return {
    measures: [ROWS, countIf(nulls.join(' OR ')), groups, ...nulls.map(countIf)],
    judge: ([rows, withoutKey, answer, ...counts]): Outcome => {
      const shared = groupCounts(answer!).repeatedRows;
      const failed = countOf(withoutKey) + shared;
      return {
        status: failed === 0 ? 'Success' : 'Failed',
        message: `${failed} of ${countOf(rows)} rows fail`,
        ...rowCounts(countOf(rows), failed),
        values: [
          { name: SHARED_KEY, value: String(shared) },
          ...counts.map((count, index) => ({ name: NULLS_OF_KEY(index), value: String(countOf(count)) })),
        ],
      };
    },
  };
}
