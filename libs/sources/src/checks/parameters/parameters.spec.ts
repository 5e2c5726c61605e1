import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rows } from '../../engine';
import { POSTGRES } from '../../postgres/postgres-dialect';
import type { Parameters } from '../bounds';
import { compileDefinition, EXECUTABLE_DEFINITIONS } from '../definitions';
import type { CheckTarget } from '../measures';
import type { OdcsRule } from '../odcs-rule';
import type { Outcome } from '../outcome';
import { compileRule } from '../rules';
import { columnNames, ignoredArguments, ignoredOfRule, ignoredParameters, withIgnored } from './ignored';

const PLACE: CheckTarget = {
  ...{ dialect: POSTGRES, database: 'd', schema: 's', table: 't', zone: 'UTC', now: 0, customSql: true },
  columns: [{ name: 'v', display: 'text', kind: { is: 'text', padded: false }, isNullable: true }],
};
const cell = (value: string | number): Rows => ({ columns: ['c'], rows: [[String(value)]] });

/** The outcome of a test for nulls. */
function nulls(failed: number, rows: number, parameters: Parameters): Outcome {
  return compileDefinition('columnValuesToBeNotNull', parameters, 'v', PLACE).judge([cell(rows), cell(failed)]);
}

beforeAll(() => POSTGRES.grammar?.load());

describe('the rows that may fail', () => {
  it.each([
    [1, 100, { threshold: '5', thresholdUnit: 'PERCENTAGE' }, 'Success', '1 of 100 rows fails, 5 % may'],
    [5, 100, { threshold: '5', thresholdUnit: 'percentage' }, 'Success', '5 of 100 rows fail, 5 % may'],
    [6, 100, { threshold: '5.0', thresholdUnit: 'Percentage' }, 'Failed', '6 of 100 rows fail, 5 % may'],
    [3, 100, { threshold: '2', thresholdUnit: 'COUNT' }, 'Failed', '3 of 100 rows fail, 2 may'],
    [2, 100, { threshold: '2' }, 'Success', '2 of 100 rows fail, 2 may'],
    [2, 100, { threshold: '2.5', thresholdUnit: 'count' }, 'Success', '2 of 100 rows fail, 2.5 may'],
    [0, 0, { threshold: '0', thresholdUnit: 'PERCENTAGE' }, 'Success', '0 of 0 rows fail, 0 % may'],
    [1, 3, { threshold: '33.333333333333333', thresholdUnit: 'PERCENTAGE' }, 'Failed', undefined],
    [1, 3, { threshold: '33.333333333333334', thresholdUnit: 'PERCENTAGE' }, 'Success', undefined],
    [1, 9, { threshold: '', thresholdUnit: ' ' }, 'Failed', '1 of 9 rows fail'],
  ])('judges %i of %i rows by %j', (failed, rows, parameters, status, message) => {
    const outcome = nulls(failed, rows, parameters);
    expect(outcome).toMatchObject({ status, failedRows: failed, rows });
    if (message !== undefined) expect(outcome.message).toBe(message);
  });

  it.each([
    ['columnValuesToBeNotNull', { threshold: '5', thresholdUnit: 'ROWS' }],
    ['columnValuesToBeNotNull', { thresholdUnit: 'percent' }],
    ['columnValuesToBeNotNull', { threshold: '-1' }],
    ['columnValuesToBeNotNull', { threshold: 'some' }],
    ['columnValuesMissingCount', { missingCountValue: '0', threshold: '5' }],
    ['columnValuesToBeInSet', { allowedValues: '["a"]', threshold: '5' }],
    ['tableRowCountToEqual', { value: '1', threshold: '5' }],
    ['tableCustomSQLQuery', { sqlExpression: 'SELECT 1', threshold: '5', thresholdUnit: 'PERCENTAGE' }],
  ])('refuses of %s %j', (definition, parameters) => {
    const compile = (): unknown => compileDefinition(definition, parameters, 'v', PLACE);
    expect(compile).toThrow(expect.objectContaining({ reason: 'badParameter' }) as Error);
  });

  it('leaves the threshold of custom SQL to custom SQL', () => {
    const parameters = { sqlExpression: 'SELECT 1', threshold: '2', operator: '<=' };
    const { judge } = compileDefinition('tableCustomSQLQuery', parameters, undefined, PLACE);
    expect(judge([cell(2)])).toMatchObject({ status: 'Success', message: 'Found rows 2, expected <= 2' });
  });
});

describe('percentages', () => {
  const judge = (rule: OdcsRule, ...answers: readonly (string | number)[]): Outcome =>
    compileRule(rule, 'v', PLACE).judge(answers.map(cell));
  const sql = { type: 'sql', query: 'SELECT 1', unit: 'percent' };
  const nullValues = { metric: 'nullValues', unit: '%' };

  it.each([
    [{ ...sql, mustBeLessThan: 1 }, [30, 100_000], 'Success', 'Found 0.03, expected mustBeLessThan 1'],
    [{ ...sql, mustBe: 0.03 }, [30, 100_000], 'Success', undefined],
    [{ ...sql, mustBe: 0 }, [5, 0], 'Success', 'Found 0, expected mustBe 0'],
    [{ ...sql, unit: 'Euro', mustBe: 30 }, [30], 'Success', 'Found 30, expected mustBe 30'],
    [
      { ...nullValues, mustBeLessThan: 0.0001 },
      [1_000_000, 1, 1_000_000],
      'Failed',
      'Found 0.0001, expected mustBeLessThan 0.0001',
    ],
    [{ ...nullValues, mustBe: 0 }, [9_000_000, 1, 9_000_000], 'Failed', 'Found 0.00001111, expected mustBe 0'],
    [{ ...nullValues, mustBe: 100 }, [9_000_000, 8_999_999, 9_000_000], 'Failed', 'Found 99.99, expected mustBe 100'],
    [{ ...nullValues, mustBe: 100 }, [7, 7, 7], 'Success', 'Found 100, expected mustBe 100'],
    [{ ...sql, mustBe: 100 }, [1_000_001, 1_000_000], 'Failed', 'Found 100.1, expected mustBe 100'],
    [{ ...nullValues, mustBeLessThan: 34 }, [3, 1, 3], 'Success', 'Found 33.33, expected mustBeLessThan 34'],
    [{ metric: 'completeness', mustBe: 100 }, [3, 2, 3], 'Failed', 'Found 66.67, expected mustBe 100'],
  ] as const)('judges %j of %j', (rule, answers, status, message) => {
    const outcome = judge(rule, ...answers);
    expect(outcome.status).toBe(status);
    if (message !== undefined) expect(outcome.message).toBe(message);
  });

  it.each([
    [{ metric: 'nullValues', mustBe: 0, unit: 'furlongs' }, 'unit is none of'],
    [{ metric: 'rowCount', mustBe: 0, unit: 'seconds' }, 'unit is none of'],
    [{ metric: 'freshness', mustBe: 0, unit: 'rows' }, 'not for v'],
  ])('refuses %j', (rule, message) => expect(() => compileRule(rule, 'v', PLACE)).toThrow(message));

  it.each(['', 'rows', 'Row', 'records', 'COUNT', 'values', 'none'])('takes the unit %j for a count', (unit) =>
    expect(judge({ metric: 'nullValues', mustBe: 1, unit }, 4, 1, 4).status).toBe('Success'),
  );
});

describe('what a check does not understand', () => {
  it('knows the parameters of the definitions that the catalog has', () => {
    const seeds = join(__dirname, '../../../../database/src/schema/seeds/test_definitions.sql');
    const declared = [...readFileSync(seeds, 'utf8').matchAll(/^ {4}\('(\w+)', \d+, '([\w.]+)',/gm)].map(
      ([, definition, name]) => [definition!, name!] as const,
    );
    expect(declared.length).toBeGreaterThan(40);
    const ignored = declared
      .filter(([definition]) => EXECUTABLE_DEFINITIONS.includes(definition))
      .filter(([definition, name]) => ignoredParameters(definition, [name]).length > 0);
    // A part of the table is not looked at by itself: that it was asked for is said.
    expect(ignored).toEqual([['tableCustomSQLQuery', 'partitionExpression']]);
  });

  it('names others, once each', () => {
    expect(ignoredParameters('columnValuesToBeInSet', ['allowedValues', 'ignoreCase', 'threshold', 'x'])).toEqual([
      'ignoreCase',
      'x',
    ]);
    expect(ignoredOfRule(['mustBeLessThan', 'mustNotBe', 'unit', 'query', 'threshold'])).toEqual(['threshold']);
    expect(ignoredArguments({ metric: 'invalidValues', arguments: { validValues: [], caseSensitive: false } })).toEqual(
      ['caseSensitive'],
    );
    expect(ignoredArguments({ metric: 'rowCount', arguments: { validValues: [] } })).toEqual(['validValues']);
    expect(ignoredArguments({ type: 'sql', query: 'SELECT 1', arguments: { properties: [] } })).toEqual(['properties']);
    expect(ignoredArguments({ metric: 'duplicateValues', arguments: { properties: ['a'] } })).toEqual([]);
  });

  it('says it at the end of the sentence', () => {
    const outcome = { status: 'Success', message: '0 of 1 rows fail' } as const;
    expect(withIgnored(outcome, [], [])).toBe(outcome);
    expect(withIgnored(outcome, ['x', 'y'], [])).toEqual({
      ...outcome,
      message: '0 of 1 rows fail (not understood: x, y)',
      ignored: ['x', 'y'],
    });
    expect(withIgnored(outcome, [], columnNames('region, shop')).message).toBe(
      '0 of 1 rows fail; judged as a whole, not by region, shop',
    );
    expect([columnNames('["a"]'), columnNames(['a', 1]), columnNames(undefined)]).toEqual([['a'], ['a'], []]);
  });
});
