import type { Page } from 'playwright-core';
import { Receiver } from '../support/receiver';
import { describeUnless } from '../support/unless-refused';
import { noChromium } from './support/chromium';
import { assetPage, ConsoleWorld, contractPage, lineagePage } from './support/console-world';
import { Keys } from './support/keys';

const SCHEMA = 'shop_warehouse.shop.sales';

describeUnless(noChromium, 'somebody without a mouse', () => {
  let world: ConsoleWorld;
  let page: Page;
  let keys: Keys;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
    // A mouse is a fault here, as every error in the console is.
    await page.addInitScript("addEventListener('pointerdown', () => console.error('a mouse was used'), true)");
    keys = new Keys(page);
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();
  const contracts = async () => {
    await page.goto('/contracts');
    await page.getByRole('link', { name: 'payments_contract' }).waitFor();
  };

  it('goes by the menu, filters the list, and opens what is left', async () => {
    await page.goto('/');
    await keys.press(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contracts' }));
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();
    await keys.choose(page.getByRole('combobox', { name: 'Last result' }), '', 'Failing');
    await page.getByRole('link', { name: 'orders_contract', exact: true }).waitFor({ state: 'detached' });
    await keys.choose(page.getByRole('combobox', { name: 'Service' }), 'shop_ware', 'shop_warehouse');
    await page.waitForURL(/service=shop_warehouse/);
    await keys.type(box('Name of contract or asset'), 'paym');
    await page.waitForURL(/text=paym/);
    await keys.press(page.getByRole('link', { name: 'payments_contract' }));
    await page.getByRole('heading', { name: 'payments_contract' }).waitFor();
  });

  it('clears filters, chooses contracts and validates them', async () => {
    await page.goto('/contracts?text=paym');
    await keys.press(button('Clear'));
    await page.getByRole('link', { name: 'products_contract' }).waitFor();
    await keys.press(page.getByRole('checkbox', { name: /products_contract/ }), 'Space');
    await keys.press(button('Run 1 contract'));
    await text(/All 1 validated|1 validated/);
  });

  it('writes a contract, and validates, follows and deletes it', async () => {
    const columns = [
      { name: 'gift_id', dataType: 'BIGINT' },
      { name: 'note', dataType: 'VARCHAR', dataLength: 80 },
    ];
    const made = await world.client.put('/tables', { name: 'gifts', databaseSchema: SCHEMA, columns });
    expect(made.status).toBe(201);
    await page.goto(assetPage('gifts'));
    await keys.press(page.getByRole('link', { name: 'Create a contract' }));
    await keys.press(page.getByRole('checkbox', { name: 'note' }), 'Space');
    await keys.type(box('Maximum delay'), '4');
    await text('Its columns fit.');
    await keys.press(button('Create the contract'));
    await page.getByRole('heading', { name: 'gifts_contract' }).waitFor();
    await keys.press(button('Follow'));
    await keys.press(button('Following 1'));
    await button('Follow').waitFor();
    await keys.press(button('Run'));
    await page.getByRole('status', { name: 'Validation' }).getByText('Run finished').waitFor();
    // Who pressed it goes on from there.
    expect(await button('Run').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await keys.press(button('Delete'));
    const dialog = page.getByRole('dialog', { name: 'Delete gifts_contract?' });
    // A question is answered with no where nothing else is said.
    await keys.press(dialog.getByRole('button', { name: 'Cancel' }));
    await dialog.waitFor({ state: 'detached' });
    await keys.press(button('Delete'));
    await keys.press(dialog.getByRole('button', { name: 'Delete the contract' }));
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'payments_contract' }).waitFor();
    expect(await page.getByRole('link', { name: 'gifts_contract' }).count()).toBe(0);
  });

  it('changes a contract in YAML, leaves the editor by Tab, and compares its versions', async () => {
    await page.goto(contractPage('products'));
    await page.getByRole('heading', { name: 'products_contract' }).waitFor();
    await keys.tab('Document');
    await keys.press(button('Edit'));
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await keys.to(editor);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nterms');
    await page.getByRole('option', { name: /^termsOfUse/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('OfUse: Ask before it leaves the company.');
    await text('termsOfUse');
    await keys.press(button('Save'));
    await button('Edit').waitFor();
    await keys.tab('Versions');
    await page.getByRole('heading', { name: 'Version 0.2' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Version 0.2' }).getByText('terms of use').first().waitFor();
  });

  it('compares two runs', async () => {
    await page.goto(contractPage('orders', 'history'));
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button');
    await keys.press(runs.nth(0));
    await keys.press(runs.nth(1));
    await page.waitForURL(/beside=/);
    expect(await runs.nth(1).getAttribute('aria-pressed')).toBe('true');
  });

  it('changes and removes a schedule', async () => {
    await page.goto(contractPage('customers'));
    await text('Not scheduled');
    await keys.press(button('Schedule runs'));
    await keys.choose(page.getByRole('combobox', { name: 'Run' }), '', 'on Mondays at 06:00');
    await keys.press(page.getByRole('switch', { name: 'Switched on' }), 'Space');
    await keys.press(button('Save the schedule'));
    await text('switched off');
    await keys.press(button('Edit the schedule'));
    await keys.press(button('Remove'));
    await text('Not scheduled');
  });

  it('makes a policy, a role, a team and a user, and changes the user', async () => {
    await page.goto('/administration?section=policies');
    await keys.press(button('New policy'));
    await keys.type(box('Name'), 'LooksOnly');
    await keys.type(box('Name of the rule'), 'look');
    await keys.choose(page.getByRole('combobox', { name: 'Effect' }), '', 'deny');
    await keys.type(box('Operations'), 'EditAll');
    await keys.type(box('Resources'), 'table');
    await keys.press(button('Create policy'));
    await page.getByRole('row').filter({ hasText: 'LooksOnly' }).getByText('deny EditAll on table').waitFor();
    await keys.tab('Roles');
    await keys.press(button('New role'));
    await keys.type(box('Name'), 'Onlooker');
    await keys.choose(page.getByRole('combobox', { name: 'Policies' }), 'Looks', 'LooksOnly');
    await keys.press(button('Create role'));
    await page.getByRole('row').filter({ hasText: 'Onlooker' }).waitFor();
    await keys.tab('Teams');
    await keys.press(button('New team'));
    await keys.type(box('Name'), 'gallery');
    await keys.press(button('Create team'));
    await page.getByRole('row').filter({ hasText: 'gallery' }).waitFor();
    await keys.tab('Users');
    await keys.press(button('New user'));
    await keys.type(box('Name'), 'olga');
    await keys.type(box('E-mail address'), 'olga@example.com');
    await keys.choose(page.getByRole('combobox', { name: 'Roles' }), 'Onlook', 'Onlooker');
    await keys.press(button('Create user'));
    await page.getByRole('row').filter({ hasText: 'olga@example.com' }).waitFor();
    await keys.press(button('Edit olga'));
    await keys.type(box('Shown as'), 'Olga');
    await keys.press(page.getByRole('checkbox', { name: 'Administrator' }), 'Space');
    await keys.press(button('Save'));
    await page.getByRole('row').filter({ hasText: 'olga@example.com' }).getByText('administrator').waitFor();
  });

  it('makes and revokes a token', async () => {
    await page.goto('/administration?section=tokens');
    await keys.type(box('Name of a new token'), 'by keys');
    await keys.choose(page.getByRole('combobox', { name: 'Expires after' }), '', '7 days');
    await keys.press(button('Create token'));
    await text('Copy it now: it is not shown again.');
    await keys.press(button(/^Revoke by keys/));
    await button(/^Revoke by keys/).waitFor({ state: 'detached' });
  });

  it('subscribes a webhook, tests, pauses and deletes it', async () => {
    const receiver = await Receiver.start();
    await page.goto('/administration?section=notifications');
    await keys.type(box('Name of a new subscription'), 'keys');
    await keys.type(box('URL'), receiver.url);
    await keys.press(page.getByRole('checkbox', { name: 'A contract recovers' }), 'Space');
    await keys.press(button('Subscribe'));
    await keys.press(button('Test keys'));
    await text('keys: the message arrived');
    await keys.press(button('Pause keys'));
    await keys.press(button('Enable keys'));
    await keys.press(button('Delete keys'));
    await button('Delete keys').waitFor({ state: 'detached' });
    await receiver.down();
  });

  it('walks through the lineage, farther, with columns, and exports it', async () => {
    await page.goto(lineagePage('orders'));
    const card = (name: string) => page.locator('.graph-node').getByRole('link', { name, exact: true });
    const isAt = (name: string) => card(name).evaluate((element) => element === element.ownerDocument.activeElement);
    await keys.to(card('orders'));
    await page.keyboard.press('ArrowLeft');
    expect(await isAt('customers')).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await isAt('orders')).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await isAt('orders')).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/asset\?/);
    await page.goBack();
    await card('orders').waitFor();
    await keys.press(page.getByRole('switch', { name: 'Columns' }), 'Space');
    await page.locator('.graph-node').getByText('customer_id').first().waitFor();
    const download = page.waitForEvent('download');
    await keys.pick(button('Export'), 'CSV, for spreadsheets');
    expect((await download).suggestedFilename()).toMatch(/^lineage-of-/);
    await keys.press(page.getByText('Show as table'));
    await page.getByRole('row').filter({ hasText: 'shipments' }).waitFor();
  });

  it('searches by suggestion, by text and by facet', async () => {
    await contracts();
    await page.keyboard.press('/');
    await page.keyboard.type('shipm');
    await page
      .getByRole('option', { name: /shipments/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^shipments/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('order');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for order' }).waitFor();
    await keys.press(page.getByRole('checkbox', { name: /^Data contract/ }), 'Space');
    await page.waitForURL(/datacontract/i);
  });

  it('signs out', async () => {
    await page.goto('/');
    await keys.pick(button('Account and appearance'), 'Sign out');
    await button('Sign in').waitFor();
  });
});
