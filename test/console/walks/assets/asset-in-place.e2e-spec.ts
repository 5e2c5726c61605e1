import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { assetPage, ConsoleWorld } from '../../support/console-world';
import { Person } from '../../support/person';

const TABLE = 'shop_warehouse.shop.sales.orders';
/** May describe tables, and nothing else. */
const WRITER = 'describer';
const VIEWER = 'onlooker';
const TIERS = 'Tier';

interface Labelled {
  readonly tags?: readonly { readonly tagFQN: string; readonly source: string }[];
}

interface Table extends Labelled {
  readonly id: string;
  readonly description?: string;
  readonly owners: readonly { readonly name: string }[];
  readonly domains: readonly { readonly name: string; readonly inherited?: boolean }[];
  readonly columns: readonly (Labelled & { readonly name: string; readonly description?: string })[];
  readonly extension?: Readonly<Record<string, unknown>>;
}

describeUnless(noChromium, 'an asset that is changed in its place', () => {
  let world: ConsoleWorld;
  let admin: Person;

  const read = () =>
    world.client.must<Table>('GET', `/tables/name/${TABLE}?fields=owners,domains,tags,extension,columns`);
  const patch = (...operations: object[]) => world.client.must('PATCH', `/tables/name/${TABLE}`, operations);
  const edit = (what: string) => admin.page.getByRole('button', { name: what, exact: true }).click();
  /** A field for names, which completes what is typed. */
  const field = (name: string) => admin.dialog.getByRole('combobox', { name, exact: true });
  const save = () => admin.dialog.getByRole('button', { name: 'Save' }).click();

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const rules = [{ name: 'describes', effect: 'allow', resources: ['table'], operations: ['EditDescription'] }];
    await world.client.must('POST', '/policies', { name: 'Describing', rules });
    await world.client.must('POST', '/roles', { name: 'Describer', policies: ['Describing'] });
    await world.client.must('PUT', '/users', { name: WRITER, email: `${WRITER}@example.com`, roles: ['Describer'] });
    await world.client.must('PUT', '/users', { name: VIEWER, email: `${VIEWER}@example.com` });
    await world.client.must('PUT', '/classifications', { name: TIERS, description: 'How much rests on it' });
    await world.client.must('PUT', '/classifications', { name: 'PII', description: 'About people' });
    for (const [classification, name] of [
      [TIERS, 'Tier1'],
      [TIERS, 'Tier2'],
      ['PII', 'Sensitive'],
    ])
      await world.client.must('PUT', '/tags', { classification, name, description: name });
    const declare = (name: string, kind: string, config?: object) =>
      world.client.must('PUT', '/metadata/types/name/table', {
        name,
        description: `How it is about ${name}`,
        propertyType: { type: 'type', name: kind },
        ...(config && { customPropertyConfig: { config } }),
      });
    await declare('criticality', 'enum', { values: ['low', 'high'], multiSelect: false });
    await declare('retention days', 'integer');
    await declare('counterparts', 'table-cp', { columns: ['name'] });
    await world.client.get(`/search/query?q=${VIEWER}&refresh=true`);
    admin = new Person(await world.signedIn());
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  beforeEach(async () => {
    await admin.page.goto(assetPage('orders'));
    await admin.heading('orders');
  });

  it('has owners by keyboard alone, says what happened, and takes it back', async () => {
    const { page } = admin;
    const { owners: before } = await read();
    await page.getByRole('button', { name: 'Edit the owners' }).focus();
    await page.keyboard.press('Enter');
    await field('People').waitFor();
    await checkState(page);
    await page.keyboard.type(VIEWER);
    await admin.dialog.getByRole('option', { name: VIEWER }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await admin.dialog.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await admin.keeps('The owners of orders are saved.');
    await page.getByRole('main').getByRole('link', { name: VIEWER }).first().waitFor();
    expect((await read()).owners.map(({ name }) => name)).toContain(VIEWER);
    await checkState(page);
    await admin.undo();
    await page.getByRole('main').getByRole('link', { name: VIEWER }).first().waitFor({ state: 'detached' });
    expect((await read()).owners.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  });

  it('shows a description as it will be, and refuses one that is too long where it was typed', async () => {
    const { page } = admin;
    await edit('Edit the description');
    await admin.write('Description', 'One row an **order**');
    await admin.dialog.getByRole('region', { name: 'Preview' }).getByText('order', { exact: true }).waitFor();
    await checkState(page);
    await admin.write('Description', 'x'.repeat(262_145));
    world.faults.expect(/400/);
    await save();
    await admin.dialog.getByText(/at most 262144 are allowed/).waitFor();
    await admin.write('Description', 'One row an order');
    await save();
    await admin.said('The description of orders is saved.');
    expect((await read()).description).toBe('One row an order');
  });

  it('overwrites nothing that somebody else changed meanwhile, and goes on from there', async () => {
    const { page } = admin;
    await edit('Edit the description');
    await admin.write('Description', 'By the form');
    await patch({ op: 'add', path: '/description', value: 'By another' });
    world.faults.expect(/412/);
    await save();
    await admin.dialog.getByText(/It has changed since you opened it, and nothing was overwritten/).waitFor();
    expect((await read()).description).toBe('By another');
    await checkState(page);
    await admin.dialog.getByRole('button', { name: 'Go on from the current version' }).click();
    await admin.dialog.getByText(/You go on from version/).waitFor();
    await save();
    await admin.keeps('The description of orders is saved.');
    expect((await read()).description).toBe('By the form');
    await admin.undo();
    await page.getByText('By another', { exact: true }).waitFor();
  });

  it('asks before what was entered is left', async () => {
    await edit('Edit the description');
    await admin.write('Description', 'Not saved');
    await admin.page.keyboard.press('Escape');
    await admin.page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await admin.dialog.first().waitFor({ state: 'detached' });
    await admin.page.getByRole('button', { name: 'Edit the description' }).waitFor();
    expect((await read()).description).not.toBe('Not saved');
  });

  it('refuses a tag that nothing has at its field, takes one that there is, and a tier', async () => {
    const { page } = admin;
    await edit('Edit the tags and terms');
    await field('Tags').fill('PII.Nowhere');
    await page.keyboard.press('Enter');
    world.faults.expect(/404/);
    await save();
    await admin.dialog.getByText('tag instance for PII.Nowhere not found').waitFor();
    await checkState(page);
    await field('Tags').press('Backspace');
    await field('Tags').fill('PII.Sens');
    await admin.dialog.getByRole('option', { name: 'PII.Sensitive' }).click();
    await save();
    await admin.said('The tags and terms of orders are saved.');
    await edit('Edit the tier');
    await admin.choose('Tier', 'Tier1');
    await save();
    await admin.said('The tier of orders is saved.');
    expect((await read()).tags?.map(({ tagFQN }) => tagFQN).sort()).toEqual(['PII.Sensitive', 'Tier.Tier1']);
    await checkState(page);
  });

  it('shows from where a domain is inherited, and gives the asset one of its own', async () => {
    const { page } = admin;
    await page.goto(assetPage('customers'));
    await admin.heading('customers');
    await page.getByText('Inherited from', { exact: false }).first().waitFor();
    await world.client.must('PUT', '/domains', { name: 'care', domainType: 'Aggregate', description: 'Of customers' });
    await world.client.get('/search/query?q=care&refresh=true');
    await edit('Edit the domains');
    await admin.dialog.getByText(/with nothing entered it stays inherited/).waitFor();
    await checkState(page);
    await field('Domains').fill('care');
    await admin.dialog.getByRole('option', { name: 'care' }).click();
    await save();
    await admin.keeps('The domains of customers are saved.');
    const domains = async () =>
      (await world.client.must<Table>('GET', '/tables/name/shop_warehouse.shop.sales.customers?fields=domains'))
        .domains;
    expect(await domains()).toMatchObject([{ name: 'care' }]);
    await admin.undo();
    await page.getByText('Inherited from', { exact: false }).first().waitFor();
    expect(await domains()).toMatchObject([{ inherited: true }]);
  });

  it('describes and tags a column', async () => {
    const { page } = admin;
    await edit('Edit the column total');
    await admin.write('Description', 'Sum in euros');
    await field('Tags').fill('PII.Sens');
    await admin.dialog.getByRole('option', { name: 'PII.Sensitive' }).click();
    await checkState(page);
    await save();
    await admin.keeps('The column total is saved.');
    await page.getByRole('row').filter({ hasText: 'total' }).getByText('Sum in euros').waitFor();
    const { columns } = await read();
    const total = columns.find(({ name }) => name === 'total');
    expect(total).toMatchObject({ description: 'Sum in euros', tags: [{ tagFQN: 'PII.Sensitive' }] });
    await admin.undo();
    await page.getByText('Sum in euros').waitFor({ state: 'detached' });
  });

  it('changes custom properties by a field of their kind, and says of which kind there is none', async () => {
    const { page } = admin;
    await admin.tab('About');
    await edit('Edit criticality');
    await admin.choose('criticality', 'high');
    await save();
    await admin.said('Criticality is saved.');
    await edit('Edit retention days');
    await admin.write('retention days', '1.5');
    await admin.dialog.getByText('Must be a whole number').waitFor();
    await checkState(page);
    await admin.write('retention days', '30');
    await save();
    await admin.said('Retention days is saved.');
    await page.getByText('Changed by the API: the console has no field for it').waitFor();
    await checkState(page);
    expect((await read()).extension).toEqual({ criticality: 'high', 'retention days': 30 });
  });

  it('offers a part to who may change that part alone, and to others the names of those who may', async () => {
    const writer = new Person(await world.signedIn(WRITER));
    await writer.page.goto(assetPage('orders'));
    await writer.page.getByRole('button', { name: 'Edit the description' }).waitFor();
    expect(await writer.page.getByRole('button', { name: 'Edit the owners' }).count()).toBe(0);
    await writer.page.goto(`${assetPage('orders')}&edit=owners`);
    await writer.page.getByText(/It takes the right to change the owners of orders/).waitFor();
    await checkState(writer.page);
    await writer.page.context().close();
    const viewer = new Person(await world.signedIn(VIEWER));
    await viewer.page.goto(assetPage('orders'));
    await viewer.page.getByText(/^Its owners \(Commerce\) and people with a role for it/).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    await viewer.page.getByRole('button', { name: 'Ask for a right' }).click();
    await viewer.dialog.getByRole('combobox', { name: 'Right' }).waitFor();
    await checkState(viewer.page);
    await viewer.page.context().close();
  });

  it('says which right was taken away while the editor was open', async () => {
    const writer = new Person(await world.signedIn(WRITER));
    await writer.page.goto(`${assetPage('orders')}&edit=description`);
    await writer.write('Description', 'Too late');
    await world.client.must('PUT', '/users', { name: WRITER, email: `${WRITER}@example.com`, roles: [] });
    world.faults.expect(/403/);
    await writer.dialog.getByRole('button', { name: 'Save' }).click();
    await writer.dialog.getByText(/none of your roles gives/).waitFor();
    await checkState(writer.page);
    await writer.page.context().close();
  });
});
