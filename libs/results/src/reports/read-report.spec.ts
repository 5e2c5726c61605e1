import { AppError } from '@app/common';
import { readReport, type ReportTarget } from './read-report';
import type { ReportingTool } from './tool-report';

const ORDERS = 's.d.p.orders.dataContract_c';
const CUSTOMERS = '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11';
const T = Date.UTC(2025, 10, 20, 4, 19, 5);

const target = (more: Partial<ReportTarget> = {}): ReportTarget => ({ map: new Map(), ...more });
const read = (tool: ReportingTool, sent: unknown, more: Partial<ReportTarget> = { contract: ORDERS }) =>
  readReport(tool, sent, target(more));
/** The one result of a report. */
async function only(tool: ReportingTool, sent: unknown, more?: Partial<ReportTarget>) {
  const [part, other] = await read(tool, sent, more);
  expect(other).toBeUndefined();
  if (!part || part.row instanceof AppError) throw new Error(part?.row.message);
  return part.row;
}
async function refusal(tool: ReportingTool, sent: unknown, more?: Partial<ReportTarget>): Promise<string> {
  try {
    await read(tool, sent, more);
  } catch (error) {
    return (error as AppError).message;
  }
  throw new Error('was not refused');
}

describe('datacontract-cli', () => {
  const check = (category: string, result: string, more: object = {}) => ({
    ...{ category, result, type: 't', name: `${category} ${result}`, model: 'orders' },
    ...more,
  });
  const run = (checks: object[], more: object = {}) => ({
    ...{ runId: CUSTOMERS, dataContractId: 'orders', timestampStart: '2025-11-20T04:19:01.500Z' },
    ...{ timestampEnd: '2025-11-20T04:19:05.000Z', result: 'failed', checks, ...more },
  });

  it('by dimension, with the names of the tool', async () => {
    const checks = [
      check('schema', 'passed', { field: 'id' }),
      check('schema', 'failed', { field: 'total', reason: 'type is INTEGER' }),
      check('quality', 'passed'),
      check('quality', 'warning'),
      check('quality', 'skipped'),
      check('custom', 'error', { reason: 'no such table' }),
      check('servicelevel', 'failed', { type: 'servicelevel_freshness', name: 'Freshness of orders.at < 24h' }),
    ];
    expect(await only('datacontract-cli', run(checks))).toEqual({
      ...{ contractFQN: ORDERS, producer: 'datacontract-cli', isLasting: true },
      timestamp: T,
      executionTime: 3_500,
      contractExecutionStatus: 'PartialSuccess',
      result:
        '3 of 6 checks of datacontract-cli passed, 1 were skipped. ' +
        'Not: schema failed (type is INTEGER); custom error (no such table); Freshness of orders.at < 24h.',
      schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['total'] },
      semanticsValidation: {
        ...{ passed: 0, failed: 1, total: 1 },
        failedRules: [{ ruleName: 'custom error', reason: 'no such table' }],
      },
      qualityValidation: { passed: 2, failed: 0, total: 2, qualityScore: 100 },
      slaValidation: { latencyMet: false, message: 'Freshness of orders.at < 24h' },
    });
  });

  it('the contract is known by its id where that is one of ours', async () => {
    const report = run([check('schema', 'passed')], { dataContractId: CUSTOMERS.toUpperCase() });
    expect(await only('datacontract-cli', report, {})).toMatchObject({
      contractId: CUSTOMERS,
      contractExecutionStatus: 'Success',
    });
    const [part] = await read('datacontract-cli', run([check('schema', 'passed')]), {});
    expect((part!.row as AppError).message).toMatch(/No contract is given for orders/);
  });

  it('what could not run at all is no verdict', async () => {
    expect((await only('datacontract-cli', run([check('schema', 'error')]))).contractExecutionStatus).toBe('Aborted');
    expect(await only('datacontract-cli', run([check('schema', 'skipped')]))).toMatchObject({
      contractExecutionStatus: 'Aborted',
      result: 'No check of the report of datacontract-cli has run.',
    });
  });
});

describe('dbt', () => {
  const metadata = { dbt_version: '1.10.0', generated_at: '2025-11-20T04:19:05.000000Z' };
  const results = [
    { unique_id: 'model.shop.orders', status: 'success', message: 'SELECT 7' },
    { unique_id: 'test.shop.not_null_orders_id.cf6c17daed', status: 'pass', failures: 0 },
    { unique_id: 'test.shop.unique_customers_id.c5af1ff4b1', status: 'fail', failures: 3, message: 'Got 3 results' },
    { unique_id: 'test.shop.total_is_sum', status: 'fail', failures: 1 },
  ];
  const report = { metadata, results, elapsed_time: 1.5 };
  const nodes = {
    'model.shop.orders': { name: 'orders' },
    'model.shop.customers': { name: 'dim_customers', alias: 'customers' },
    'test.shop.not_null_orders_id.cf6c17daed': { attached_node: 'model.shop.orders', column_name: 'id' },
    'test.shop.unique_customers_id.c5af1ff4b1': { attached_node: 'model.shop.customers', column_name: 'id' },
    'test.shop.total_is_sum': { depends_on: { nodes: ['model.shop.orders'] } },
  };

  it('all tests as those of one contract', async () => {
    expect(await only('dbt', report)).toMatchObject({
      ...{ timestamp: T, executionTime: 1_500, contractExecutionStatus: 'Failed' },
      qualityValidation: {
        passed: 1,
        failed: 1,
        total: 2,
        qualityScore: 50,
        message: 'unique_customers_id (Got 3 results)',
      },
      semanticsValidation: { failedRules: [{ ruleName: 'total_is_sum', reason: '1 rows' }] },
    });
  });

  it('several contracts, by the tables of the manifest', async () => {
    const map = new Map([
      ['orders', ORDERS],
      ['customers', CUSTOMERS],
    ]);
    const parts = await read('dbt', { run_results: report, manifest: { nodes } }, { map });
    expect(parts.map(({ subjects, checks, row }) => [subjects, checks, row])).toEqual([
      [['orders'], 2, expect.objectContaining({ contractFQN: ORDERS, contractExecutionStatus: 'PartialSuccess' })],
      [['customers'], 1, expect.objectContaining({ contractId: CUSTOMERS, contractExecutionStatus: 'Failed' })],
    ]);
  });

  it('the freshness of sources', async () => {
    const source = {
      unique_id: 'source.shop.raw.orders',
      status: 'error',
      max_loaded_at: '2025-11-18T00:00:00Z',
      criteria: {},
    };
    const row = await only('dbt', { metadata, results: [source] });
    expect(row).toMatchObject({ contractExecutionStatus: 'Failed', slaValidation: { latencyMet: false } });
  });
});

it('soda: a scan of two tables', async () => {
  const check = (table: string, outcome: string | null, more: object) => ({ table, outcome, ...more });
  const scan = {
    ...{ scanStartTimestamp: '2025-11-20T04:19:01', scanEndTimestamp: '2025-11-20T04:19:05' },
    checks: [
      check('orders', 'pass', { name: 'row_count > 0' }),
      check('orders', 'fail', { name: 'No orders below zero', definition: 'failed rows:\n fail condition: total < 0' }),
      check('orders', 'fail', { name: 'Columns', definition: 'schema:\n fail: …', column: null }),
      check('customers', 'fail', { name: 'freshness(at) < 1d', diagnostics: { value: '2 days' } }),
      check('customers', null, {
        name: 'missing_count(x) = 0',
        column: 'x',
        outcomeReasons: [{ message: 'no column x' }],
      }),
    ],
  };
  const [orders, customers] = await read('soda', scan, { contract: ORDERS, map: new Map([['customers', CUSTOMERS]]) });
  expect(orders!.row).toMatchObject({
    ...{ contractFQN: ORDERS, timestamp: T, executionTime: 4_000, contractExecutionStatus: 'PartialSuccess' },
    schemaValidation: { failedFields: ['Columns'] },
    semanticsValidation: { failedRules: [{ ruleName: 'No orders below zero' }] },
    qualityValidation: { passed: 1, failed: 0, total: 1 },
  });
  expect(customers!.row).toMatchObject({
    ...{ contractId: CUSTOMERS, contractExecutionStatus: 'Failed' },
    qualityValidation: { failed: 1, message: 'missing_count(x) = 0 (no column x)' },
    slaValidation: { latencyMet: false, message: 'freshness(at) < 1d (value "2 days")' },
  });
});

describe('great-expectations', () => {
  const meta = (name: string) => ({
    run_id: { run_time: '2025-11-20T04:19:05+00:00' },
    active_batch_definition: { data_asset_name: name },
  });
  const expectation = (type: string, success: boolean, more: object = {}) => ({
    ...{
      success,
      expectation_config: { type, kwargs: { column: 'id' } },
      result: {},
      exception_info: { raised_exception: false },
    },
    ...more,
  });
  const validation = (name: string) => ({
    meta: meta(name),
    results: [
      expectation('expect_column_to_exist', true),
      expectation('expect_column_values_to_be_unique', false, {
        result: { unexpected_count: 2, unexpected_percent: 1.234 },
      }),
      expectation('expect_compound_columns_to_be_unique', false, {
        exception_info: { 'metric-1': { raised_exception: true, exception_message: 'no such column' } },
      }),
    ],
  });

  it.each([
    ['a validation result', validation('orders')],
    ['a checkpoint of release 1', { run_results: { a: validation('orders') } }],
    ['a checkpoint before it', { run_results: { a: { validation_result: validation('orders') } } }],
    ['a list', [validation('orders')]],
  ])('%s', async (_what, report) => {
    expect(await only('great-expectations', report)).toMatchObject({
      timestamp: T,
      contractExecutionStatus: 'PartialSuccess',
      schemaValidation: { passed: 1, failed: 0 },
      qualityValidation: { message: 'expect_column_values_to_be_unique (2 unexpected values (1.23 %))' },
      semanticsValidation: {
        failedRules: [{ ruleName: 'expect_compound_columns_to_be_unique', reason: 'no such column' }],
      },
    });
  });
});

describe('junit', () => {
  const XML = `<?xml version="1.0" encoding="UTF-8"?>
    <!-- of a runner -->
    <testsuites><testsuite name="s" timestamp="2025-11-20T04:19:01" time="4" tests="4">
      <testcase name="a &lt;b&gt; &#x41;" classname="orders"/>
      <testcase name='fails' classname='orders'><failure message="&quot;3&quot; rows">trace</failure></testcase>
      <testcase name="breaks" classname="orders"><error><![CDATA[<boom>]]></error></testcase>
      <testsuite name="inner"><testcase name="left out"><skipped/></testcase></testsuite>
    </testsuite></testsuites>`;

  it('test cases of suites within suites', async () => {
    expect(await only('junit', XML)).toEqual({
      ...{ producer: 'junit', isLasting: true },
      ...{ contractFQN: ORDERS, timestamp: T, executionTime: 4_000, contractExecutionStatus: 'Failed' },
      result: '1 of 3 checks of junit passed, 1 were skipped. Not: fails ("3" rows); breaks (<boom>).',
      qualityValidation: {
        ...{ passed: 1, failed: 2, total: 3, qualityScore: 33.33, message: 'fails ("3" rows); breaks (<boom>)' },
      },
    });
    const [, inner] = await read('junit', XML, { map: new Map([['orders', ORDERS]]), contract: CUSTOMERS });
    expect(inner).toMatchObject({ subjects: ['inner'], checks: 1 });
  });

  it.each([
    ['<testsuite><testcase name="a"></testsuite>', /not XML: line 1/],
    ['<testsuite>\n<testcase name="a" <</testsuite>', /not XML: line 2/],
    ['<testsuite/><testsuite/>', /not XML/],
    ['', /not XML/],
    ['<!DOCTYPE x [<!ENTITY a "b">]><testsuite/>', /not XML: line 1/],
    ['<html></html>', /begins with <html>/],
    ['<testsuite></testsuite>', /holds no checks/],
    [`${'<testsuite>'.repeat(100)}`, /within each other/],
    [{}, /send it as application\/xml/],
  ])('refuses %s', async (sent, message) => {
    expect(await refusal('junit', sent)).toMatch(message);
  });
});

it.each([
  ['soda', '<testsuite/>', /send it as application\/json/],
  ['soda', null, /send it as application\/json/],
  ['soda', {}, /no report of soda/],
  ['soda', { checks: [{ name: 'a', outcome: 'pass' }] }, /does not say when/],
  ['dbt', { results: 'x' }, /no report of dbt/],
  ['great-expectations', [7], /no report of great-expectations/],
  ['datacontract-cli', { checks: {} }, /no report of datacontract-cli/],
] as const)('%s: %j is refused', async (tool, sent, message) => {
  expect(await refusal(tool, sent)).toMatch(message);
});

it('a time that is given counts, and long messages are cut', async () => {
  const checks = Array.from({ length: 30 }, (_, at) => ({
    name: `c${at}`,
    outcome: 'fail',
    outcomeReasons: [{ message: 'x'.repeat(5_000) }],
  }));
  const row = await only('soda', { checks }, { contract: ORDERS, timestamp: T + 1 });
  expect([row.timestamp, row.result!.length]).toEqual([T + 1, expect.any(Number)]);
  expect(row.result!.length).toBeLessThan(12_000);
  expect(row.result).toMatch(/; 20 more\.$/);
});
