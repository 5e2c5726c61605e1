import { AppError } from '@app/common';
import { readReport } from './read-report';
import type { ReportingTool } from './tool-report';

const T = Date.UTC(2025, 10, 20, 4, 19, 5);
const CONTRACT = 's.d.p.orders.dataContract_c';

async function only(tool: ReportingTool, sent: unknown) {
  const [part] = await readReport(tool, sent, { map: new Map(), contract: CONTRACT, timestamp: T });
  if (!part || part.row instanceof AppError) throw new Error(part?.row.message);
  return part.row;
}

describe('a checkpoint of Great Expectations', () => {
  /** An expectation as `describe()` shows it: without its severity and what was raised. */
  const described = (expectation_type: string, success: boolean, result: object) => ({
    ...{ expectation_type, success, result },
    kwargs: { column: 'id', batch_id: 'warehouse-orders' },
  });
  const expectations = [
    described('expect_column_to_exist', true, {}),
    described('expect_column_values_to_be_unique', false, { unexpected_count: 2, unexpected_percent: 50 }),
    described('expect_column_max_to_be_between', false, {}),
  ];

  it.each([
    ['what describe() says of it', { success: false, validation_results: [{ success: false, expectations }] }],
    ['what describe() says of one validation', { success: false, expectations }],
    ['its validations as a list', { run_results: [{ success: false, expectations }] }],
  ])('%s', async (_what, report) => {
    expect(await only('great-expectations', report)).toMatchObject({
      contractExecutionStatus: 'PartialSuccess',
      schemaValidation: { passed: 1, failed: 0 },
      qualityValidation: {
        ...{ passed: 0, failed: 2 },
        message: 'expect_column_values_to_be_unique (2 unexpected values (50.00 %)); expect_column_max_to_be_between',
      },
    });
  });
});

it('a contract verification of Soda 4', async () => {
  const check = (checkType: string, outcome: string, more: object = {}) => ({
    ...{ checkType, outcome, type: 'generic', name: `${checkType} check`, table: 'orders' },
    definition: `columns:\n  - name: schema\n    checks:\n      - ${checkType}:`,
    ...more,
  });
  const missing = { column: 'id', diagnostics: { value: 3, v4: { type: 'missing', failedRowsCount: 3 } } };
  const checks = [
    check('schema', 'pass'),
    check('missing', 'fail', missing),
    check('freshness', 'pass'),
    check('failed_rows', 'warn'),
  ];
  const scan = {
    scanStartTimestamp: '2025-11-20T04:19:01+00:00',
    scanEndTimestamp: '2025-11-20T04:19:05+00:00',
    checks,
  };
  expect(await only('soda', { ...scan, hasErrors: false, sourceOwner: 'soda-core' })).toMatchObject({
    ...{ contractExecutionStatus: 'PartialSuccess', executionTime: 4_000 },
    schemaValidation: { passed: 1 },
    semanticsValidation: { passed: 1 },
    qualityValidation: { failed: 1, message: 'missing check (3 rows)' },
    slaValidation: { latencyMet: true },
  });
});

describe('pandera', () => {
  it('the message of its errors', async () => {
    const error = (column: string, check: string, text: string) => ({ schema: 'orders', column, check, error: text });
    const report = {
      SCHEMA: { COLUMN_NOT_IN_DATAFRAME: [error('z', 'column_in_dataframe', "column 'z' not in dataframe")] },
      DATA: { DATAFRAME_CHECK: [error('id', 'greater_than(1)', 'failure cases: 1, 1')] },
    };
    expect(await only('pandera', report)).toMatchObject({
      contractExecutionStatus: 'Failed',
      schemaValidation: { failed: 1, failedFields: ['z'] },
      qualityValidation: { failed: 1, message: 'greater_than(1) (failure cases: 1, 1)' },
    });
  });

  it('its failure cases, by check', async () => {
    const failure = (context: string, column: string, check: string, failure_case: unknown, index: number | null) => ({
      ...{ schema_context: context, column, check, check_number: null, failure_case, index },
    });
    const cases = [
      failure('DataFrameSchema', 'orders', 'column_in_dataframe', 'z', null),
      failure('Column', 'id', 'greater_than(1)', 1, 0),
      failure('Column', 'id', 'greater_than(1)', 0, 1),
      failure('Column', 'n', 'not_nullable', null, 1),
      failure('DataFrameSchema', 'orders', 'totals_are_sums', 7, 2),
    ];
    expect(await only('pandera', cases)).toMatchObject({
      schemaValidation: { failed: 1, failedFields: ['z'] },
      semanticsValidation: { failedRules: [{ ruleName: 'totals_are_sums' }] },
      qualityValidation: {
        failed: 2,
        message: 'greater_than(1) (2 failure cases, such as 1); not_nullable (1 failure cases, such as null)',
      },
    });
    expect(await only('pandera', [])).toMatchObject({ contractExecutionStatus: 'Success' });
  });
});

it.each<readonly [ReportingTool, unknown, RegExp]>([
  ['dbt', {}, /expected: run_results\.json or sources\.json/],
  ['soda', { checks: null }, /expected: the results of a scan or of a contract verification/],
  ['great-expectations', { success: true }, /expected: a validation result/],
  ['pandera', { orders: 1 }, /expected: the message of SchemaErrors/],
  ['pandera', [7], /expected: the message of SchemaErrors/],
  ['datacontract-cli', [], /expected: the JSON of datacontract test/],
  ['junit', '<testsuite/>', /expected: <testsuites> or <testsuite>/],
  ['junit', {}, /expected: <testsuites> or <testsuite>/],
])('%s: %j is no report, and what was expected is said', async (tool, sent, message) => {
  await expect(only(tool, sent)).rejects.toThrow(message);
});
