import { aborted, type CheckCase, rule, test } from './check-case';
import { NOW, type OddColumn, type OddRow } from '../odd-table';
import { counts, exact, present, verdict } from '../row-oracle';

export function bounds(rows: readonly OddRow[]): CheckCase[] {
  const asked: readonly (readonly [string, string?, string?])[] = [
    ['big', '9007199254740992', '9007199254740993'],
    ['big', '9007199254740992.5', '9223372036854775807'],
    ['big', '-1e30', '1e30'],
    ['big', '1e30'],
    ['amount', '0.005', '12.5'],
    ['amount', '-9999999999.99', '9999999999.991'],
    ['amount', '1e-20', '1e20'],
    ['id', '2.5', '10.000'],
    ['select', '+1', '1e1'],
  ];
  const scale = 10n ** 9n;
  const unit = (text: string): bigint =>
    /e-/.test(text) ? 1n : /e/i.test(text) ? BigInt(Math.ceil(Number(text))) * scale : exact(text.replace('+', ''));
  const ofExact = asked.map(([name, least, most]) => {
    const outside = present(rows, name).filter((value) => {
      const number = exact(String(value));
      return (least !== undefined && number < unit(least)) || (most !== undefined && number > unit(most));
    }).length;
    const parameters = { ...(least && { minValue: least }), ...(most && { maxValue: most }) };
    return test('columnValuesToBeBetween', name, parameters, verdict(outside));
  });
  const scores = present(rows, 'score').map(Number);
  return [
    ...ofExact,
    test(
      'columnValuesToBeBetween',
      'score',
      { minValue: '0', maxValue: '1e30' },
      verdict(scores.filter((one) => !(one >= 0 && one <= 1e30)).length),
    ),
    test(
      'columnValuesToBeBetween',
      'score',
      { minValue: '0.1' },
      verdict(scores.filter((one) => !(one >= 0.1)).length),
    ),
    test('columnValuesToBeBetween', 'score', {}, verdict(0)),
    test(
      'columnValuesToBeInSet',
      'score',
      { allowedValues: '[0.1, "7", "n/a", 2.50]', matchEnum: 'true' },
      verdict(rows.length - scores.filter((one) => [0.1, 7, 2.5].includes(one)).length),
    ),
    test(
      'columnValuesToBeInSet',
      'big',
      { allowedValues: '[9007199254740993, "n/a", 0.0, 1e40]', matchEnum: 'true' },
      verdict(rows.length - present(rows, 'big').filter((one) => one === '9007199254740993' || one === '0').length),
    ),
    test(
      'columnValuesToBeInSet',
      'amount',
      { allowedValues: '["12.5", 12.501, 1e-2]', matchEnum: 'true' },
      verdict(rows.length - present(rows, 'amount').filter((one) => one === '12.50' || one === '0.01').length),
    ),
    test(
      'columnValuesToBeInSet',
      'flag',
      { allowedValues: '[true]', matchEnum: 'true' },
      verdict(rows.length - present(rows, 'flag').filter((one) => one === true).length),
    ),
    test(
      'columnValuesToBeInSet',
      'uid',
      { allowedValues: '["00000000-0000-4000-8000-000000000001", "x"]', matchEnum: 'true' },
      verdict(rows.length - present(rows, 'uid').filter((one) => String(one).endsWith('000001')).length),
    ),
    test('columnValuesToBeBetween', 'id', { minValue: '5', maxValue: '4' }, aborted('badParameter')),
    test('columnValuesToBeBetween', 'id', { minValue: 'one' }, aborted('badParameter')),
    test('columnValueMaxToBeBetween', 'nothing', { minValueForMaxInCol: '0' }, aborted('noValues')),
    test('columnValueSumToBeBetween', 'id', {}, aborted('unsupported')),
    test('columnValuesToBeAtExpectedLocation', 'id', {}, aborted('unsupported')),
    test('columnValuesToBeNotNull', 'no such column', {}, aborted('columnNotFound')),
  ];
}

export function times(rows: readonly OddRow[]): CheckCase[] {
  const iso = (ms: number): string => new Date(ms).toISOString();
  return ['wall', 'seen']
    .flatMap((name) => {
      const values = present(rows, name) as number[];
      const [least, most] = [Math.min(...values) + 1, Math.max(...values)];
      const outside = values.filter((value) => value < least || value > most).length;
      const since = NOW - 2 * 3_600_000;
      const inserted = values.filter((value) => value >= since).length;
      const newest = Math.max(...values.filter((value) => value <= NOW));
      return [
        test('columnValuesToBeBetween', name, { minValue: String(least), maxValue: iso(most) }, verdict(outside)),
        test(
          'columnValuesToBeBetween',
          name,
          { minValue: iso(values[0]!), maxValue: iso(values[0]!) },
          verdict(0 + values.filter((one) => one !== values[0]).length),
        ),
        test('columnValuesToBeBetween', name, { minValue: '0001-01-01', maxValue: '9999-12-31' }, verdict(0)),
        test(
          'columnValuesToBeInSet',
          name,
          { allowedValues: JSON.stringify([iso(values[1]!), 'soon']), matchEnum: 'true' },
          verdict(rows.length - 1),
        ),
        test(
          'tableRowInsertedCountToBeBetween',
          undefined,
          { columnName: name, rangeType: 'HOUR', rangeInterval: '2', min: '1' },
          { status: inserted >= 1 ? 'Success' : 'Failed', values: { rowCount: inserted } },
        ),
        rule({ metric: 'freshness', unit: 'minutes', mustBeLessThan: 61 }, name, {
          status: (NOW - newest) / 60_000 < 61 ? 'Success' : 'Failed',
          value: (NOW - newest) / 60_000,
        }),
      ];
    })
    .concat([
      test(
        'columnValuesToBeBetween',
        'day',
        { minValue: '2024-02-29', maxValue: '2024-12-30T23:59:59.999Z' },
        verdict(present(rows, 'day').filter((day) => day !== '2024-02-29').length),
      ),
      test(
        'columnValuesToBeInSet',
        'day',
        { allowedValues: '["2024-02-29", "2024-12-31T00:00:01Z"]', matchEnum: 'true' },
        verdict(rows.filter((row) => row.day !== '2024-02-29').length),
      ),
      test('columnValuesToBeBetween', 'day', { minValue: 'yesterday' }, aborted('badParameter')),
      test(
        'tableRowInsertedCountToBeBetween',
        undefined,
        { columnName: 'id', rangeType: 'DAY', rangeInterval: '1' },
        aborted('typeNotSupported'),
      ),
      test(
        'tableRowInsertedCountToBeBetween',
        undefined,
        { columnName: 'wall', rangeType: 'WEEK', rangeInterval: '1' },
        aborted('badParameter'),
      ),
    ]);
}

export function ofTable(rows: readonly OddRow[], columns: readonly OddColumn[]): CheckCase[] {
  const names = columns.map(({ name }) => name).join(', ');
  const backwards = columns
    .map(({ name }) => name)
    .reverse()
    .join(',');
  const count = rows.length;
  return [
    test(
      'tableRowCountToEqual',
      undefined,
      { value: String(count) },
      { status: 'Success', values: { rowCount: count } },
    ),
    test(
      'tableRowCountToBeBetween',
      undefined,
      { minValue: String(count + 1) },
      { status: 'Failed', values: { rowCount: count } },
    ),
    test('tableColumnCountToEqual', undefined, { columnCount: String(columns.length) }, { status: 'Success' }),
    test(
      'tableColumnCountToBeBetween',
      undefined,
      { maxColValue: '3' },
      { status: 'Failed', values: { columnCount: columns.length } },
    ),
    test('tableColumnNameToExist', undefined, { columnName: 'Mixed Case' }, { status: 'Success' }),
    test('tableColumnNameToExist', undefined, { columnName: 'mixed case' }, { status: 'Failed' }),
    test('tableColumnToMatchSet', undefined, { columnNames: names, ordered: 'true' }, { status: 'Success' }),
    test('tableColumnToMatchSet', undefined, { columnNames: backwards, ordered: 'true' }, { status: 'Failed' }),
    test('tableColumnToMatchSet', undefined, { columnNames: backwards }, { status: 'Success' }),
    test('tableRowCountToEqual', undefined, { value: '1', useDynamicAssertion: 'true' }, aborted('unsupported')),
  ];
}

export function rules(rows: readonly OddRow[]): CheckCase[] {
  const pairs = counts(
    rows.filter((row) => row['a.b'] !== null && row.note !== null).map((row) => JSON.stringify([row['a.b'], row.note])),
  );
  const repeated = [...pairs.values()].filter((one) => one > 1);
  const negative = present(rows, 'amount').filter((one) => String(one).startsWith('-')).length;
  return [
    rule({ metric: 'rowCount', mustBe: rows.length, unit: 'percent' }, undefined, {
      status: 'Success',
      value: rows.length,
    }),
    rule({ metric: 'rowCount', mustNotBeBetween: [rows.length, rows.length + 1] }, undefined, {
      status: 'Failed',
      value: rows.length,
    }),
    rule({ metric: 'rowCount', mustBeBetween: [2, 1] }, undefined, aborted('badParameter')),
    rule({ metric: 'rowCount' }, undefined, aborted('unsupported')),
    rule({ metric: 'duplicateValues', arguments: { properties: ['a.b', 'note'] }, mustBe: 0 }, undefined, {
      status: repeated.length ? 'Failed' : 'Success',
      value: repeated.length,
      failedRows: repeated.reduce((all, one) => all + one, 0),
    }),
    rule({ metric: 'invalidValues', mustBe: 0 }, 'note', aborted('badParameter')),
    rule({ type: 'sql', query: 'SELECT count(*) FROM ${table} WHERE {column} < 0', mustBe: negative }, 'amount', {
      status: 'Success',
      value: negative,
    }),
    rule({ type: 'sql', query: 'SELECT {column} FROM {table}', mustBe: 0 }, 'id', aborted('notSingleValue')),
    rule({ type: 'sql', query: 'SELECT max(nothing) FROM {table}', mustBe: 0 }, undefined, aborted('notSingleValue')),
    rule({ type: 'sql', query: 'SELECT {column} FROM {table}', mustBe: 0 }, undefined, aborted('badParameter')),
    rule({ type: 'sql', query: 'DELETE FROM {table}', mustBe: 0 }, undefined, aborted('notReadOnly')),
    test(
      'tableCustomSQLQuery',
      undefined,
      { sqlExpression: 'SELECT id, id FROM {table} WHERE amount < 0;' },
      { status: negative ? 'Failed' : 'Success', failedRows: negative, values: { resultRowCount: negative } },
    ),
    test(
      'tableCustomSQLQuery',
      undefined,
      {
        sqlExpression: 'SELECT count(*) FROM {table}',
        strategy: 'COUNT',
        operator: '==',
        threshold: String(rows.length),
      },
      { status: 'Success' },
    ),
    test('tableCustomSQLQuery', undefined, { sqlExpression: 'SELECT nowhere FROM {table}' }, aborted('sqlError')),
    test('tableCustomSQLQuery', undefined, { sqlExpression: ' ' }, aborted('badParameter')),
    test('tableCustomSQLQuery', undefined, { sqlExpression: 'SELECT 1', operator: '~' }, aborted('badParameter')),
  ];
}

export function arrays(rows: readonly OddRow[]): CheckCase[] {
  const lengths = (present(rows, 'tags') as (readonly number[])[]).map((one) => one.length);
  const values = { minValueLength: Math.min(...lengths), maxValueLength: Math.max(...lengths) };
  return [
    test(
      'columnValueLengthsToBeBetween',
      'tags',
      { minLength: '1', maxLength: '2' },
      verdict(lengths.filter((one) => one < 1 || one > 2).length, values),
    ),
  ];
}
