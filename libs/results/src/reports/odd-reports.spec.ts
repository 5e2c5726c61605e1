import { AppError } from '@app/common';
import { readReport } from './read-report';
import type { ReportingTool } from './tool-report';

const T = Date.UTC(2025, 10, 20, 4, 19, 5);
const CONTRACT = 's.d.p.orders.dataContract_c';

/** The one result of a report. */
async function only(tool: ReportingTool, sent: unknown, timestamp?: number) {
  const [part] = await readReport(tool, sent, { map: new Map(), contract: CONTRACT, timestamp });
  if (!part || part.row instanceof AppError) throw new Error(part?.row.message);
  return part.row;
}

describe('reports that no tool wrote', () => {
  const dbt = (test: object) => ({
    run_results: { results: [{ unique_id: 'test.shop.a', status: 'fail', ...test }] },
    manifest: { nodes: { 'test.shop.a': { depends_on: { nodes: 5 } } } },
  });
  const NO_TEXT = { toString: 1 };

  it.each([
    ['dbt', dbt({}), 'Failed'],
    ['dbt', dbt({ status: NO_TEXT }), 'Aborted'],
    ['soda', { checks: [{ name: NO_TEXT, type: NO_TEXT, outcome: 'constructor' }] }, 'Aborted'],
    ['datacontract-cli', { checks: [{ name: 'a', result: 'constructor', category: 'toString' }] }, 'Aborted'],
    ['junit', '<testsuite><testcase><toString/></testcase></testsuite>', 'Success'],
  ] as const)('%s: %j', async (tool, sent, contractExecutionStatus) => {
    expect(await only(tool, sent, T)).toMatchObject({ contractExecutionStatus });
  });

  it('a test of dbt without an id is none', async () => {
    await expect(only('dbt', dbt({ unique_id: NO_TEXT }), T)).rejects.toThrow(/no report of dbt/);
  });

  it('one with too many attributes, suites, runs or checks is refused', async () => {
    const attributes = Array.from({ length: 101 }, (_, at) => `a${at}="1"`).join(' ');
    await expect(only('junit', `<testsuite ${attributes}/>`, T)).rejects.toThrow(/more than 100 attributes/);
    const suites = '<testsuite timestamp="2025-11-20T04:19:05"/>'.repeat(20_000);
    await expect(only('junit', `<testsuites>${suites}</testsuites>`)).rejects.toThrow(/more than 10000 suites/);
    const runs = Array.from({ length: 10_001 }, () => ({ results: [] }));
    await expect(only('great-expectations', runs)).rejects.toThrow(/more than 10000 validations/);
    const checks = Array.from({ length: 100_001 }, () => ({ name: 'a', outcome: 'pass' }));
    await expect(only('soda', { checks }, T)).rejects.toThrow(/more than 100000 checks/);
  });

  it.each([
    ['a text', (long: string) => `<testsuite><testcase name="a"><failure>${long}</failure></testcase></testsuite>`],
    ['a comment', (long: string) => `<testsuite><!--${long}--><testcase name="a"><error/></testcase></testsuite>`],
    [
      'CDATA',
      (long: string) => `<testsuite><testcase name="a"><error><![CDATA[${long}]]></error></testcase></testsuite>`,
    ],
    [
      'an attribute',
      (long: string) => `<testsuite><testcase name="a"><error message="${long}"/></testcase></testsuite>`,
    ],
  ])('%s may be long', async (_, report) => {
    const { contractExecutionStatus } = await only('junit', report('&amp; '.repeat(1_500_000)), T);
    expect(contractExecutionStatus).not.toBe('Success');
  });

  it.each([
    ['a name', `<testsuite><${'a'.repeat(9_000_000)}/></testsuite>`],
    ['a name that ends', `<testsuite></${'a'.repeat(9_000_000)}></testsuite>`],
    ['blanks', `<testsuite${' '.repeat(9_000_000)}/>`],
    ['blanks around an attribute', `<testsuite a${' '.repeat(9_000_000)}="1"/>`],
    ['an attribute without an end', `<testsuite a="${'a'.repeat(9_000_000)}`],
  ])('%s of 9 MB is refused', async (_, report) => {
    await expect(only('junit', report, T)).rejects.toThrow('The report is not XML: line 1 cannot be read');
  });

  it('a long name is cut between characters', async () => {
    const checks = [{ name: `${'n'.repeat(998)}\u{1F600}\u{1F600}`, outcome: 'fail', definition: 'schema:' }];
    const { schemaValidation } = await only('soda', { checks }, T);
    expect(schemaValidation).toMatchObject({ failedFields: [`${'n'.repeat(998)}…`] });
  });

  it('other work gets its turn while a long one is read', async () => {
    let turns = 0;
    let isRead = false;
    const others = () => {
      turns++;
      if (!isRead) setImmediate(others);
    };
    setImmediate(others);
    const entities = `<failure>${'&amp;'.repeat(300_000)}</failure>`;
    const cases = '<testcase name="a" classname="b"><failure message="c">d</failure></testcase>'.repeat(20_000);
    await only('junit', `<testsuite><testcase name="a">${entities}</testcase>${cases}</testsuite>`, T);
    isRead = true;
    expect(turns).toBeGreaterThan(2);
  });
});
