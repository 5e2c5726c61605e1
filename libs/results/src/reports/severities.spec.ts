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

const dbt = (status: string) => ({ results: [{ unique_id: 'test.shop.a', status }] });
const soda = (outcome: string | null) => ({ checks: [{ name: 'a', outcome }] });
const run = (result: string) => ({ checks: [{ name: 'a', result }] });
const expectation = (success: boolean | null, severity: string, raised = false) => ({
  success: success === true,
  results: [
    {
      ...{ success, result: { observed_value: 1 } },
      expectation_config: { type: 'expect_column_max_to_be_between', kwargs: { column: 'id' }, severity },
      exception_info: { "MetricConfigurationID(metric_name='column.max')": { raised_exception: raised } },
    },
  ],
});

it.each<readonly [ReportingTool, string, unknown, string]>([
  ['dbt', 'a warning', dbt('warn'), 'Success'],
  ['dbt', 'a word that it does not have', dbt('perhaps'), 'Aborted'],
  ['soda', 'a warning', soda('warn'), 'Success'],
  ['soda', 'a warning of the session', soda('WARN'), 'Success'],
  ['soda', 'one that was not evaluated', soda('unevaluated'), 'Aborted'],
  ['soda', 'one without an outcome', soda(null), 'Aborted'],
  ['datacontract-cli', 'a warning', run('warning'), 'Success'],
  ['datacontract-cli', 'information', run('info'), 'Success'],
  ['datacontract-cli', 'one that is unknown', run('unknown'), 'Aborted'],
  ['great-expectations', 'a failed one that is critical', expectation(false, 'critical'), 'Failed'],
  ['great-expectations', 'a failed one that warns', expectation(false, 'warning'), 'Success'],
  ['great-expectations', 'a failed one that informs', expectation(false, 'info'), 'Success'],
  ['great-expectations', 'one that warns and could not run', expectation(false, 'warning', true), 'Aborted'],
  ['great-expectations', 'one without a success', expectation(null, 'critical'), 'Aborted'],
])('%s: %s', async (tool, _what, sent, contractExecutionStatus) => {
  expect(await only(tool, sent)).toMatchObject({ contractExecutionStatus });
});

it('what a tool says went wrong beside its checks is no pass', async () => {
  const checks = [{ name: 'a', outcome: 'pass' }];
  const logs = [
    { level: 'info', message: 'begun' },
    { level: 'ERROR', message: 'checks.yml cannot be read' },
  ];
  expect(await only('soda', { checks, hasErrors: true, logs })).toMatchObject({
    contractExecutionStatus: 'Failed',
    result: '1 of 2 checks of soda passed. Not: the run (checks.yml cannot be read).',
  });
  expect(await only('soda', { checks, hasErrors: false, logs })).toMatchObject({ contractExecutionStatus: 'Success' });
  const suites = '<testsuite name="b" errors="1" tests="0"><error message="no database"/></testsuite>';
  const xml = `<testsuites errors="1"><testsuite name="a"><testcase name="c"/></testsuite>${suites}</testsuites>`;
  expect(await only('junit', xml)).toMatchObject({
    contractExecutionStatus: 'Failed',
    result: '1 of 2 checks of junit passed. Not: the run (no database).',
  });
});

it('checks that a selection left out are skipped', async () => {
  const checks = [
    { name: 'a', outcome: 'pass' },
    { name: 'b', outcome: 'excluded' },
  ];
  expect(await only('soda', { checks })).toMatchObject({ result: '1 of 1 checks of soda passed, 1 were skipped.' });
});
