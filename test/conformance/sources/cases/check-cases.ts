import { arrays, bounds, ofTable, rules, times } from './bound-cases';
import { aborted, type CheckCase, rule, test } from './check-case';
import { ALL_COLUMNS, type OddColumn, type OddRow } from '../odd-table';
import { keys } from './key-cases';
import { counts, exact, present, sameKey, statistics, verdict } from '../row-oracle';

const NUMBERS: readonly string[] = ['id', 'big', 'amount', 'score', 'select', 'a.b', 'x\'y"z`', '100%'];
const TEXTS = ['note', 'code', 'Mixed Case'];

/** Every row of the table of semantics on the fixed table, expected values computed over its rows. */
export function checkCases(rows: readonly OddRow[], columns: readonly OddColumn[]): CheckCase[] {
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  const lacks = ALL_COLUMNS.map(({ name }) => name).filter((name) => !has(name));
  const all = [
    ...columns.flatMap((column) => ofColumn(column, rows)),
    ...NUMBERS.flatMap((name) => statisticsOf(name, rows)),
    ...TEXTS.flatMap((name) => ofText(name, rows)),
    ...times(rows),
    ...bounds(rows),
    ...ofTable(rows, columns),
    ...rules(rows),
    ...keys(rows, columns),
    ...(has('tags') ? arrays(rows) : []),
  ];
  return all.filter(({ check }) => check.column === undefined || !lacks.includes(String(check.column)));
}

const INCOMPARABLE: ReadonlySet<string> = new Set(['json', 'array']);

function ofColumn({ name, type }: OddColumn, rows: readonly OddRow[]): CheckCase[] {
  const values = present(rows, name);
  const nulls = rows.length - values.length;
  const notNull = [
    test('columnValuesToBeNotNull', name, {}, verdict(nulls, { nullCount: nulls })),
    rule({ metric: 'nullValues', mustBeLessThan: 5, unit: '%' }, name, {
      status: (nulls / rows.length) * 100 < 5 ? 'Success' : 'Failed',
      value: (nulls / rows.length) * 100,
      failedRows: nulls,
    }),
    rule({ metric: 'completeness', mustBe: 100 }, name, {
      status: nulls ? 'Failed' : 'Success',
      value: (values.length / rows.length) * 100,
    }),
  ];
  if (INCOMPARABLE.has(type))
    return [
      ...notNull,
      test('columnValuesToBeUnique', name, {}, aborted('typeNotSupported')),
      test('columnValuesToBeInSet', name, { allowedValues: '["a"]', matchEnum: 'true' }, aborted('typeNotSupported')),
    ];
  const found = counts(values.map((value) => sameKey(value, type)));
  const repeated = [...found.values()].filter((count) => count > 1);
  const repeatedRows = repeated.reduce((all, one) => all + one, 0);
  const once = found.size - repeated.length;
  return [
    ...notNull,
    test('columnValuesToBeUnique', name, {}, verdict(repeatedRows, { valueCount: values.length, uniqueCount: once })),
    rule({ metric: 'duplicateValues', mustBe: 0 }, name, {
      status: repeated.length ? 'Failed' : 'Success',
      value: repeated.length,
      failedRows: repeatedRows,
    }),
    rule({ metric: 'duplicateValues', mustBeLessOrEqualTo: 10, unit: 'percent' }, name, {
      status: values.length && (repeated.length / values.length) * 100 > 10 ? 'Failed' : 'Success',
      value: values.length ? (repeated.length / values.length) * 100 : 0,
    }),
    rule({ metric: 'uniqueValues', mustBe: once }, name, { status: 'Success', value: once }),
    rule({ metric: 'distinctValues', mustBe: found.size }, name, { status: 'Success', value: found.size }),
  ];
}

const PARAMETERS: Readonly<Record<string, readonly [string, string, string]>> = {
  min: ['columnValueMinToBeBetween', 'minValueForMinInCol', 'maxValueForMinInCol'],
  max: ['columnValueMaxToBeBetween', 'minValueForMaxInCol', 'maxValueForMaxInCol'],
  mean: ['columnValueMeanToBeBetween', 'minValueForMeanInCol', 'maxValueForMeanInCol'],
  median: ['columnValueMedianToBeBetween', 'minValueForMedianInCol', 'maxValueForMedianInCol'],
  stddev: ['columnValueStdDevToBeBetween', 'minValueForStdDevInCol', 'maxValueForStdDevInCol'],
  sum: ['columnValuesSumToBeBetween', 'minValueForColSum', 'maxValueForColSum'],
};

const places = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(10, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
};

function statisticsOf(name: string, rows: readonly OddRow[]): CheckCase[] {
  const values = present(rows, name);
  if (name === 'score') return ofDoubles(name, values.map(Number));
  const units = values.map((value) => exact(String(value))).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const { mean, stddev, median } = statistics(values.map(Number));
  const found: Record<string, string> = {
    min: places(units[0]!),
    max: places(units.at(-1)!),
    sum: places(units.reduce((all, one) => all + one, 0n)),
    ...{ mean: String(mean), stddev: String(stddev), median: String(median) },
  };
  return Object.entries(PARAMETERS).flatMap(([statistic, [definition, least, most]]) => {
    const value = found[statistic]!;
    const isExact = ['min', 'max', 'sum'].includes(statistic);
    const one = places(exact('0.000000001') + (isExact ? exact(value) : 0n));
    return [
      test(definition, name, {}, { status: 'Success', values: { [statistic]: value } }),
      ...(isExact
        ? [
            test(
              definition,
              name,
              { [least]: value, [most]: value },
              { status: 'Success', values: { [statistic]: value } },
            ),
            test(definition, name, { [least]: one }, { status: 'Failed', values: { [statistic]: value } }),
          ]
        : [
            test(
              definition,
              name,
              { [least]: String(Number(value) + Math.abs(Number(value)) + 1) },
              { status: 'Failed' },
            ),
          ]),
    ];
  });
}

/** With a NaN among them every statistic is NaN, and within no bound. */
function ofDoubles(name: string, numbers: readonly number[]): CheckCase[] {
  const isNaN = numbers.some(Number.isNaN);
  const { mean, stddev, median, sum } = statistics(numbers);
  const found: Record<string, number> = {
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    mean,
    stddev,
    median,
    sum,
  };
  return Object.entries(PARAMETERS).flatMap(([statistic, [definition, least]]) => [
    test(definition, name, {}, { status: 'Success', values: { [statistic]: isNaN ? 'NaN' : found[statistic]! } }),
    test(
      definition,
      name,
      { [least]: '-1e308' },
      { status: isNaN || found[statistic]! < -1e308 ? 'Failed' : 'Success' },
    ),
  ]);
}

const LISTS = [
  `["a", "A ", "😀", "it's", "back\\\\slash", "", null]`,
  `('n/a', 'e\\u0301', 7, None)`,
  '["no such value"]',
  '[]',
];
const WORDS: readonly (readonly string[])[] = [
  ['a', 'A ', '😀', "it's", 'back\\slash', ''],
  ['n/a', 'e\u0301', '7'],
  ['no such value'],
  [],
];
const PATTERNS = ['a', '^.$', '^[a-z]+$', '[.]', "it's", '^$', '(a|A) ', '\\\\', 'b{2}'];

function ofText(name: string, rows: readonly OddRow[]): CheckCase[] {
  const values = present(rows, name) as string[];
  const nulls = rows.length - values.length;
  const lists = LISTS.flatMap((list, index) => {
    const words = WORDS[index]!;
    const among = values.filter((value) => words.includes(value)).length;
    const missing = nulls + values.filter((value) => value === '' || words.includes(value)).length;
    return [
      test(
        'columnValuesToBeInSet',
        name,
        { allowedValues: list, matchEnum: 'true' },
        verdict(rows.length - among, { allowedValueCount: among }),
      ),
      test(
        'columnValuesToBeInSet',
        name,
        { allowedValues: list },
        { status: among ? 'Success' : 'Failed', values: { allowedValueCount: among } },
      ),
      test(
        'columnValuesToBeNotInSet',
        name,
        { forbiddenValues: list },
        verdict(among, { countForbiddenValues: among }),
      ),
      test(
        'columnValuesMissingCount',
        name,
        { missingCountValue: String(missing), missingValueMatch: list },
        { status: 'Success', values: { nullCount: missing } },
      ),
      rule({ metric: 'missingValues', arguments: { missingValues: words }, mustBe: 0 }, name, {
        status: nulls + among ? 'Failed' : 'Success',
        value: nulls + among,
        failedRows: nulls + among,
      }),
      rule({ metric: 'invalidValues', validValues: words }, name, {
        status: values.length - among ? 'Failed' : 'Success',
        value: values.length - among,
        failedRows: values.length - among,
      }),
    ];
  });
  const patterns = PATTERNS.flatMap((pattern) => {
    const matching = values.filter((value) => new RegExp(pattern, 'u').test(value)).length;
    return [
      test(
        'columnValuesToMatchRegex',
        name,
        { regex: pattern },
        verdict(values.length - matching, { likeCount: matching }),
      ),
      test(
        'columnValuesToNotMatchRegex',
        name,
        { forbiddenRegex: pattern },
        verdict(matching, { notLikeCount: matching }),
      ),
      rule({ metric: 'invalidValues', arguments: { pattern }, mustBe: values.length - matching }, name, {
        status: 'Success',
        value: values.length - matching,
      }),
    ];
  });
  const lengths = values.map((value) => [...value].length);
  const seen = { minValueLength: Math.min(...lengths), maxValueLength: Math.max(...lengths) };
  return [
    ...lists,
    ...patterns,
    test(
      'columnValueLengthsToBeBetween',
      name,
      { minLength: '1', maxLength: '2' },
      verdict(lengths.filter((one) => one < 1 || one > 2).length, seen),
    ),
    test('columnValueLengthsToBeBetween', name, {}, verdict(0, seen)),
    test('columnValuesMissingCount', name, { missingCountValue: 'some' }, aborted('badParameter')),
    test('columnValuesToMatchRegex', name, { regex: '[unclosed' }, aborted('badParameter')),
    test('columnValuesToBeInSet', name, { allowedValues: 'a or b' }, aborted('badParameter')),
    test('columnValuesToBeBetween', name, { minValue: '0' }, aborted('typeNotSupported')),
  ];
}
