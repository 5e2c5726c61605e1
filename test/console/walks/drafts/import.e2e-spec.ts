import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld, contractPage } from '../../support/console-world';

const PAYMENTS = '/dataContracts/name/shop_warehouse.shop.sales.payments.dataContract_payments_contract';
const HEAD = 'apiVersion: v3.1.0\nkind: DataContract\nid: from-outside\nversion: 1.0.0\nstatus: active\n';

interface Stored {
  readonly description?: string;
  readonly sla?: object;
  readonly schema?: readonly { readonly name: string; readonly description?: string }[];
}

describeUnless(noChromium, 'somebody who imports a document', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => {
    // Where the last answers are still worked out, the service asks for patience: the page asks again.
    world.faults.expect(/429.*\/whatIf(\?.*)?$/);
    expect(world.faults.take()).toEqual([]);
  });

  const dialog = () => page.getByRole('dialog', { name: 'Import a document' });
  const changes = () => page.getByRole('region', { name: /^(What saving would change|Fix before saving)$/ });
  const outlook = () => page.getByRole('region', { name: 'What happens if I save this' });
  const ask = () => page.getByRole('button', { name: 'Import', exact: true }).click();
  const paste = (text: string) =>
    dialog()
      .getByRole('textbox', { name: /^Or paste it/ })
      .fill(text);
  const press = (name: string) => dialog().getByRole('button', { name, disabled: false }).click();
  const save = async () => {
    await page.getByRole('button', { name: /^Save/, disabled: false }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  };
  const stored = async () => (await world.client.get<Stored>(PAYMENTS)).body;

  it('pastes a contract of this catalog, which is merged, and sees what it changes before it is saved', async () => {
    const before = await stored();
    await page.goto(contractPage('payments', 'yaml'));
    await ask();
    await paste('- no contract');
    await dialog().getByText('Line 1: a contract is a mapping of names').waitFor();
    await checkState(page);
    await paste('{"description": "All payments", "sla": {"retention": "P2Y"}}');
    await dialog().getByText('A contract of this catalog.').waitFor();
    await press('Show what it changes');
    await changes().getByText('All payments').waitFor();
    await outlook().getByText('It is saved at once.').waitFor();
    await checkState(page);
    await save();
    const after = await stored();
    expect(after).toMatchObject({ description: 'All payments', sla: { ...before.sla, retention: 'P2Y' } });
    expect(after.schema).toEqual(before.schema);
  });

  it('chooses a file of the standard and the object that is meant, and what it does not mention stays', async () => {
    const before = await stored();
    const first = before.schema?.[0]?.name ?? '';
    await page.goto(contractPage('payments', 'yaml'));
    await ask();
    await dialog()
      .getByLabel('File of the document')
      .setInputFiles({
        name: 'contract.odcs.yaml',
        mimeType: 'application/yaml',
        buffer: Buffer.from(
          `${HEAD}schema:\n  - name: other\n  - name: paid\n    properties:\n      - {name: ${first}, description: Of the bank}\n`,
        ),
      });
    await dialog().getByText('An ODCS document.').waitFor();
    await press('Read the document');
    await dialog().getByRole('combobox', { name: 'Which of its 2 objects is payments?' }).click();
    await page.getByRole('option', { name: 'paid' }).click();
    await press('Show what it changes');
    await page.waitForURL(/format=odcs/);
    await changes().getByText('what it does not mention stays as it is').waitFor();
    await changes().getByText('Of the bank').waitFor();
    await outlook().getByText('It is saved at once.').waitFor();
    await checkState(page);
    await save();
    const { schema = [], ...others } = await stored();
    expect(schema.map(({ name }) => name)).toEqual(before.schema?.map(({ name }) => name));
    expect(schema[0]).toMatchObject({ name: first, description: 'Of the bank' });
    expect([others.description, others.sla]).toEqual([before.description, before.sla]);
  });

  it('replaces a contract by a document, and is told that it takes away what others rely on', async () => {
    await page.goto(contractPage('payments', 'yaml'));
    await ask();
    await dialog().getByText('Replace', { exact: true }).click();
    await dialog().getByText('What the document does not mention is removed from the contract.').waitFor();
    await paste(HEAD);
    await press('Read the document');
    await page.getByRole('button', { name: 'Save breaking change' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    expect((await stored()).schema).not.toHaveLength(0);
  });

  it('makes a new contract of a document of the standard', async () => {
    const { body: schema } = await world.client.get<{ fullyQualifiedName: string }>(
      '/databaseSchemas/name/shop_warehouse.shop.sales',
    );
    const { body: table } = await world.client.post<{ id: string; fullyQualifiedName: string }>('/tables', {
      name: 'imported',
      databaseSchema: schema.fullyQualifiedName,
      columns: [{ name: 'id', dataType: 'BIGINT' }],
    });
    await page.goto(`/new-contract?type=table&fqn=${encodeURIComponent(table.fullyQualifiedName)}`);
    await ask();
    await paste(
      `${HEAD}name: agreed\nschema:\n  - name: imported\n    properties:\n      - {name: id, physicalType: bigint}\n`,
    );
    await press('Read the document');
    await page.getByText(/of its members become parts of the contract/).waitFor();
    await checkState(page);
    await page.getByRole('button', { name: 'Create the contract', disabled: false }).click();
    await page.getByRole('heading', { name: 'agreed', level: 1 }).waitFor();
    const { body } = await world.client.get(`/dataContracts/entity?entityId=${table.id}&entityType=table`);
    expect(body).toMatchObject({
      name: 'agreed',
      entityStatus: 'Active',
      schema: [{ name: 'id', dataType: 'BIGINT' }],
    });
  });
});
