import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { noChromium, settled } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';
import { Keys } from '../support/keys';

const CUSTOMERS = 'shop_warehouse.shop.sales.customers';

describeUnless(noChromium, 'somebody who answers for contracts', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();

  it('goes from the start page to what fails in two clicks', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'payments_contract' }).first().click();
    await page.getByRole('heading', { name: 'payments_contract' }).waitFor();
    await text('owners is empty');
  });

  it('finds out why the customers contract broke', async () => {
    await page.goto('/contracts');
    await page.getByRole('link', { name: 'customers_contract' }).click();
    await page.getByRole('heading', { name: 'Columns that break the contract' }).waitFor();
    await text('promised VARCHAR(320), found INT: a whole number, not text');
    await page.getByRole('cell', { name: 'VARCHAR(320)', exact: true }).waitFor();
  });

  it('narrows the list to what failed, and can link to that', async () => {
    await page.goto('/contracts');
    await page.getByLabel('Last result').first().click();
    await page.getByRole('option', { name: 'Failing', exact: true }).click();
    await page.getByRole('link', { name: 'orders_contract', exact: true }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('latest=Failed');
    await page.reload();
    await page.getByRole('link', { name: 'shipments_contract' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('link', { name: 'orders_contract', exact: true }).waitFor();
  });

  it('sorts the list by the server, from the headings and by the address', async () => {
    await page.goto('/contracts');
    const table = page.getByRole('table', { name: 'Contracts' });
    const first = () => table.getByRole('row').nth(1).getByRole('link').first();
    const asked = page.waitForRequest(/sortBy=since&sortOrder=desc/);
    await table.getByRole('button', { name: 'For', exact: true }).click();
    await asked;
    await page.waitForURL(/sort=since&order=desc/);
    await table.getByRole('button', { name: 'Last result', exact: true }).click();
    await page.waitForURL(/sort=status&order=asc/);
    await table.getByRole('row').nth(1).getByText('Failing', { exact: true }).waitFor();
    await page.goto('/contracts?sort=name&order=desc');
    await first().getByText('shipments_contract').waitFor();
    await table.getByRole('button', { name: 'Contract', exact: true }).click();
    await first().getByText('customers_contract').waitFor();
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
    await filters.getByLabel('Name of contract or asset').fill('ORDER');
    await page.getByRole('link', { name: 'payments_contract' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(3);
    await filters.getByLabel('Name of contract or asset').fill('');
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
    await filters.getByLabel('Name of contract or asset').fill('nothing like it');
    await page.getByRole('heading', { name: 'No contract matches' }).waitFor();
    await filters.getByLabel('Name of contract or asset').fill('rely');
    await page.getByRole('link', { name: 'search contracts for rely' }).click();
    await page.getByRole('heading', { name: 'Results for rely' }).waitFor();
    await page.locator('mark').first().waitFor();
  });

  it('fixes the asset and its data, validates again and watches it turn green', async () => {
    await page.goto(contractPage('customers'));
    await page.getByRole('heading', { name: 'Columns that break the contract' }).waitFor();
    const patched = await world.client.patch(`/tables/name/${CUSTOMERS}`, [
      { op: 'replace', path: '/columns/1/dataType', value: 'VARCHAR' },
      { op: 'add', path: '/columns/1/dataLength', value: 320 },
    ]);
    expect(patched.status).toBe(200);
    const test = encodeURIComponent(`${CUSTOMERS}.email.emails_are_unique`);
    await world.client.must('POST', `/dataQuality/testCases/testCaseResults/${test}`, {
      timestamp: Date.now(),
      testCaseStatus: 'Success',
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const progress = page.getByRole('status', { name: 'Validation' });
    await progress.getByText('Run finished').waitFor();
    await progress.getByText('Passing').waitFor();
    await text('All checks passed');
    await text('Run manually by admin');
  });

  it('sees what a run found that had ended before it was answered', async () => {
    await page.goto(contractPage('shipments'));
    await page.route('**/validate', async (route) => {
      const headers = { ...route.request().headers(), prefer: 'wait=60' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const progress = page.getByRole('status', { name: 'Validation' });
    await progress.getByText('SLA 1 of 1 failed').waitFor();
    await page.unroute('**/validate');
  });

  it('sees the SLA broken alike while a run is followed and in its result, and the spinner within its button', async () => {
    await page.goto(contractPage('shipments'));
    let go = (): void => undefined;
    const begun = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/validate', async (route) => {
      await begun;
      await route.continue();
    });
    const button = page.getByRole('button', { name: 'Run', exact: true });
    await button.click();
    const spinner = button.locator('.mantine-Loader-root');
    await spinner.waitFor();
    const [outer, inner] = [await button.boundingBox(), await spinner.boundingBox()];
    if (!outer || !inner) throw new Error('The button and its spinner are not drawn');
    expect(Math.abs(inner.y + inner.height / 2 - (outer.y + outer.height / 2))).toBeLessThan(2);
    expect(inner.x).toBeGreaterThan(outer.x);
    expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width);
    go();
    const progress = page.getByRole('status', { name: 'Validation' });
    await progress.getByText('Run finished').waitFor();
    await progress.getByText('SLA 1 of 1 failed').waitFor();
    await page.unroute('**/validate');
    await page.getByText('Failing', { exact: true }).first().waitFor();
    await text('of 1 pass');
  });

  it('finds an owner by a first letter, as it is called elsewhere', async () => {
    await page.goto('/contracts');
    const filters = page.getByRole('search', { name: 'Filter contracts' });
    await filters.getByLabel('Owner').pressSequentially('c');
    await page.getByRole('option', { name: 'Commerce' }).click();
    await page.waitForURL(/owner=commerce/);
  });

  it('sees of those downstream whether their contracts hold', async () => {
    await page.goto(contractPage('orders', 'impact'));
    const reached = page.getByRole('row').filter({ hasText: 'payments_contract' });
    await reached.getByText('Failing', { exact: true }).waitFor();
    expect(await reached.getByText('Active').count()).toBe(0);
  });

  it('loses sight of its own run once there is a newer result', async () => {
    await page.goto(contractPage('payments'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const progress = page.getByRole('status', { name: 'Validation' });
    await progress.getByText('Run finished').waitFor();
    await progress.getByText('Failing', { exact: true }).waitFor();
    const { body } = await world.client.get<{ id: string }>(
      '/dataContracts/name/shop_warehouse.shop.sales.payments.dataContract_payments_contract',
    );
    await world.client.put(`/dataContracts/${body.id}/results`, {
      // By a clock that is ahead, as is any against the last look of the page at its own.
      timestamp: Date.now() + 10_000,
      contractExecutionStatus: 'Success',
      result: 'The nightly pipeline found nothing.',
    });
    await text('The nightly pipeline found nothing.');
    await progress.waitFor({ state: 'detached' });
    expect(await page.getByRole('definition').getByText('just now').count()).toBe(1);
    expect(await page.getByText('in a moment').count()).toBe(0);
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
    await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Run 8 contracts' }).focus();
    await page.keyboard.press('Enter');
    await text('All 8 validated');
  });

  it('is offered to validate what may be validated alone: nothing, or what one owns', async () => {
    const { body: keeper } = await world.client.post<{ id: string }>('/users', {
      name: 'keeper',
      email: 'keeper@example.com',
    });
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com' });
    const owned = await world.client.patch(
      '/dataContracts/name/shop_warehouse.shop.sales.products.dataContract_products_contract',
      [{ op: 'add', path: '/owners', value: [{ id: keeper.id, type: 'user' }] }],
    );
    expect(owned.status).toBe(200);
    const reader = await world.signedIn('reader');
    const known = reader.waitForResponse(/\/permissions$/);
    await reader.goto('/contracts');
    await known;
    await reader.getByRole('link', { name: 'payments_contract' }).waitFor();
    await settled(reader);
    expect(await reader.getByRole('table').getByRole('checkbox').count()).toBe(0);
    expect(await reader.getByRole('button', { name: /^Run\b/ }).count()).toBe(0);
    await reader.context().close();

    const owner = await world.signedIn('keeper');
    await owner.goto('/contracts');
    await owner.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await owner.getByRole('button', { name: 'Run 1 contract' }).click();
    await owner.getByText('All 1 validated').waitFor();
    expect(await owner.getByRole('checkbox', { name: /_contract$/ }).count()).toBe(1);
    await owner.context().close();
  });

  it('learns the absolute time by keyboard, and hears it', async () => {
    await page.goto('/contracts');
    const row = page.getByRole('row').filter({ hasText: 'payments_contract' });
    const time = row.locator('[data-label="Last run"]').getByRole('time');
    await new Keys(page).to(time);
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
    await page.getByRole('tooltip').getByText(absolute).waitFor();
    expect(await time.textContent()).toContain(absolute);
  });

  it('compares two runs of the history', async () => {
    await page.goto(contractPage('customers', 'history'));
    // Each dimension by day, as a table for readers of screens.
    const byDay = page.getByRole('region', { name: 'The last 30 days' });
    await byDay.getByRole('columnheader', { name: 'Schema passing' }).waitFor({ state: 'attached' });
    expect(await byDay.getByRole('cell', { name: '0 of 1' }).count()).toBeGreaterThan(5);
    // The runs of this hour lie in the day that it is.
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now());
    await byDay.getByRole('cell', { name: today, exact: true }).waitFor({ state: 'attached' });
    const newest = page.getByRole('table').filter({ hasText: 'What it found' }).getByRole('row').nth(1);
    await newest.getByRole('cell', { name: /^(Run manually|Bulk run|Pushed) by admin$/ }).waitFor();
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('button');
    const partial = runs.and(page.getByRole('button', { name: /Some checks failing/ })).first();
    await partial.click();
    await runs.last().click();
    await page.getByText('only here').first().waitFor();
    expect(await partial.getAttribute('aria-pressed')).toBe('true');
  });

  it('sees the type that the source has for a column, where it keeps what the contract says in another way', async () => {
    const columns = [{ name: 'amount', dataType: 'BIGINT', dataTypeDisplay: 'int8' }];
    const databaseSchema = 'shop_warehouse.shop.sales';
    const table = await world.client.must<{ id: string; fullyQualifiedName: string }>('POST', '/tables', {
      ...{ name: 'ledger', databaseSchema, columns },
    });
    const { id } = await world.client.must<{ id: string }>('POST', '/dataContracts', {
      name: 'ledger_contract',
      entity: { id: table.id, type: 'table' },
      schema: [{ name: 'amount', dataType: 'INT' }],
    });
    const validated = await world.client.post<{ details: { schemaNotes: { field: string; message: string }[] } }>(
      `/dataContracts/${id}/validate?fields=details`,
    );
    const [note] = validated.body.details.schemaNotes;
    expect(note).toEqual({ field: 'amount', message: expect.stringContaining('wider') as string });
    await page.goto(contractPage('ledger'));
    await page.getByRole('heading', { name: 'Types as the source writes them' }).waitFor();
    await page.getByRole('term').filter({ hasText: 'amount' }).waitFor();
    await page.getByText(note!.message, { exact: true }).waitFor();
    await checkState(page);
  });

  it('reads the promise, unfolds a column and sees whom a break reaches', async () => {
    await page.goto(contractPage('orders', 'promise'));
    await page.getByRole('button', { name: 'Unfold delivery' }).click();
    await page.getByRole('cell', { name: 'city', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Impact' }).click();
    await page.getByRole('heading', { name: 'Level 1' }).waitFor();
    await page.getByRole('link', { name: 'shipments', exact: true }).waitFor();
  });

  it('sees what each producer of a result says', async () => {
    const { body } = await world.client.get<{ id: string }>(
      '/dataContracts/name/shop_warehouse.shop.sales.orders.dataContract_orders_contract',
    );
    const push = (producer: string, contractExecutionStatus: string, failed: number) =>
      world.client.must('PUT', `/dataContracts/${body.id}/results`, {
        ...{ producer, contractExecutionStatus, timestamp: Date.now() },
        qualityValidation: { passed: 4 - failed, failed, total: 4 },
      });
    await push('dbt', 'Failed', 3);
    await push('soda', 'Success', 0);
    await page.goto(contractPage('orders'));
    await page.getByRole('heading', { name: 'By producer' }).waitFor();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('dbt').getByText('Quality 1 of 4').waitFor();
    await row('soda').getByText('Quality 4 of 4').waitFor();
  });
});
