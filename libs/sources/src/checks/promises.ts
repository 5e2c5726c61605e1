import { isNumber, isText } from '../catalogue/kind';
import { numberBounds, type Parameters } from './bounds';
import { failing, compileColumnCheck, outsideOf } from './column-definitions';
import { type Conditions, type ColumnName, conditionsOf } from './conditions';
import { decimalText } from './decimal';
import { combinationsOf } from './keys/combinations';
import { existsIn, type Referred } from './keys/references';
import { type CheckTarget, type CompiledCheck, countIf, countOf, groupCounts, ROWS } from './measures';
import { CheckRefusal, type Outcome, rowCounts } from './outcome';
import { compileRule } from './rules';

/** A promise of a contract about the values of one column, or of a key. */
export type PromiseCheck =
  | { readonly is: 'notNull' | 'unique' }
  | { readonly is: 'enum'; readonly values: readonly unknown[] }
  /** By their names, each as a path. */
  | { readonly is: 'key'; readonly columns: readonly (readonly string[])[] }
  /** Columns by their names, each as a path, and those of another table that have their values. */
  | { readonly is: 'reference'; readonly columns: readonly (readonly string[])[]; readonly to: Referred }
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
  target: CheckTarget,
): CompiledCheck {
  switch (promise.is) {
    case 'notNull':
      return compileColumnCheck('columnValuesToBeNotNull', {}, conditionsOf(column, target), target);
    case 'unique':
      return compileColumnCheck('columnValuesToBeUnique', {}, conditionsOf(column, target), target);
    case 'enum':
      return compileRule(
        { metric: 'invalidValues', arguments: { validValues: promise.values }, mustBe: 0 },
        column,
        target,
      );
    case 'key':
      return compileKey(promise.columns, target);
    case 'reference':
      return existsIn(promise.columns, promise.to, target);
    case 'pattern': {
      const condition = `NOT (${conditionsOf(column, target).matches(String(promise.value))})`;
      return { ...failing(condition, target, [], () => []), refusedAs: 'badParameter' };
    }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return failing(outside(promise.is, String(promise.value), conditionsOf(column, target)), target, [], () => []);
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return failing(
        wrongLength(promise.is, promise.value, conditionsOf(column, target), target),
        target,
        [],
        () => [],
      );
    case 'multipleOf':
      return failing(notMultiple(promise.value, conditionsOf(column, target), target), target, [], () => []);
  }
}

type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

function outside(is: Bound, value: string, conditions: Conditions): string {
  const isLeast = is === 'minimum' || is === 'exclusiveMinimum';
  const parameters: Parameters = { [isLeast ? 'minValue' : 'maxValue']: value };
  const isStrict = is === 'exclusiveMinimum' || is === 'exclusiveMaximum';
  return conditions.outsideOf(parameters, ['minValue', 'maxValue'], isStrict);
}

function wrongLength(
  is: 'minLength' | 'maxLength' | 'minItems' | 'maxItems',
  value: unknown,
  conditions: Conditions,
  { dialect }: CheckTarget,
): string {
  const { x, kind } = conditions;
  const isOfItems = is === 'minItems' || is === 'maxItems';
  conditions.refuseUnless(isOfItems ? kind.is === 'array' : isText(kind), is);
  const isLeast = is === 'minLength' || is === 'minItems';
  const bounds = numberBounds({ [isLeast ? 'least' : 'most']: String(value) }, 'least', 'most');
  return outsideOf(isOfItems ? dialect.elements(x) : dialect.length(x, kind), bounds);
}

function notMultiple(value: unknown, conditions: Conditions, { dialect }: CheckTarget): string {
  const { x, kind } = conditions;
  conditions.refuseUnless(isNumber(kind) && kind.is !== 'float', 'multipleOf');
  const { least: factor } = numberBounds({ factor: String(value) }, 'factor', '');
  if (!factor || factor.units <= 0n) throw new CheckRefusal('badParameter', 'multipleOf is not greater than 0');
  const exact = dialect.exact(decimalText(factor));
  const special = isNumber(kind) ? dialect.special(x, kind) : undefined;
  const isNone = special ? ` OR ${special.nan}` : '';
  return `(${x} IS NOT NULL AND (${dialect.remainder(x, exact)} <> 0${isNone}))`;
}

/** Rows without a part of the key, and rows that share their key: no row is both. */
function compileKey(names: readonly ColumnName[], target: CheckTarget): CompiledCheck {
  const nulls = names.map((name) => `${conditionsOf(name, target).x} IS NULL`);
  const { groups, statement: repeated } = combinationsOf(names, target);
  const withoutKey = `SELECT * FROM ${target.dialect.name(target.schema, target.table)} WHERE ${nulls.join(' OR ')}`;
  return {
    measures: [ROWS, countIf(nulls.join(' OR ')), groups, ...nulls.map(countIf)],
    judge: ([rows, nullRows, answer, ...counts]): Outcome => {
      const shared = groupCounts(answer!).repeatedRows;
      const failed = countOf(nullRows) + shared;
      const queries = [...(countOf(nullRows) > 0 ? [withoutKey] : []), ...(shared > 0 ? [repeated] : [])];
      return {
        status: failed === 0 ? 'Success' : 'Failed',
        message: `${failed} of ${countOf(rows)} rows fail`,
        ...rowCounts(countOf(rows), failed),
        values: [
          { name: SHARED_KEY, value: String(shared) },
          ...counts.map((count, index) => ({ name: NULLS_OF_KEY(index), value: String(countOf(count)) })),
        ],
        ...(queries.length > 0 && { statement: queries.join(' UNION ALL ') }),
      };
    },
  };
}
