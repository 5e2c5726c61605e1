import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Receiver } from '../support/receiver';
import { describeUnless } from '../support/unless-refused';
import { noChromium } from './support/chromium';
import { assetPage, ConsoleWorld, contractPage, lineagePage } from './support/console-world';

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

  it('narrows the list by a part of a name, by service and by tier, and finds the address to hold all three', async () => {
    await world.client.put('/classifications', { name: 'Tier', description: 'How much rests on it' });
    await world.client.put('/tags?refresh=wait_for', { name: 'Tier1', classification: 'Tier', description: 'Most' });
    await world.client.patch(`/tables/name/${CUSTOMERS}`, [
      { op: 'add', path: '/tags/-', value: { tagFQN: 'Tier.Tier1' } },
    ]);
    await page.goto('/contracts');
    const filters = page.getByRole('search', { name: 'Filter contracts' });
    await page.getByRole('link', { name: 'payments_contract' }).waitFor();
    await filters.getByLabel('Name').fill('ORDER');
    await page.getByRole('link', { name: 'payments_contract' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(3);
    await filters.getByLabel('Name').fill('');
    await page.getByRole('link', { name: 'payments_contract' }).waitFor();
    await filters.getByLabel('Tier').click();
    await page.getByRole('option', { name: 'Tier.Tier1' }).click();
    await page.getByRole('link', { name: 'payments_contract' }).waitFor({ state: 'detached' });
    await filters.getByLabel('Service').fill('shop_ware');
    await page.getByRole('option', { name: 'shop_warehouse' }).click();
    await page.waitForURL(/tier=Tier\.Tier1.*service=|service=.*tier=/);
    await page.reload();
    await page.getByRole('link', { name: 'customers_contract' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await filters.getByLabel('Name').fill('nothing like it');
    await page.getByRole('heading', { name: 'No contract matches' }).waitFor();
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

  it('follows a table, reads its profile, and follows it no longer', async () => {
    const profile = (timestamp: number, rowCount: number) =>
      world.client.put('/tables/shop_warehouse.shop.sales.products/tableProfile', {
        tableProfile: { timestamp, rowCount, sizeInByte: 81_920 },
        columnProfile: [
          { name: 'product_id', timestamp, nullProportion: 0, distinctProportion: 1, min: 1, max: 1_234 },
        ],
      });
    await page.goto(assetPage('products'));
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    const following = page.getByRole('button', { name: 'Following 1' });
    await following.waitFor();
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'No profile' }).waitFor();
    expect((await profile(Date.now() - 86_400_000, 1_200)).status).toBe(200);
    expect((await profile(Date.now(), 1_234)).status).toBe(200);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'product_id' }).getByRole('cell', { name: '1,234' }).waitFor();
    await page.getByRole('heading', { name: 'Earlier profiles' }).waitFor();
    await page.getByRole('cell', { name: '+34' }).waitFor();
    await following.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
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
    await text('The asset fits this contract as it is.');
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
  });

  it('follows a link to a new contract as a reader, and is told what is lacking', async () => {
    const reader = await world.signedIn('reader');
    await reader.goto(assetPage('refunds').replace('/asset', '/new-contract'));
    await reader.getByRole('heading', { name: 'You may not write contracts' }).waitFor();
    await reader.context().close();
  });

  it('goes from the start page to what fails in two clicks', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'payments_contract' }).first().click();
    await page.getByRole('heading', { name: 'payments_contract' }).waitFor();
    await text('owners is empty');
  });

  it('makes a role, gives it to a new user, and takes it back; a reader finds no such buttons', async () => {
    await page.goto('/administration?section=roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Watcher');
    await dialog.getByRole('textbox', { name: 'What for' }).fill('Looks, and touches nothing');
    await dialog.getByRole('combobox', { name: 'Policies' }).fill('DataConsumer');
    await page.getByRole('option', { name: 'DataConsumerPolicy' }).click();
    await dialog.getByRole('button', { name: 'Make the role' }).click();
    await page.getByRole('row').filter({ hasText: 'Watcher' }).getByText('DataConsumerPolicy').waitFor();

    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'New user' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('textbox', { name: 'Name' }).fill('reader');
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('watcher@example.com');
    world.faults.expect(/409/);
    await page.keyboard.press('Enter');
    await form.getByRole('alert').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('watcher');
    await form.getByRole('combobox', { name: 'Roles' }).fill('Watcher');
    await page.getByRole('option', { name: 'Watcher' }).click();
    await form.getByRole('button', { name: 'Make the user' }).click();
    const row = page.getByRole('row').filter({ hasText: 'watcher@example.com' });
    await row.getByText('Watcher', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Change watcher' }).click();
    const change = page.getByRole('dialog', { name: 'Change the user watcher' });
    await change.getByRole('combobox', { name: 'Roles' }).focus();
    await page.keyboard.press('Backspace');
    await change.getByRole('textbox', { name: 'Shown as' }).fill('The Watcher');
    await change.getByRole('button', { name: 'Save' }).click();
    await row.getByText('The Watcher').waitFor();
    const { body } = await world.client.get('/users/name/watcher?fields=roles');
    expect(body).toMatchObject({ displayName: 'The Watcher', roles: [] });

    const reader = await world.signedIn('reader');
    await reader.goto('/administration');
    await reader.getByRole('row').filter({ hasText: 'watcher@example.com' }).waitFor();
    expect(await reader.getByRole('button', { name: /^(New|Change) / }).count()).toBe(0);
    await reader.context().close();
  });

  it('writes a rule of a policy, and is told what it lacks', async () => {
    await page.goto('/administration?section=policies');
    await page.getByRole('button', { name: 'New policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'New policy' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('OwnersValidate');
    await dialog.getByRole('textbox', { name: 'Name of the rule' }).fill('validate');
    await dialog.getByRole('textbox', { name: 'Operations' }).fill('ValidateContracts');
    await dialog.getByText('Nothing is called ValidateContracts').waitFor();
    await dialog.getByRole('textbox', { name: 'Operations' }).fill('ValidateContract, ViewAll');
    await dialog.getByRole('combobox', { name: 'Condition' }).fill('isOwner()');
    await dialog.getByRole('button', { name: 'Make the policy' }).click();
    const row = page.getByRole('row').filter({ hasText: 'OwnersValidate' });
    await row.getByText('allow ValidateContract, ViewAll on All').waitFor();
    await row.getByText('where isOwner()').waitFor();
  });

  it('makes a token, sees it once, and revokes it', async () => {
    await page.goto('/administration?section=tokens');
    await page.getByRole('textbox', { name: 'Name of a new token' }).fill('nightly');
    await page.getByRole('button', { name: 'Make it' }).click();
    await text('Copy it now: it is not shown again.');
    await page.getByRole('button', { name: /^Revoke nightly/ }).click();
    await page.getByRole('button', { name: /^Revoke nightly/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('textbox', { name: 'Name of a new token' }).waitFor();
    expect(await page.getByText('Copy it now').count()).toBe(0);
  });

  it('follows the lineage, sees its columns and saves it as a file', async () => {
    await page.goto(lineagePage('orders'));
    await page.getByRole('heading', { name: 'Lineage of orders' }).waitFor();
    await page.getByRole('switch', { name: 'Columns' }).check();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'csv', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('lineage-of-shop_warehouse.shop.sales.orders.csv');
  });

  it('subscribes to what fails, tries it, reads the messages and takes it back', async () => {
    const receiver = await Receiver.start();
    await page.goto('/administration?section=notifications');
    await page.getByRole('textbox', { name: 'Name of a new subscription' }).fill('on-call');
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await text('Copy it now: it is not shown again.');
    await page.getByRole('button', { name: 'Test on-call' }).click();
    await text('on-call: the message arrived, answer 204');
    expect(receiver.received.map(({ headers }) => typeof headers['webhook-signature'])).toEqual(['string']);
    await page.getByRole('button', { name: 'Messages of on-call' }).click();
    await text('No message so far');
    await page.getByRole('button', { name: 'Delete on-call' }).click();
    await text('Nobody is told of anything yet');
    await receiver.down();
  });

  it('reads who did what, and who was refused', async () => {
    await page.goto('/administration?section=audit');
    await page.getByRole('row').filter({ hasText: 'admin' }).first().waitFor();
    await page.getByLabel('What came of it').first().click();
    await page.getByRole('option', { name: 'refused' }).click();
    expect(page.url()).toContain('section=audit');
    const reader = await world.signedIn('reader');
    await reader.goto('/administration');
    await reader.getByRole('tab', { name: 'Tokens' }).waitFor();
    expect(await reader.getByRole('tab', { name: 'Audit' }).count()).toBe(0);
    world.faults.expect(/403/);
    await reader.goto('/administration?section=audit');
    await reader.getByRole('heading', { name: 'You may not see this' }).waitFor();
    await reader.context().close();
  });
});
