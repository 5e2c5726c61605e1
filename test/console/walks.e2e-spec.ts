import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describeUnless } from '../support/unless-refused';
import { noChromium } from './support/chromium';
import { assetPage, ConsoleWorld, contractPage } from './support/console-world';

const PASSWORD = randomBytes(12).toString('base64url');
const CUSTOMERS = 'shop_warehouse.shop.sales.customers';

describeUnless(noChromium, 'walks through the console', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com', password: PASSWORD });
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();

  it('comes by a printed link, and stays signed in over a reload', async () => {
    expect(page.url()).toBe(`${world.service.baseUrl}/`);
    await page.reload();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('signs in with a password, is told when it is wrong, and gets where the link led', async () => {
    const visitor = await world.visitor();
    await visitor.goto('/contracts?latest=Failed');
    await visitor.getByLabel('E-mail address or name').fill('reader');
    await visitor.locator('input[type=password]').fill('wrong password');
    world.faults.expect(/401/);
    await visitor.keyboard.press('Enter');
    await visitor
      .getByRole('alert')
      .getByText(/password is wrong/)
      .waitFor();
    await visitor.locator('input[type=password]').fill(PASSWORD);
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('link', { name: 'payments_contract' }).waitFor();
    expect(visitor.url()).toContain('/contracts?latest=Failed');
    await visitor.getByRole('link', { name: 'payments_contract' }).click();
    await visitor.getByRole('heading', { name: 'payments_contract' }).waitFor();
    await visitor.getByText('owners is empty').waitFor();
    // A reader may look, and not validate.
    expect(await visitor.getByRole('button', { name: 'Validate' }).count()).toBe(0);
    await visitor.getByRole('button', { name: 'Account and appearance' }).click();
    await visitor.getByRole('menuitem', { name: 'Sign out' }).click();
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor();
    await visitor.goto('/contracts');
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor();
    await visitor.context().close();
  });

  it('finds out why the customers contract broke', async () => {
    await page.goto('/contracts');
    await page.getByRole('link', { name: 'customers_contract' }).click();
    await page.getByRole('heading', { name: 'Columns that break the contract' }).waitFor();
    await text('is INT in the asset, of another family than the promised VARCHAR(320)');
    await page.getByRole('cell', { name: 'VARCHAR(320)', exact: true }).waitFor();
  });

  it('narrows the list to what failed, and can link to that', async () => {
    await page.goto('/contracts');
    await page.getByLabel('Latest result').first().click();
    await page.getByRole('option', { name: 'Failed', exact: true }).click();
    await page.getByRole('link', { name: 'orders_contract', exact: true }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('latest=Failed');
    await page.reload();
    await page.getByRole('link', { name: 'shipments_contract' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('link', { name: 'orders_contract', exact: true }).waitFor();
  });

  it('fixes the asset, validates again and watches it turn green', async () => {
    await page.goto(contractPage('customers'));
    await page.getByRole('heading', { name: 'Columns that break the contract' }).waitFor();
    const patched = await world.client.patch(`/tables/name/${CUSTOMERS}`, [
      { op: 'replace', path: '/columns/1/dataType', value: 'VARCHAR' },
      { op: 'add', path: '/columns/1/dataLength', value: 320 },
    ]);
    expect(patched.status).toBe(200);
    await page.getByRole('button', { name: 'Validate' }).click();
    const progress = page.getByRole('status', { name: 'Validation' });
    await progress.getByText('Validated').waitFor();
    await progress.getByText('Success').waitFor();
    await text('All checks passed');
  });

  it('sees a result that somebody else sends, without a reload', async () => {
    await page.goto(contractPage('orders'));
    await text('All checks passed');
    const { body } = await world.client.get<{ id: string }>(
      '/dataContracts/name/shop_warehouse.shop.sales.orders.dataContract_orders_contract',
    );
    await world.client.put(`/dataContracts/${body.id}/results`, {
      timestamp: Date.now(),
      contractExecutionStatus: 'Failed',
      result: 'The nightly pipeline found 3 rows without a customer.',
    });
    await text('The nightly pipeline found 3 rows without a customer.');
  });

  it('validates many at once, by keyboard alone', async () => {
    await page.goto('/contracts');
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Validate 8 contracts' }).focus();
    await page.keyboard.press('Enter');
    await text('All 8 validated');
  });

  it('compares two runs of the history', async () => {
    await page.goto(contractPage('customers', 'history'));
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button');
    const partial = runs.and(page.getByRole('button', { name: /Partial success/ })).first();
    await partial.click();
    await runs.last().click();
    await page.getByText('only here').first().waitFor();
    expect(await partial.getAttribute('aria-pressed')).toBe('true');
  });

  it('reads the promise, unfolds a column and sees whom a break reaches', async () => {
    await page.goto(contractPage('orders', 'promise'));
    await page.getByRole('button', { name: 'Unfold delivery' }).click();
    await page.getByRole('cell', { name: 'city', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Impact' }).click();
    await page.getByRole('heading', { name: 'One hop away' }).waitFor();
    await page.getByRole('link', { name: 'shipments', exact: true }).waitFor();
  });

  it('is told what a change would break before it is saved, and finds it among the versions', async () => {
    await page.goto(contractPage('products', 'yaml'));
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.waitFor();
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('nonsense: [');
    await page
      .getByText(/^Line \d+:/)
      .first()
      .waitFor();
    // Undone in steps: how many depends on how fast it was typed.
    for (const _ of 'nonsense: [') await page.keyboard.press('Control+z');
    await page.getByRole('textbox', { name: 'Edit the contract in YAML' }).getByText('DECIMAL').dblclick();
    await page.keyboard.type('STRING');
    await page.getByText('breaking', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save, and break readers' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('heading', { name: /Version 0\.1/ }).waitFor();
  });

  it('types, presses the arrow and Enter, and is at the table', async () => {
    await page.goto('/contracts');
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('paym');
    await page
      .getByRole('option', { name: /payments/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^payments/ }).waitFor();
  });

  it('searches by a word of a description and narrows by a facet', async () => {
    await page.goto('/contracts');
    await page.getByRole('textbox', { name: 'Search the catalog' }).fill('parcels');
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    await page.getByRole('link', { name: 'shipments', exact: true }).waitFor();
    await page.goto('/search?q=order');
    await page.getByRole('checkbox', { name: /^Data contract/ }).check();
    await page.getByRole('status').getByText('2 hits').waitFor();
    expect(decodeURIComponent(page.url())).toContain('type=["datacontract"]');
  });

  it('is shown where a query cannot be read', async () => {
    world.faults.expect(/400/);
    await page.goto('/search?q=order AND (');
    await page.getByRole('alert').getByText('This query cannot be read.').waitFor();
    expect(await page.locator('pre').textContent()).toBe(`order AND (\n${' '.repeat(11)}^`);
  });

  it('is told what is not there', async () => {
    world.faults.expect(/404/);
    await page.goto(contractPage('nothing'));
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });

  it('opens an asset and sees whether it can be relied on', async () => {
    await page.goto(assetPage('products'));
    await page.getByRole('link', { name: 'products_contract' }).waitFor();
    await text('Partial success');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page
      .getByRole('heading', { name: /^Version/ })
      .first()
      .waitFor();
  });
});
