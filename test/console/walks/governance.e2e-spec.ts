import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { takePicture } from '../support/check-page';
import { noChromium } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';
import { Keys } from '../support/keys';

const FQN = 'shop_warehouse.shop.sales.orders.dataContract_orders_contract';
const SHIPMENTS = 'shop_warehouse.shop.sales.shipments';
const SHIPMENTS_CONTRACT = `${SHIPMENTS}.dataContract_shipments_contract`;
const CUSTOMERS = 'shop_warehouse.shop.sales.customers.dataContract_customers_contract';

describeUnless(noChromium, 'somebody who looks at how a contract is governed', () => {
  let world: ConsoleWorld;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
    ({ id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${FQN}`));
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const table = (name: string) => page.getByRole('table', { name });
  const notified = () => page.getByRole('region', { name: 'Who is notified of a failure' });

  it('sees that nothing is governed where nothing is', async () => {
    await page.goto(contractPage('orders', 'governance'));
    await page.getByText('Anyone who may edit a contract changes it').waitFor();
    for (const name of ['Proposals', 'Consumers', 'Incidents', 'Objectives']) expect(await table(name).count()).toBe(0);
    await notified().getByText('Not notified in their inbox').waitFor();
    await notified().getByText('None declared').waitFor();
  });

  it('sees policy, proposals, consumers, incidents and objectives of that contract alone', async () => {
    const { client } = world;
    const at = (more: string) => `/dataContracts/${id}/${more}`;
    const scope = { type: 'dataContract', fullyQualifiedName: FQN };
    await client.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const party = { type: 'user', fullyQualifiedName: 'demo_steward' };
    await client.must('PUT', at('consumers'), { party, purpose: 'Monthly revenue' });
    const patch = [{ op: 'add', path: '/termsOfUse', value: 'Ask first.' }];
    await client.must('POST', at('proposals'), { patch, reason: 'Lawyers asked for it.' });
    await client.must('POST', at('incidents'), { comment: 'Rows are missing.', severity: 'Severity2' });
    const window = { rolling: 'P30D' };
    const objectives = [{ name: 'good days', on: 'status', unit: 'days', target: 95, window }];
    await client.must('PUT', at('objectives'), { objectives });
    await page.reload();
    await table('Policy')
      .getByRole('row', { name: /^Changes/ })
      .getByText('the policy of this contract')
      .waitFor();
    await table('Proposals').getByText('In review').waitFor();
    await table('Consumers')
      .getByRole('row', { name: /Demo Steward|demo_steward/ })
      .getByText('Monthly revenue')
      .waitFor();
    await notified().getByText('1 consumer in the inbox').waitFor();
    expect(await notified().getByText('Not notified in their inbox').count()).toBe(0);
    await table('Incidents').getByText('Severity2').waitFor();
    await table('Objectives')
      .getByRole('row', { name: /good days/ })
      .getByText('95 %')
      .waitFor();
    await table('Consumers').scrollIntoViewIfNeeded();
    await takePicture(page, 'contract-governance', 'light');
    await page.goto(contractPage('customers', 'governance'));
    await page.getByText('no policy says otherwise').first().waitFor();
    expect(await table('Proposals').count()).toBe(0);
  });

  it('declares what they rely on by its columns, sees it beside each column, and takes it back', async () => {
    await page.goto(contractPage('orders', 'governance'));
    await page.getByRole('button', { name: 'I rely on this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Columns' }).fill('order_id');
    await dialog.getByRole('option', { name: 'order_id', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('textbox', { name: 'Purpose' }).fill('Weekly planning');
    await checkState(page);
    await dialog.getByRole('button', { name: 'Declare' }).click();
    const row = table('Consumers').getByRole('row').filter({ hasText: 'Weekly planning' });
    await row.getByText('order_id').waitFor();
    await checkState(page);
    await page.getByRole('tab', { name: /^(Promise|Terms)$/ }).click();
    const columns = page.getByRole('table').filter({ hasText: 'Relied on by' });
    // Another consumer relies on the whole contract.
    await columns
      .getByRole('row', { name: /^order_id/ })
      .getByText(/admin/)
      .waitFor();
    await columns.getByRole('row').filter({ hasText: 'teward' }).filter({ hasNotText: 'admin' }).first().waitFor();
    await page.getByRole('tab', { name: 'Governance' }).click();
    // What is declared is there to be changed.
    await page.getByRole('button', { name: 'I rely on this' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Purpose' }).inputValue()).toBe('Weekly planning');
    await dialog.getByRole('textbox', { name: 'Contact' }).fill('#planning');
    await dialog.getByRole('button', { name: 'Declare' }).click();
    await row.getByText('#planning').waitFor();
    await row.getByText('order_id').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'What happened' }).getByRole('button', { name: 'Undo' }).last().click();
    await row.waitFor();
  });

  it('adds an objective, and is told at the field what is wrong', async () => {
    await page.goto(contractPage('customers', 'governance'));
    await page.getByText('No objective says how often the contract has to pass.').waitFor();
    await page.getByRole('button', { name: 'Add an objective' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Add the objective' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('fresh days');
    const target = dialog.getByRole('textbox', { name: 'Target in percent' });
    await target.fill('100');
    world.faults.expect(/400/);
    await save.click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    expect(await target.getAttribute('aria-invalid')).toBe('true');
    await checkState(page);
    await target.fill('90');
    await save.click();
    const row = table('Objectives').getByRole('row', { name: /fresh days/ });
    await row.getByText('90 %', { exact: true }).waitFor();
    await row.getByText(/ in 3 days$/).waitFor();
    await checkState(page);
  });

  it('adds a second one by keyboard, changes one, removes one, and takes that back', async () => {
    const keys = new Keys(page);
    const dialog = page.getByRole('dialog');
    const stored = async () => {
      const { id: customers } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${CUSTOMERS}`);
      const { objectives } = await world.client.must<{ objectives: { name: string; target: number; on: string }[] }>(
        'GET',
        `/dataContracts/${customers}/objectives`,
      );
      return objectives.map(({ name, target, on }) => `${name}: ${target} % of ${on}`);
    };
    await keys.press(page.getByRole('button', { name: 'Add an objective' }));
    await keys.type(dialog.getByRole('textbox', { name: 'Name' }), 'there');
    await keys.choose(
      dialog.getByRole('combobox', { name: 'Measured by' }),
      '',
      'Availability: observations of the asset',
    );
    await keys.press(dialog.getByRole('button', { name: 'Add the objective' }));
    await table('Objectives').getByRole('row', { name: /there/ }).waitFor();
    expect(await stored()).toEqual(['fresh days: 90 % of status', 'there: 95 % of availability']);

    await page.getByRole('button', { name: 'Edit fresh days' }).click();
    await dialog.getByRole('textbox', { name: 'Target in percent' }).fill('80');
    await dialog.getByRole('button', { name: 'Save the objective' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toEqual(['fresh days: 80 % of status', 'there: 95 % of availability']);

    const alertsOfFirst = async () => {
      const { id: customers } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${CUSTOMERS}`);
      const { objectives } = await world.client.must<{ objectives: { alerts?: object[] }[] }>(
        'GET',
        `/dataContracts/${customers}/objectives`,
      );
      return objectives[0]?.alerts;
    };
    await page.getByRole('button', { name: 'Edit fresh days' }).click();
    await keys.choose(dialog.getByRole('combobox', { name: 'Alerts' }), '', 'Own alerts');
    await dialog.getByRole('button', { name: 'Remove alert 2' }).click();
    const first = dialog.getByRole('group', { name: 'Alert 1' });
    const burnRate = first.getByRole('textbox', { name: 'Burn rate from' });
    await burnRate.fill('0');
    world.faults.expect(/400/);
    await dialog.getByRole('button', { name: 'Save the objective' }).click();
    await first.locator('[aria-invalid="true"]').waitFor();
    expect(await burnRate.getAttribute('aria-invalid')).toBe('true');
    await checkState(page);
    await burnRate.fill('2.5');
    await dialog.getByRole('button', { name: 'Save the objective' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await alertsOfFirst()).toEqual([{ long: 'P3D', short: 'P1D', factor: 2.5 }]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await table('Objectives')
      .getByRole('row', { name: /fresh days/ })
      .getByText(/ in 7 days$/)
      .waitFor();
    expect(await alertsOfFirst()).toBeUndefined();

    await page.getByRole('button', { name: 'Remove there' }).click();
    await dialog.getByRole('button', { name: 'Remove the objective' }).click();
    await table('Objectives').getByRole('row', { name: /there/ }).waitFor({ state: 'detached' });
    expect(await stored()).toEqual(['fresh days: 80 % of status']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await table('Objectives').getByRole('row', { name: /there/ }).waitFor();
    expect(await stored()).toEqual(['fresh days: 80 % of status', 'there: 95 % of availability']);
  });

  it('is told which right an objective takes, where they lack it', async () => {
    await world.client.must('POST', '/users', { name: 'only_reader', email: 'only_reader@example.com' });
    const reader = await world.signedIn('only_reader');
    await reader.goto(contractPage('shipments', 'governance'));
    await reader.getByText(/ValidateContract on dataContract/).waitFor();
    expect(await reader.getByRole('button', { name: 'Add an objective' }).count()).toBe(0);
    await reader.context().close();
  });

  it('sees that the newest volume is unusual, says that it was expected, and takes that back', async () => {
    const newest = Date.now() - 3_600_000;
    const day = 86_400_000;
    const profile = (timestamp: number, rowCount: number) =>
      world.client.must('PUT', `/tables/${SHIPMENTS}/tableProfile`, { tableProfile: { timestamp, rowCount } });
    for (let at = 30; at > 0; at -= 1) await profile(newest - at * day, 1_000);
    await profile(newest, 3_000);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(contractPage('shipments', 'governance'));
    await page.getByText('Learned baselines', { exact: true }).last().click();
    await page.getByText('No warnings: the policy switches them on.').waitFor();
    const chart = page.getByRole('img', { name: 'Volume: the newest 20 points and what was usual, as in the table' });
    await chart.waitFor();
    const first = table('Points').getByRole('row').nth(1);
    await first.getByText('3,000 rows').waitFor();
    await first.getByText('750 rows to 1,250 rows').waitFor();
    await first.getByText('Unusual').waitFor();
    await page.getByText('No warnings.', { exact: true }).waitFor();
    // One request for the whole chart.
    expect(requests.filter((url) => /\/learned(\/series)?\?/.test(url))).toHaveLength(1);
    await chart.scrollIntoViewIfNeeded();
    await takePicture(page, 'contract-learned', 'light');
    await checkState(page);
    const keys = new Keys(page);
    await keys.press(first.getByRole('button', { name: /^Expected: Volume of/ }));
    const dialog = page.getByRole('dialog');
    await keys.type(dialog.getByRole('textbox', { name: 'Comment' }), 'The yearly closing');
    await keys.press(dialog.getByRole('button', { name: 'Expected' }));
    await first.getByText('As usual').waitFor();
    await first.getByText(/^Expected \(/).waitFor();
    expect(await first.getByRole('button', { name: /^Expected: / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await first.getByText('Unusual').waitFor();
    await page.getByText('Freshness', { exact: true }).click();
    await page.getByRole('img', { name: /^Freshness: the newest \d+ points/ }).waitFor();
  });

  it('sees a warning where the policy switches them on, and says that it was not expected', async () => {
    await page.getByRole('button', { name: 'Set a policy for this contract' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'Changes' }).click();
    await dialog.getByRole('switch', { name: 'Learned baselines' }).click();
    await dialog.getByRole('button', { name: 'Set the policy' }).click();
    await page.getByText('Unusual values are warned of.').waitFor();
    const { id: shipments } = await world.client.must<{ id: string }>(
      'GET',
      `/dataContracts/name/${SHIPMENTS_CONTRACT}`,
    );
    await world.client.must('PUT', `/tables/${SHIPMENTS}/tableProfile`, {
      tableProfile: { timestamp: Date.now() - 60_000, rowCount: 0 },
    });
    const warned = `/dataContracts/${shipments}/learned/warnings`;
    // The day before may be warned of as well, and before.
    await eventually(async () => {
      const { data } = await world.client.must<{ data: { value?: number }[] }>('GET', warned);
      return data.some(({ value }) => value === 0);
    });
    await page.reload();
    await page.getByText('Learned baselines', { exact: true }).last().click();
    const first = table('Warnings').getByRole('row').nth(1);
    await first.getByText('0 rows', { exact: true }).waitFor();
    await first.getByRole('button', { name: /^Not expected: Volume of/ }).click();
    await dialog.getByRole('button', { name: 'Not expected' }).click();
    await first.getByText(/^Not expected \(/).waitFor();
    await checkState(page);
  });
});
