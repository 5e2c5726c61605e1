import { isNumber, isText, isTime } from '../catalogue/kind';
import type { Rows } from '../engine';
import {
  type Bounds,
  expectedText,
  isTrue,
  isWithin,
  numberBounds,
  numberOf,
  type Parameters,
  requiredText,
  storedBounds,
} from './bounds';
import type { Conditions } from './conditions';
import { compareDecimals, type Decimal, decimalText, decimalOf } from './decimal';
import { type Item, parseList } from './lists';
import {
  aggregate,
  type CheckTarget,
  type CompiledCheck,
  countIf,
  countOf,
  firstCell,
  groupCounts,
  keyOf,
  type Measure,
  ROWS,
} from './measures';
import { aborted, CheckRefusal, type Outcome, rowCounts } from './outcome';
import { type Statistic, statisticOf } from './statistics';
import { shownTime } from './times';
import type { NumberValue } from './values/number-value';

type Compile = (parameters: Parameters, conditions: Conditions, target: CheckTarget) => CompiledCheck;

const STATISTIC_CHECKS: Readonly<Record<string, readonly [Statistic, least: string, most: string]>> = {
  columnValueMinToBeBetween: ['min', 'minValueForMinInCol', 'maxValueForMinInCol'],
  columnValueMaxToBeBetween: ['max', 'minValueForMaxInCol', 'maxValueForMaxInCol'],
  columnValueMeanToBeBetween: ['mean', 'minValueForMeanInCol', 'maxValueForMeanInCol'],
  columnValueMedianToBeBetween: ['median', 'minValueForMedianInCol', 'maxValueForMedianInCol'],
  columnValueStdDevToBeBetween: ['stddev', 'minValueForStdDevInCol', 'maxValueForStdDevInCol'],
  columnValuesSumToBeBetween: ['sum', 'minValueForColSum', 'maxValueForColSum'],
};

const ROW_CHECKS: Readonly<Record<string, Compile>> = {
  columnValuesToBeNotNull: (_parameters, { x }, target) =>
    failing(`${x} IS NULL`, target, [], (failed) => [['nullCount', String(failed)]]),
  columnValuesToBeUnique: unique,
  columnValuesToBeInSet: inSet,
  columnValuesToBeNotInSet: (parameters, conditions, target) => {
    conditions.comparable('a list of values');
    const condition = conditions.isIn(listOf(parameters, 'forbiddenValues'));
    return failing(condition, target, [], (failed) => [['countForbiddenValues', String(failed)]]);
  },
  columnValuesToMatchRegex: (parameters, conditions, target) => {
    const matching = conditions.matches(requiredText(parameters, 'regex'));
    // Each value matches or fails. A pattern is the dearest condition of all, so it is asked once a row.
    const failed = failing(`NOT (${matching})`, target, [aggregate(`count(${conditions.x})`)], (count, [present]) => [
      ['likeCount', String(countOf(present) - count)],
    ]);
    return { ...failed, refusedAs: 'badParameter' };
  },
  columnValuesToNotMatchRegex: (parameters, conditions, target) => {
    const matching = conditions.matches(requiredText(parameters, 'forbiddenRegex'));
    const failed = failing(matching, target, [], (count) => [['notLikeCount', String(count)]]);
    return { ...failed, refusedAs: 'badParameter' };
  },
  columnValueLengthsToBeBetween: lengths,
  columnValuesToBeBetween: between,
  columnValuesMissingCount: missingCount,
};

export const COLUMN_DEFINITIONS: readonly string[] = [...Object.keys(STATISTIC_CHECKS), ...Object.keys(ROW_CHECKS)];

/** @param definition one of `COLUMN_DEFINITIONS` */
export function compileColumnCheck(
  definition: string,
  parameters: Parameters,
  conditions: Conditions,
  target: CheckTarget,
): CompiledCheck {
  const statistic = STATISTIC_CHECKS[definition];
  return statistic
    ? statisticCheck(statistic, parameters, conditions, target)
    : ROW_CHECKS[definition]!(parameters, conditions, target);
}

type NamedValues = readonly (readonly [name: string, value: string])[];

/** A check of each row: `condition` is true of the rows that fail. */
export function failing(
  condition: string,
  target: CheckTarget,
  further: readonly Measure[],
  values: (failed: number, answers: readonly Rows[]) => NamedValues,
): CompiledCheck {
  return {
    countsRows: true,
    measures: [ROWS, countIf(condition), ...further],
    judge: ([rows, failed, ...answers]) =>
      rowOutcome(countOf(rows), countOf(failed), values(countOf(failed), answers), {
        statement: `SELECT * FROM ${target.dialect.name(target.schema, target.table)} WHERE ${condition}`,
      }),
  };
}

function rowOutcome(rows: number, failed: number, values: NamedValues, more: Partial<Outcome>): Outcome {
  return {
    status: failed === 0 ? 'Success' : 'Failed',
    message: `${failed} of ${rows} rows fail`,
    ...rowCounts(rows, failed),
    values: values.map(([name, value]) => ({ name, value })),
    ...more,
  };
}

function unique(_parameters: Parameters, conditions: Conditions, target: CheckTarget): CompiledCheck {
  conditions.comparable('a check for unique values');
  const { x } = conditions;
  const key = keyOf(target.dialect, x, conditions.kind);
  const table = target.dialect.name(target.schema, target.table);
  return {
    countsRows: true,
    measures: [ROWS, { kind: 'groups', by: [key], where: `${x} IS NOT NULL` }],
    judge: ([rows, groups]) => {
      const found = groupCounts(groups!);
      const values: NamedValues = [
        ['valueCount', String(found.rows)],
        ['uniqueCount', String(found.valuesOnce)],
      ];
      const statement = `SELECT * FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${x} IS NOT NULL GROUP BY ${key} HAVING count(*) > 1)`;
      return rowOutcome(countOf(rows), found.repeatedRows, values, { statement });
    },
  };
}

function inSet(parameters: Parameters, conditions: Conditions, target: CheckTarget): CompiledCheck {
  conditions.comparable('a list of values');
  const condition = conditions.isIn(listOf(parameters, 'allowedValues'));
  const named = (allowed: number): NamedValues => [['allowedValueCount', String(allowed)]];
  if (isTrue(parameters, 'matchEnum')) {
    const outside = `(${conditions.x} IS NULL OR NOT ${condition})`;
    return failing(outside, target, [ROWS], (failed, [rows]) => named(countOf(rows) - failed));
  }
  return {
    measures: [countIf(condition)],
    judge: ([allowed]) => ({
      status: countOf(allowed) > 0 ? 'Success' : 'Failed',
      message: `${countOf(allowed)} rows have a value of the list, expected at least one`,
      values: named(countOf(allowed)).map(([name, value]) => ({ name, value })),
    }),
  };
}

function lengths(parameters: Parameters, conditions: Conditions, target: CheckTarget): CompiledCheck {
  const { x, kind } = conditions;
  conditions.refuseUnless(isText(kind) || kind.is === 'array', 'a length');
  const bounds = numberBounds(parameters, 'minLength', 'maxLength');
  const length = kind.is === 'array' ? target.dialect.elements(x) : target.dialect.length(x, kind);
  const condition = outsideOf(length, bounds);
  const further = [aggregate(`min(${length})`), aggregate(`max(${length})`)];
  const compiled = failing(condition, target, further, (_failed, [least, most]) => [
    ...named('minValueLength', firstCell(least)),
    ...named('maxValueLength', firstCell(most)),
  ]);
  return withBounds(compiled, bounds);
}

const named = (name: string, value: string | null): NamedValues => (value === null ? [] : [[name, value]]);

/** The condition outside of bounds of a count that the source computes. */
export function outsideOf(length: string, { least, most }: Bounds<Decimal>): string {
  const parts = [
    ...(least ? [`${length} < ${decimalText(least)}`] : []),
    ...(most ? [`${length} > ${decimalText(most)}`] : []),
  ];
  return parts.length ? `(${parts.join(' OR ')})` : '1 = 0';
}

function between(parameters: Parameters, conditions: Conditions, target: CheckTarget): CompiledCheck {
  const { x, kind } = conditions;
  const { dialect, zone } = target;
  const outside = conditions.outsideOf(parameters, ['minValue', 'maxValue']);
  if (!isNumber(kind)) {
    const further = ['min', 'max'].map((one) => aggregate(dialect.asText(`${one}(${x})`, kind)));
    const shown = (cell: string | null): string | null =>
      cell !== null && isTime(kind) ? shownTime(cell, kind, zone) : cell;
    return failing(outside, target, further, (_failed, [least, most]) => [
      ...named('min', shown(firstCell(least))),
      ...named('max', shown(firstCell(most))),
    ]);
  }
  const [least, most] = (['min', 'max'] as const).map((one) => statisticOf(one, conditions, target)) as [
    ReturnType<typeof statisticOf>,
    ReturnType<typeof statisticOf>,
  ];
  const further = [...least.measures, ...most.measures];
  const compiled = failing(outside, target, further, (_failed, answers) => [
    ...named('min', least.read(answers.slice(0, least.measures.length)) ?? null),
    ...named('max', most.read(answers.slice(least.measures.length)) ?? null),
  ]);
  return withBounds(compiled, conditions.numberBounds(parameters, ['minValue', 'maxValue']));
}

function withBounds(compiled: CompiledCheck, bounds: Bounds<NumberValue>): CompiledCheck {
  return { ...compiled, judge: (answers) => ({ ...compiled.judge(answers), ...storedBounds(bounds) }) };
}

function missingCount(parameters: Parameters, conditions: Conditions): CompiledCheck {
  const wanted = numberOf(parameters, 'missingCountValue');
  const text = parameters.missingValueMatch?.trim() ?? '';
  const words =
    text === '' ? [] : (parseList(text) ?? text.split(',').map((one): Item => ({ kind: 'text', text: one.trim() })));
  const empty: readonly Item[] = isText(conditions.kind) ? [{ kind: 'text', text: '' }] : [];
  if (words.length) conditions.comparable('a list of missing words');
  const missing = `(${conditions.x} IS NULL OR ${conditions.isIn([...empty, ...words])})`;
  return {
    measures: [countIf(missing)],
    judge: ([count]) => {
      const found = countOf(count);
      return {
        status: compareDecimals(decimalOf(BigInt(found)), wanted) === 0 ? 'Success' : 'Failed',
        message: `Found nullCount=${found}, expected ${decimalText(wanted)}`,
        values: [{ name: 'nullCount', value: String(found) }],
      };
    },
  };
}

function statisticCheck(
  [statistic, least, most]: readonly [Statistic, string, string],
  parameters: Parameters,
  conditions: Conditions,
  target: CheckTarget,
): CompiledCheck {
  const { measures, read } = statisticOf(statistic, conditions, target);
  const bounds = conditions.numberBounds(parameters, [least, most]);
  return {
    measures,
    judge: (answers) => {
      const value = read(answers);
      if (value === undefined)
        return aborted('noValues', `${conditions.column.name} has no value, so it has no ${statistic}`);
      return {
        status: isWithin(value, bounds) ? 'Success' : 'Failed',
        message: `Found ${statistic}=${value}, expected ${expectedText(bounds)}`,
        values: [{ name: statistic, value }],
        ...storedBounds(bounds),
      };
    },
  };
}

/** @throws {CheckRefusal} `badParameter` */
function listOf(parameters: Parameters, name: string): Item[] {
  const items = parseList(requiredText(parameters, name));
  if (!items) throw new CheckRefusal('badParameter', `${name} is not a list such as ["a", "b"]`);
  return items;
}
