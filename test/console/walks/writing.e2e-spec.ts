import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium } from '../support/chromium';
import { assetPage, ConsoleWorld, contractPage } from '../support/console-world';

const SHIPMENTS =
  '/dataContracts/name/shop_warehouse.shop.sales.shipments.dataContract_shipments_contract?fields=qualityExpectations';
interface Shipments {
  readonly entityStatus: string;
  readonly schema?: object;
  readonly semantics?: object;
  readonly sla?: object;
  readonly qualityExpectations?: object;
}
const promised = ({ schema, semantics, sla, qualityExpectations }: Shipments) => ({
  ...{ schema, semantics, sla, qualityExpectations },
});

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

  it('changes a contract as an ODCS document, at a link, with its faults at their lines and what it would break', async () => {
    await page.goto(contractPage('shipments', 'yaml'));
    await page.getByRole('radiogroup', { name: 'Format' }).getByText('ODCS', { exact: true }).click();
    await page.waitForURL(/format=odcs/);
    await page.reload();
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML, ODCS' });
    await editor.waitFor();
    const save = page.getByRole('button', { name: /^Save/ });
    expect(await save.isDisabled()).toBe(true);
    await text('Nothing is changed yet.');

    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nkind: [');
    await page
      .getByText(/^Line \d+:/)
      .first()
      .waitFor();
    await text(/^It cannot be saved with/);
    expect(await save.isDisabled()).toBe(true);
    for (const _ of 'kind: [') await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('slaDefa');
    await page.getByRole('option', { name: /^slaDefaultElement/ }).waitFor();
    await page.keyboard.press('Escape');
    for (const _ of 'slaDefa') await page.keyboard.press('Backspace');

    const changes = page.getByRole('region', { name: 'What saving would change' });
    const { body: before } = await world.client.get<Shipments>(SHIPMENTS);
    await editor.getByText('DataContract', { exact: true }).dblclick();
    await page.keyboard.type('Something');
    await changes.getByText(/^Line \d+: kind /).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await editor.getByText('Something', { exact: true }).dblclick();
    await page.keyboard.type('DataContract');
    await editor.getByText('active', { exact: true }).dblclick();
    await page.keyboard.type('deprecated');
    await changes.getByText('entityStatus', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    const { body: after } = await world.client.get<Shipments>(SHIPMENTS);
    expect(after.entityStatus).toBe('Deprecated');
    expect(promised(after)).toEqual(promised(before));
  });

  it('is asked before unsaved YAML is lost, by another tab, another page and a reload', async () => {
    await page.goto(contractPage('orders', 'yaml'));
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\ntermsOfUse: Ask first.');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('tab', { name: 'Versions' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toContain('tab=yaml');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await editor.getByText('Ask first.').waitFor();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await editor.getByText('Ask first.').count()).toBe(0);
    await editor.click();
    await page.keyboard.type('x');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page
      .getByRole('heading', { name: /^Version/ })
      .first()
      .waitFor();
  });

  it('does not write over what somebody else saved meanwhile', async () => {
    const path = '/dataContracts/name/shop_warehouse.shop.sales.payments.dataContract_payments_contract';
    await page.goto(contractPage('payments', 'yaml'));
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit the contract in YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\ntermsOfUse: Ask first.');
    const patched = await world.client.patch(path, [{ op: 'add', path: '/description', value: 'By somebody else' }]);
    expect(patched.status).toBe(200);
    await page.getByText('By somebody else').first().waitFor();
    world.faults.expect(/412/);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('alert').first().waitFor();
    const { body } = await world.client.get<object>(path);
    expect(body).not.toHaveProperty('termsOfUse');
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
    await reader.goto(assetPage('carriers').replace('/asset', '/new-contract'));
    await reader.getByRole('heading', { name: 'You may not write contracts' }).waitFor();
    await reader.context().close();
  });
});
