import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { violationsOf } from '../../support/accessibility';
import { noChromium } from '../../support/chromium';
import { assetPage, ConsoleWorld } from '../../support/console-world';
import { Keys } from '../../support/keys';

describeUnless(noChromium, 'somebody who writes the first contract of an asset', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => {
    // Where the last answers are still worked out, the service asks for patience: the page asks again.
    world.faults.expect(/429.*\/whatIf$/);
    expect(world.faults.take()).toEqual([]);
  });

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();

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
    await page.getByRole('link', { name: 'Create a contract' }).click();
    await page.getByRole('heading', { name: 'New contract' }).waitFor();
    await page.getByRole('checkbox', { name: 'reason' }).uncheck();
    await page.getByRole('textbox', { name: 'Maximum delay' }).fill('never');
    await text('A whole number from 1 to 999999');
    await page.getByRole('textbox', { name: 'Maximum delay' }).fill('4');
    const said = page.getByRole('region', { name: 'What the service says of it' });
    await said.getByText('Its columns fit.').waitFor();
    await said.getByText('2 of 2 rules fail').waitFor();
    await said.getByText('It has an owner').waitFor();
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
    await said.getByText('1 of 1 rules fails').waitFor();
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

  it('takes a check that is added while it is written, and is not created by that', async () => {
    const columns = [{ name: 'ticket_id', dataType: 'BIGINT' }];
    await world.client.put('/tables', { name: 'tickets', databaseSchema: 'shop_warehouse.shop.sales', columns });
    await page.goto(assetPage('tickets').replace('/asset', '/new-contract'));
    await page.getByRole('button', { name: 'Add a check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a check' });
    for (const [field, option] of [
      ['Column', 'ticket_id'],
      ['Check', 'No value is missing'],
    ] as const) {
      await dialog.getByRole('combobox', { name: field }).click();
      await dialog.getByRole('option', { name: option }).first().click();
    }
    await dialog.getByRole('button', { name: 'Add the check' }).click();
    await dialog.waitFor({ state: 'detached' });
    const form = page.getByRole('form', { name: 'What the contract promises' });
    const check = form.getByRole('checkbox', { name: 'No value is missing' });
    await check.and(form.getByRole('checkbox', { description: 'ticket_id' })).waitFor();
    expect(await check.isChecked()).toBe(true);
    const run = page.waitForResponse(/\/dataContracts\/[^/]+\/validate$/);
    await page.getByRole('button', { name: 'Create the contract' }).click();
    await page.getByRole('heading', { name: 'tickets_contract' }).waitFor();
    expect((await run).ok()).toBe(true);
    await page.getByRole('button', { name: /^Schedule runs/ }).waitFor();
    await page.getByRole('tab', { name: 'Terms' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^No value is missing ticket_id$/ })
      .waitFor();
    const { body } = await world.client.get(
      '/dataContracts/name/shop_warehouse.shop.sales.tickets.dataContract_tickets_contract',
    );
    expect(body).toMatchObject({ version: 0.1, qualityExpectations: [{ name: 'columnValuesToBeNotNull' }] });
  });

  it('promises test cases, rules of its own and who may read, by keyboard alone', async () => {
    const table = 'shop_warehouse.shop.sales.stamps';
    const columns = [{ name: 'stamp_id', dataType: 'BIGINT' }];
    await world.client.put('/tables', { name: 'stamps', databaseSchema: 'shop_warehouse.shop.sales', columns });
    const made = await world.client.post('/dataQuality/testCases', {
      name: 'stamp_id_not_null',
      entityLink: `<#E::table::${table}::columns::stamp_id>`,
      testDefinition: 'columnValuesToBeNotNull',
    });
    expect(made.status).toBe(201);
    const keys = new Keys(page);
    const field = (name: string | RegExp) => page.getByRole('textbox', { name });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(assetPage('stamps').replace('/asset', '/new-contract'));
    await page.getByRole('group', { name: 'Rules' }).waitFor();

    const addInJson = () =>
      keys.choose(page.getByRole('combobox', { name: 'Add a rule' }), 'Another', 'Another rule, in JSON');
    await addInJson();
    await keys.type(field('Name of the rule'), 'many_columns');
    await keys.type(field('Condition'), 'many');
    await text('This is no JSON of an object');
    expect(await button('Create the contract').isDisabled()).toBe(true);
    const rule = '{">":[{"length":{"var":"columns"}},5]}';
    await field('Condition').fill(rule);
    const said = page.getByRole('region', { name: 'What the service says of it' });
    await said.getByText('many_columns').waitFor();
    await addInJson();
    await keys.type(page.getByRole('group', { name: 'Rule 4' }).getByRole('textbox').first(), 'Ask before you join it');
    await said.getByText('Nobody evaluates what is a text for people: Ask before you join it.').waitFor();
    await addInJson();
    await keys.press(button('Remove rule 5'));

    await keys.press(page.getByRole('checkbox', { name: 'stamp_id_not_null' }), 'Space');
    await said.getByText('A test case is expected to pass.').waitFor();

    await keys.type(field('Classification of the data'), 'Confidential');
    await keys.press(button('Add a policy'));
    await keys.type(field('Access'), 'read');
    await keys.to(page.getByRole('combobox', { name: 'Who', exact: true }));
    for (const who of ['analysts', 'auditors']) {
      await page.keyboard.type(who);
      await page.keyboard.press('Enter');
    }
    await keys.press(button('Only some rows'));
    await keys.choose(page.getByRole('combobox', { name: 'Rows by column' }), 'stamp', 'stamp_id');
    await keys.to(page.getByRole('combobox', { name: 'With one of the values' }));
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await text('columnName: stamp_id');
    expect(await violationsOf(page)).toEqual([]);
    await keys.press(button('Create the contract'));
    await page.getByRole('heading', { name: 'stamps_contract' }).waitFor();
    const { body } = await world.client.get(
      `/dataContracts/name/${table}.dataContract_stamps_contract?fields=qualityExpectations`,
    );
    expect(body).toMatchObject({
      semantics: expect.arrayContaining([
        expect.objectContaining({ name: 'many_columns' }),
        expect.objectContaining({ name: 'Ask before you join it' }),
      ]),
      qualityExpectations: [{ name: 'stamp_id_not_null' }],
      security: {
        dataClassification: 'Confidential',
        policies: [
          {
            accessPolicy: 'read',
            identities: ['analysts', 'auditors'],
            rowFilters: [{ columnName: 'stamp_id', values: ['7'] }],
          },
        ],
      },
    });
    await page.getByRole('tab', { name: 'Terms' }).click();
    await text('analysts, auditors');
    await page.getByText('rows whose stamp_id is 7').waitFor();
  });

  it('is told what keeps it from being created, and asked before it is left', async () => {
    await page.goto(assetPage('carriers').replace('/asset', '/new-contract'));
    const said = page.getByRole('region', { name: 'What the service says of it' });
    await said.getByText('Its columns fit.').waitFor();
    await page.getByRole('combobox', { name: 'Add a rule' }).click();
    await page.getByRole('option', { name: 'Another rule, in JSON' }).click();
    const rule = page.getByRole('group', { name: 'Rule 3' });
    await rule.getByText('A rule needs a name').waitFor();
    await said.getByText('Rule 3: A rule needs a name').waitFor();
    const create = page.getByRole('button', { name: 'Create the contract' });
    expect(await create.isDisabled()).toBe(true);
    await page.getByRole('form').getByText('Rule 3: A rule needs a name.').waitFor();
    await page.getByRole('button', { name: 'Add a policy' }).click();
    await said.getByText('Policy 1: A policy says who may read, or what').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('The contract that you began would be lost.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await rule.waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('follows a link to a new contract as a reader, and is told what is lacking', async () => {
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com' });
    const reader = await world.signedIn('reader');
    await reader.goto(assetPage('carriers').replace('/asset', '/new-contract'));
    await reader.getByRole('heading', { name: 'You may not write this contract' }).waitFor();
    await reader.getByText(/^(Only its owners \(|It has no owner: only ).*may write its contract\.$/).waitFor();
    await reader.context().close();
  });
});
