import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { assetPage, ConsoleWorld, contractPage } from '../../support/console-world';

const WHAT_IF = '**/api/v1/dataContracts/*/whatIf';

describeUnless(noChromium, 'somebody who writes a contract', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const panelOf = (of: Page) => of.getByRole('region', { name: 'What happens if I save this' });

  async function edit(of: Page, table: string, typed: string): Promise<void> {
    await of.goto(contractPage(table, 'yaml'));
    await of.getByRole('button', { name: 'Edit', exact: true }).click();
    await of.getByRole('textbox', { name: 'Edit the contract in YAML' }).click();
    await of.keyboard.press('Control+End');
    await of.keyboard.type(typed);
  }

  it('reads what happens at a save while writing, by day and by promise', async () => {
    await edit(page, 'payments', '\nterms');
    const panel = panelOf(page);
    await panel.getByText('The document cannot be read as it is: fix it first.').waitFor();
    await page.keyboard.type('OfUse: Ask first.');
    await panel.getByText('It is saved at once.').waitFor();
    await panel.getByText(/^\d+ of \d+ promises pass now/).waitFor();
    await panel.getByText(/of the last 30 days (?:would have failed|can be judged)/).waitFor();
    const days = panel.getByRole('table', { name: 'The last days under this contract' }).getByRole('row');
    expect(await days.count()).toBe(31);
    await checkState(page);
  });

  it('reads whom a breaking change concerns, who has to agree, and until when', async () => {
    const fqn = 'shop_warehouse.shop.sales.customers.dataContract_customers_contract';
    const { id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${fqn}`);
    await world.client.must('PUT', '/teams', { name: 'invoices', teamType: 'Group' });
    const party = { type: 'team', fullyQualifiedName: 'invoices' };
    await world.client.must('PUT', `/dataContracts/${id}/consumers`, { party, purpose: 'Invoices of the month' });
    const scope = { type: 'dataContract', fullyQualifiedName: fqn };
    await world.client.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    await edit(page, 'customers', '\n');
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.getByText('BIGINT', { exact: true }).first().dblclick();
    await page.keyboard.type('INT');
    await page.keyboard.press('Escape');
    const panel = panelOf(page);
    await panel.getByText(/^1 breaking change, which concerns 1 consumer:/).waitFor();
    await panel.getByText('invoices, by the whole contract: Invoices of the month').waitFor();
    await panel.getByText(/^It becomes a proposal/).waitFor();
    await panel.getByText(/^A change needs a review, a breaking one also the consent of consumers/).waitFor();
    await panel.getByText('Consumers decide until').waitFor();
    await panel.getByRole('list', { name: 'Promises that fail now' }).waitFor();
    await checkState(page);
  });

  it('tries again what failed, and reads which right is missing', async () => {
    await page.route(WHAT_IF, (route) => route.fulfill({ status: 503, json: { message: 'Too busy at present' } }));
    world.faults.expect(/503/);
    await edit(page, 'payments', '\ntermsOfUse: Ask first.');
    const panel = panelOf(page);
    await panel.getByRole('alert').getByText('Too busy at present').waitFor();
    await checkState(page);
    await page.unroute(WHAT_IF);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByText('It is saved at once.').waitFor();

    await world.client.must('POST', '/users', { name: 'former', email: 'former@example.com', roles: ['DataSteward'] });
    const former = await world.signedIn('former');
    await edit(former, 'payments', '\n');
    await world.client.must('PUT', '/users', { name: 'former', email: 'former@example.com', roles: [] });
    world.faults.expect(/403/);
    await former.keyboard.type('termsOfUse: Ask first.');
    await panelOf(former)
      .getByRole('alert')
      .getByText(/^It takes the right to /)
      .waitFor();
    await former.context().close();
  });

  it('is told the same of a contract that is still to be made', async () => {
    await page.goto(assetPage('carriers').replace('/asset', '/new-contract'));
    const panel = panelOf(page);
    await panel.getByText('The contract is created at once.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await panel.getByText('The contract cannot be read as it is: fix it first.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('carriers_contract');
    await panel.getByText('The contract is created at once.').waitFor();
    await checkState(page);
  });

  it('chooses among what is suggested: a column goes with what is said of it', async () => {
    const table = 'shop_warehouse.shop.sales.crates';
    const columns = ['crate_id', 'weight'].map((name) => ({ name, dataType: 'BIGINT', constraint: 'NOT_NULL' }));
    const body = { name: 'crates', description: 'Boxes', databaseSchema: 'shop_warehouse.shop.sales', columns };
    await world.client.must('PUT', '/tables', body);
    await page.goto(assetPage('crates'));
    await page.getByRole('link', { name: 'Suggest from the data' }).click();
    await page.getByText(/^The table was never profiled/).waitFor();
    await page.getByRole('link', { name: 'Its data access' }).waitFor();
    await checkState(page);
    const promises = page.getByRole('group', { name: 'Promises' });
    const weight = promises.getByRole('checkbox', { name: 'weight is never missing' });
    await page.getByRole('checkbox', { name: 'weight', exact: true }).uncheck();
    await weight.and(page.locator(':disabled')).waitFor();
    await promises.getByRole('checkbox', { name: 'It has a description' }).uncheck();
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await panelOf(page).getByText('A contract needs a name.').waitFor();
    expect(await page.getByRole('button', { name: 'Create the contract' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Name' }).fill('crates_contract');
    await page.route('**/api/v1/dataContracts', (route) =>
      route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'The name was taken meanwhile' } }),
    );
    world.faults.expect(/409/);
    await page.getByRole('button', { name: 'Create the contract' }).click();
    await page.getByRole('alert').getByText('The name was taken meanwhile').waitFor();
    await checkState(page);
    await page.unroute('**/api/v1/dataContracts');
    await page.getByRole('button', { name: 'Create the contract' }).click();
    await page.getByRole('heading', { name: 'crates_contract', level: 1 }).waitFor();
    const made = await world.client.must('GET', `/dataContracts/name/${table}.dataContract_crates_contract`);
    expect(made).toMatchObject({ schema: [{ name: 'crate_id', constraint: 'NOT_NULL' }] });
    expect(JSON.stringify(made)).not.toContain('hasDescription');
  });

  it('is told that nothing is to be suggested, that a profile was a sample, and what failed', async () => {
    await world.client.must('PUT', '/dashboards', { name: 'bare', service: 'shop_reports' });
    await page.goto('/new-contract?type=dashboard&fqn=shop_reports.bare&from=suggestion');
    await page.getByRole('heading', { name: 'Nothing to suggest' }).waitFor();
    await checkState(page);
    await page.getByRole('link', { name: 'Write it by the form' }).click();
    await page.getByRole('form', { name: 'What the contract promises' }).waitFor();

    const columns = [{ name: 'pallet_id', dataType: 'BIGINT' }];
    const table = 'shop_warehouse.shop.sales.pallets';
    await world.client.must('PUT', '/tables', {
      name: 'pallets',
      databaseSchema: 'shop_warehouse.shop.sales',
      columns,
    });
    const tableProfile = { timestamp: Date.now() - 3_600_000, rowCount: 10, profileSample: 10 };
    await world.client.must('PUT', `/tables/${table}/tableProfile`, { tableProfile });
    const suggested = assetPage('pallets').replace('/asset', '/new-contract') + '&from=suggestion';
    await page.goto(suggested);
    await page.getByText(/^The newest profile read a sample of the rows alone/).waitFor();
    await page.route('**/api/v1/dataContracts/suggest', (route) =>
      route.fulfill({ status: 503, json: { message: 'Too busy at present' } }),
    );
    await page.goto(suggested);
    await page.getByRole('alert').getByText('Too busy at present').waitFor();
    await checkState(page);
    await page.unroute('**/api/v1/dataContracts/suggest');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('group', { name: 'Columns' }).waitFor();
  });

  it('is told what a check lacks, and why it cannot be tried', async () => {
    const table = 'shop_warehouse.shop.sales.products';
    await page.goto(contractPage('products', 'promise'));
    await page.getByRole('button', { name: 'Add a check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a check' });
    const choose = async (field: string, option: string | RegExp) => {
      await dialog.getByRole('combobox', { name: field }).click();
      await dialog.getByRole('option', { name: option }).first().click();
    };
    const tried = dialog.getByRole('button', { name: 'Try on the data' });
    const add = dialog.getByRole('button', { name: 'Add the check' });
    await choose('Column', 'product_id');
    expect(await tried.isDisabled()).toBe(true);
    await choose('Check', 'Each value is within bounds');
    await dialog.getByText('Enter at least one bound').waitFor();
    await dialog.getByRole('textbox', { name: 'At least' }).fill('10');
    await dialog.getByRole('textbox', { name: 'At most' }).fill('9');
    await dialog.getByText('The upper bound is below the lower one').waitFor();
    expect([await tried.isDisabled(), await add.isDisabled()]).toEqual([true, true]);
    await checkState(page);
    await dialog.getByRole('textbox', { name: 'At most' }).fill('99');
    // Its service has no data access.
    world.faults.expect(/40[0-9]/);
    await tried.click();
    await dialog.getByRole('alert').first().waitFor();
    await checkState(page);
    await add.click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('status', { name: 'What happened' })
      .getByText(/^The contract expects Each value is within bounds from version/)
      .waitFor();
    const made = await world.client.must<{ qualityExpectations: { name: string }[] }>(
      'GET',
      `/dataContracts/name/${table}.dataContract_products_contract?fields=qualityExpectations`,
    );
    expect(made.qualityExpectations.map(({ name }) => name)).toContain('columnValuesToBeBetween');
    const reader = await world.signedIn('former');
    await reader.goto(contractPage('products', 'promise'));
    await reader.getByRole('heading', { name: 'Quality' }).waitFor();
    expect(await reader.getByRole('button', { name: 'Add a check' }).count()).toBe(0);
    await reader.context().close();
  });
});
