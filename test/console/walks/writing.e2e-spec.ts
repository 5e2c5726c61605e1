import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium } from '../support/chromium';
import { assetPage, ConsoleWorld, contractPage } from '../support/console-world';

describeUnless(noChromium, 'somebody who writes contracts', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com' });
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();

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
    await editor.click();
    for (const key of ['Control+End', 'Enter', 'Home']) await page.keyboard.press(key);
    await page.keyboard.type('sla:\n');
    await page.keyboard.type('  reten');
    await page.getByRole('option', { name: /^retention/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('heading', { name: /Version 0\.1/ }).waitFor();
  });

  it('writes over all of a contract, and the editor sets no style that the policy refuses', async () => {
    await page.goto(contractPage('orders', 'yaml'));
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('name: [');
    expect(await editor.textContent()).toBe('name: []');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('says when a contract is validated by itself, by keyboard alone, and sees it among the schedules', async () => {
    await page.goto(contractPage('products'));
    await text('only when asked for');
    await page.getByRole('button', { name: 'Change the schedule' }).focus();
    await page.keyboard.press('Enter');
    const cron = page.getByRole('textbox', { name: 'Cron expression' });
    await cron.fill('every day');
    await page.keyboard.press('Enter');
    world.faults.expect(/400/);
    await page.getByRole('alert').waitFor();
    await cron.fill('30 5 * * *');
    await page.keyboard.press('Enter');
    await page.getByText('only when asked for').waitFor({ state: 'detached' });
    await page.goto('/administration?section=schedules');
    await page.getByRole('row').filter({ hasText: 'products_contract' }).getByText('30 5 * * *').waitFor();
    await page.getByRole('link', { name: 'products_contract' }).click();
    await page.getByRole('button', { name: 'Change the schedule' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await text('only when asked for');
  });

  it('writes a contract from the schema of a table, without YAML', async () => {
    const made = await world.client.put('/tables', {
      name: 'refunds',
      databaseSchema: 'shop_warehouse.shop.sales',
      columns: [
        { name: 'refund_id', dataType: 'BIGINT' },
        { name: 'reason', dataType: 'VARCHAR', dataLength: 80 },
      ],
    });
    expect(made.status).toBe(201);
    await page.goto(assetPage('refunds'));
    await page.getByRole('link', { name: 'Write one' }).click();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await page.getByRole('checkbox', { name: 'reason' }).uncheck();
    await page.getByRole('textbox', { name: 'Late by at most' }).fill('never');
    await text('A whole number from 1 to 999999');
    await page.getByRole('textbox', { name: 'Late by at most' }).fill('4');
    const said = page.getByRole('region', { name: 'What the service says of it' });
    await said.getByText('Its columns fit.').waitFor();
    await said.getByText('2 of 2 rules do not hold now').waitFor();
    await said.getByText('It has an owner').waitFor();
    await page.getByRole('checkbox', { name: 'It has an owner' }).uncheck();
    await said.getByText('1 of 1 rules does not hold now').waitFor();
    await said.getByText('It has an owner').waitFor({ state: 'detached' });
    const form = page.getByRole('form', { name: 'What the contract promises' });
    await page.route('**/api/v1/dataContracts', (route) =>
      route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'The name was taken meanwhile' } }),
    );
    world.faults.expect(/409/);
    await page.getByRole('button', { name: 'Create the contract' }).click();
    await form.getByRole('alert').getByText('The name was taken meanwhile').waitFor();
    await page.unroute('**/api/v1/dataContracts');
    await page.getByRole('button', { name: 'Create the contract' }).click();
    await page.getByRole('heading', { name: 'refunds_contract' }).waitFor();
    const { body } = await world.client.get(
      '/dataContracts/name/shop_warehouse.shop.sales.refunds.dataContract_refunds_contract',
    );
    expect(body).toMatchObject({
      entityStatus: 'Active',
      schema: [{ name: 'refund_id', dataType: 'BIGINT' }],
      sla: { maxLatency: { value: 4, unit: 'hour' } },
    });
    await page.goto(assetPage('refunds').replace('/asset', '/new-contract'));
    await text('It has a contract already');
    expect(await page.getByRole('button', { name: 'Create the contract' }).count()).toBe(0);
    await page.getByRole('link', { name: 'refunds_contract' }).click();
    await page.getByRole('heading', { name: 'refunds_contract' }).waitFor();
  });

  it('follows a link to a new contract as a reader, and is told what is lacking', async () => {
    const reader = await world.signedIn('reader');
    await reader.goto(assetPage('refunds').replace('/asset', '/new-contract'));
    await reader.getByRole('heading', { name: 'You may not write contracts' }).waitFor();
    await reader.context().close();
  });
});
