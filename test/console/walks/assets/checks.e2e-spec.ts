import { sourceDatabase, type SourceDatabase } from '../../../e2e/data/source-database';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { assetPage, ConsoleWorld } from '../../support/console-world';
import { Person } from '../../support/person';

const SERVICE = 'ledger';
/** Has checks run, and may not say where data is read. */
const STEWARD = 'ledger_steward';
const VIEWER = 'ledger_reader';
const DEFINITION = 'columnValuesToBeUnique';

interface Case {
  readonly id: string;
  readonly name: string;
  readonly parameterValues?: readonly object[];
  readonly testCaseResult?: { readonly testCaseStatus: string };
}

describeUnless(noChromium, 'the checks of a table', () => {
  let world: ConsoleWorld;
  let admin: Person;
  let source: SourceDatabase | undefined;
  let table: string;

  const cases = async () =>
    (
      await world.client.must<{ data: Case[] }>(
        'GET',
        `/dataQuality/testCases?entityLink=<%23E::table::${table}>&fields=testCaseResult`,
      )
    ).data;
  const checks = () => admin.page.getByRole('table', { name: 'Checks', exact: true });
  const row = (text: string) => checks().getByRole('row').filter({ hasText: text }).first();
  const runPanel = () => admin.page.getByRole('status', { name: 'Run of the checks' });
  const trial = () => admin.dialog.getByRole('status', { name: 'Trial' });
  const unfold = (name: string) =>
    admin.page
      .getByRole('button', { name: `Unfold ${name}` })
      .first()
      .click();
  const fold = (name: string) => admin.page.getByRole('button', { name: `Fold ${name}` }).click();

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    source = await sourceDatabase(
      'create table sales.payments (id int primary key, code text, amount numeric)',
      'create table sales.refunds (id int primary key, code text)',
      `insert into sales.refunds values (1, 'a'), (2, 'b')`,
      `insert into sales.payments values (1, 'a', 10), (2, 'a', 20), (3, 'b', -4), (4, 'c', 5)`,
    );
    const config = { ...source.config, authType: { password: source.password } };
    const services = '/services/databaseServices';
    await world.client.must('POST', services, { name: SERVICE, serviceType: 'Postgres', connection: { config } });
    await world.client.must('PUT', `${services}/name/${SERVICE}/dataAccess`, {});
    await world.client.post(`${services}/name/${SERVICE}/crawls`, undefined, { prefer: 'wait=60' });
    table = `${SERVICE}.${source.config.database}.sales.payments`;
    for (const [name, roles] of [
      [STEWARD, ['DataSteward']],
      [VIEWER, []],
    ] as const)
      await world.client.must('PUT', '/users', { name, email: `${name}@example.com`, roles });
    admin = new Person(await world.signedIn());
  });
  afterAll(async () => {
    await world?.close();
    await source?.drop();
  });
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const open = async (person = admin) => {
    await person.page.goto(`/asset?type=table&fqn=${table}&tab=tests`);
    await person.heading('payments');
  };

  it('are made by a form, after they were tried on the data', async () => {
    await open();
    await admin.page.getByText('No checks yet').waitFor();
    await checkState(admin.page);
    await admin.page.getByRole('button', { name: 'Add a check' }).click();
    await admin.choose('Column', 'code');
    await admin.choose('Check', 'Each value is unique');
    await admin.dialog.getByRole('button', { name: 'Try on the data' }).click();
    await trial().getByText('2 of 4 rows fail', { exact: true }).waitFor();
    await checkState(admin.page);
    await admin.confirm('Add the check');
    await admin.said('The check is made: Each value is unique.');
    await row('Each value is unique').getByText('no result').waitFor();
    expect(await cases()).toMatchObject([{ name: DEFINITION }]);
  });

  it('are run one by one, and the outcome is seen in place', async () => {
    await row('Each value is unique').getByRole('button', { name: 'Run now: Each value is unique, code' }).click();
    await runPanel().getByText('Run finished').waitFor();
    await runPanel()
      .getByText(/^0 of 1 checks passed, 1 failed/)
      .waitFor();
    await row('Each value is unique').getByText('2 of 4 rows fail').waitFor();
    await row('Each value is unique').getByText('Failed', { exact: true }).waitFor();
    await checkState(admin.page);
    expect(await cases()).toMatchObject([{ testCaseResult: { testCaseStatus: 'Failed' } }]);
  });

  it('are told what is wrong with them, are changed with what comes of it, and that is taken back', async () => {
    await admin.page.getByRole('button', { name: 'Add a check' }).click();
    await admin.choose('Column', 'amount');
    await admin.choose('Check', 'Each value is within bounds');
    await admin.write('At least', 'much');
    await admin.dialog.getByText('Enter a number').waitFor();
    expect(await admin.dialog.getByRole('button', { name: 'Add the check' }).isDisabled()).toBe(true);
    await admin.write('At least', '0');
    await admin.confirm('Add the check');
    await row('amount: min value 0').waitFor();
    await unfold('Each value is within bounds');
    await admin.page.getByRole('button', { name: 'Edit: Each value is within bounds' }).click();
    await admin.write('At least', '-5');
    await admin.dialog.getByRole('button', { name: 'Try on the data' }).click();
    await trial().getByText('0 of 4 rows fail', { exact: true }).waitFor();
    await checkState(admin.page);
    await admin.confirm('Save');
    await admin.keeps('The check of amount: Each value is within bounds is saved.');
    await row('amount: min value -5').waitFor();
    await admin.undo();
    await row('amount: min value 0').waitFor();
  });

  it('are run together', async () => {
    await admin.page.getByRole('button', { name: 'Run all checks' }).click();
    await runPanel()
      .getByText(/^0 of 2 checks passed, 2 failed/)
      .waitFor();
    await row('amount: min value 0').getByText('1 of 4 rows fail').waitFor();
    const all = await cases();
    expect(all.map(({ testCaseResult }) => testCaseResult?.testCaseStatus)).toEqual(['Failed', 'Failed']);
  });

  it('show how they came out before, why they fail, and for which rows', async () => {
    await source?.query(`insert into sales.payments values (5, 'b', 1)`);
    await row('Each value is unique').getByRole('button', { name: 'Run now: Each value is unique, code' }).click();
    await row('Each value is unique').getByText('4 of 5 rows fail').waitFor();
    await row('Each value is unique').getByRole('link', { name: 'Open incident' }).waitFor();
    await fold('Each value is within bounds');
    await unfold('Each value is unique');
    const history = admin.page.getByRole('region', { name: 'History of Each value is unique' });
    await history.getByRole('img', { name: 'Each value is unique: the newest 3 results, as in the table' }).waitFor();
    const [newest, before] = await history.getByRole('row').filter({ hasText: 'fail' }).allTextContents();
    expect(newest).toMatch(/\d\d:\d\d.*Failed.*4 rows fail.*none may fail/);
    expect(before).toMatch(/\d\d:\d\d.*Failed.*2 rows fail.*none may fail/);
    const incident = admin.page.getByRole('region', { name: 'Incident of Each value is unique' });
    await incident.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await checks().getByText('SQL for the failing rows').click();
    await checks()
      .getByText(/having\s+count/i)
      .waitFor();
    await checkState(admin.page);
    await fold('Each value is unique');
    await unfold('Each value is within bounds');
  });

  it('are scheduled where they are seen', async () => {
    await admin.page.getByText('Not scheduled').waitFor();
    await admin.page.getByRole('button', { name: 'Edit the schedule of checks' }).click();
    await admin.page.getByRole('button', { name: 'Save the schedule' }).click();
    await admin.page.getByText(/^0 6 \* \* \* \(/).waitFor();
    const { body } = await world.client.get(`/tables/name/${table}/checks/schedule`);
    expect(body).toMatchObject({ cron: '0 6 * * *', enabled: true });
  });

  it('are deleted after a question, and come back', async () => {
    await admin.page.getByRole('button', { name: 'Delete: Each value is within bounds' }).click();
    await admin.dialog.getByText(/Its results stay, and this can be undone/).waitFor();
    await checkState(admin.page);
    await admin.confirm('Delete the check');
    await admin.keeps('The check is deleted: Each value is within bounds.');
    await row('amount: min value').waitFor({ state: 'detached' });
    expect(await cases()).toHaveLength(1);
    await admin.undo();
    await row('amount: min value 0').waitFor();
    expect(await cases()).toHaveLength(2);
  });

  it('are read by who may neither make nor run them, and the rights are named', async () => {
    const viewer = new Person(await world.signedIn(VIEWER));
    await open(viewer);
    await viewer.page.getByText('Checks are made and run by those who have the right to it').waitFor();
    await viewer.row('Checks', 'Each value is unique').getByText('4 of 5 rows fail').waitFor();
    await viewer.page.getByText(/^0 6 \* \* \* \(/).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(Add a check|Run|Edit the schedule)/ }).count()).toBe(0);
    await viewer.page.getByRole('button', { name: 'Unfold Each value is unique' }).click();
    await viewer.row('History', /Failed4 rows fail/).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(Edit|Delete): / }).count()).toBe(0);
    expect(await viewer.page.getByText('SQL for the failing rows').count()).toBe(0);
    await viewer.page.goto(`${assetPage('products')}&tab=profile`);
    await viewer.page.getByText('Tables are profiled by those who have the right to it').waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Profile the table now' }).count()).toBe(0);
    await open(viewer);
    await viewer.page
      .getByRole('tabpanel', { name: 'Test cases' })
      .getByRole('button', { name: 'Ask for a right' })
      .click();
    await viewer.dialog.getByRole('combobox', { name: 'Right' }).waitFor();
    await viewer.page.context().close();
  });

  it('stand beside the profile, whose figures are charts and tables', async () => {
    const profiles = `/tables/name/${table}/profiles`;
    await world.client.post(profiles, {}, { prefer: 'wait=60' });
    await source?.query('insert into sales.payments values (6, null, 50)');
    await world.client.post(profiles, {}, { prefer: 'wait=60' });
    const { page } = admin;
    await page.goto(`/asset?type=table&fqn=${table}&tab=profile`);
    await page.getByRole('img', { name: 'Rows in the newest 2 profiles, as in the table' }).waitFor();
    await page.getByRole('button', { name: 'Unfold charts of code' }).click();
    const missing = page.getByRole('region', { name: 'Missing values' });
    await missing
      .getByRole('img', { name: 'Missing values of code in the newest 2 profiles, as in the table' })
      .waitFor();
    await missing.getByText('Show as table').click();
    await admin.row('Missing values of code', '16.67 %').waitFor();
    await page.getByRole('list', { name: 'Most frequent values of code' }).getByText('b', { exact: true }).waitFor();
    await checkState(page);
    await page.getByRole('button', { name: 'Fold charts of code' }).click();
    await page.getByRole('button', { name: 'Unfold charts of amount' }).click();
    const mean = page.getByRole('region', { name: 'Mean, between minimum and maximum' });
    await mean.getByText('Show as table').click();
    await admin.row('Mean, between minimum and maximum of amount', '50').waitFor();
    await checkState(page);
  });

  it('stand beside a profile that is made on demand, where there is none and where a contract is suggested', async () => {
    const refunds = table.replace('payments', 'refunds');
    const said = admin.page.getByRole('status', { name: 'Run of the profile' });
    await admin.page.goto(`/new-contract?type=table&fqn=${refunds}&from=suggestion`);
    await admin.page.getByText(/^The table was never profiled/).waitFor();
    await admin.page.goto(`/asset?type=table&fqn=${refunds}&tab=profile`);
    await admin.page.getByRole('heading', { name: 'No profile' }).waitFor();
    await checkState(admin.page);
    await admin.page.getByRole('button', { name: 'Profile the table now' }).click();
    await admin.page.getByRole('definition').filter({ hasText: /^2/ }).first().waitFor();
    await admin.page.goto(`/new-contract?type=table&fqn=${refunds}&from=suggestion`);
    await admin.page.getByText(/^Nothing is suggested of the values yet: it takes five profiles/).waitFor();
    const again = admin.page.waitForResponse(/\/dataContracts\/suggest$/);
    await admin.page.getByRole('button', { name: 'Profile the table now' }).click();
    await said.getByText('2 columns measured').waitFor();
    expect((await again).status()).toBe(200);
    await checkState(admin.page);
  });

  it('say what is needed where the service reads no source, with the way to it for who may', async () => {
    await admin.page.goto(`${assetPage('customers')}&tab=tests`);
    await admin.page.getByRole('link', { name: 'Connect the database' }).waitFor();
    expect(await admin.page.getByRole('button', { name: 'Run all checks' }).count()).toBe(0);
    await checkState(admin.page);
    await admin.page.goto(`${assetPage('products')}&tab=profile`);
    await admin.page.getByRole('link', { name: 'Connect the database' }).waitFor();
    const steward = new Person(await world.signedIn(STEWARD));
    await steward.page.goto(`${assetPage('customers')}&tab=tests`);
    world.faults.expect(/409/);
    await steward.page.getByRole('button', { name: 'Run all checks' }).click();
    await steward.page.getByText(/needs a connection to its database, and data access/).waitFor();
    await steward.page.getByText(/ConnectData on databaseService/).waitFor();
    expect(await steward.page.getByRole('link', { name: 'Connect the database' }).count()).toBe(0);
    await checkState(steward.page);
    await steward.page.context().close();
  });
});
