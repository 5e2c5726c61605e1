import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium } from '../support/chromium';
import { assetPage, ConsoleWorld } from '../support/console-world';

const INHERITING = 'shop_warehouse.shop.handed.parcels';
const LONG = 'Each parcel that was handed to a carrier, whatever became of it. '.repeat(8).trim();

describeUnless(noChromium, 'somebody who looks at what others change', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const change = (path: string, ...operations: object[]) =>
    world.client.must<{ id: string }>('PATCH', path, operations);
  const version = (number: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Version ${number}`, exact: true }) });

  /** A table and its contract, which have the owner and the domain of their schema; then an owner of their own. */
  async function inherit(): Promise<string> {
    const { client } = world;
    const owner = await client.must<{ id: string }>('GET', '/users/name/demo_steward');
    const team = await client.must<{ id: string }>('GET', '/teams/name/commerce');
    const owners = [{ type: 'team', id: team.id }];
    const schema = { name: 'handed', database: 'shop_warehouse.shop', owners, domains: ['sales'] };
    await client.must('PUT', '/databaseSchemas', schema);
    const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name, dataType: 'INT' }));
    const table = { name: 'parcels', databaseSchema: 'shop_warehouse.shop.handed', columns: columns.slice(0, 1) };
    await client.must('PUT', '/tables', table);
    const contract = await client.must<{ id: string }>('PUT', '/dataContracts', {
      name: 'parcels',
      entity: { type: 'table', fullyQualifiedName: INHERITING },
      schema: columns.slice(0, 1),
    });
    const own = { op: 'add', path: '/owners/0', value: { type: 'user', id: owner.id } };
    const described = { op: 'add', path: '/description', value: LONG };
    const more = columns.slice(1).map((value) => ({ op: 'add', path: '/columns/-', value }));
    await change(`/tables/name/${INHERITING}`, described, ...more);
    await change(`/tables/name/${INHERITING}`, own);
    await change(`/dataContracts/${contract.id}`, { op: 'add', path: '/description', value: 'Of parcels' }, own, {
      op: 'add',
      path: '/semantics',
      value: [{ name: 'owned', rule: '{"!!":{"var":"owners"}}', enabled: true }],
    });
    return `${INHERITING}.dataContract_parcels`;
  }

  it('reads the changes of an asset and of its contract in words, without what they inherit', async () => {
    const contract = await inherit();
    await page.goto(`/asset?type=table&fqn=${INHERITING}&tab=versions`);
    await version('0.3').getByText('Demo Steward').waitFor();
    expect(
      await version('0.3')
        .getByText(/Commerce|sales/)
        .count(),
    ).toBe(0);
    await version('0.1').getByText('first').waitFor();
    const columns = version('0.2').getByRole('listitem').filter({ hasText: 'columns' });
    await columns.getByText('b INT, c INT, d INT, e INT, f INT …').waitFor();
    await columns.getByRole('button', { name: 'More of what it was after' }).click();
    await columns.getByText('b INT, c INT, d INT, e INT, f INT, g INT').waitFor();
    const description = version('0.2').getByRole('listitem').filter({ hasText: 'description' });
    await description.getByRole('button', { name: 'More of what it was after' }).focus();
    await page.keyboard.press('Enter');
    await description.getByText(LONG).waitFor();
    expect(await page.getByLabel('Versions', { exact: true }).last().textContent()).not.toMatch(/[{}"]|inherited/);

    await page.goto(`/contract?fqn=${contract}&tab=versions`);
    await version('0.2').getByText('the rule is added').waitFor();
    await version('0.2')
      .getByRole('listitem')
      .filter({ hasText: 'owners is added' })
      .getByText('Demo Steward')
      .waitFor();
    expect(
      await version('0.2')
        .getByText(/Commerce|domains/)
        .count(),
    ).toBe(0);
    expect(await page.getByLabel('Versions', { exact: true }).last().textContent()).not.toMatch(/[{}"]|inherited/);
  });

  // A page looks again by itself after a minute, longer than anything is waited for here.
  it('sees a description that somebody else writes, and its version, without a reload', async () => {
    const followed = page.waitForResponse(/events\?entityType=dataContract(,|%2C)table$/);
    await page.goto(assetPage('shipments'));
    await page.getByRole('heading', { name: 'shipments', level: 1 }).waitFor();
    await followed;
    const path = '/tables/name/shop_warehouse.shop.sales.shipments';
    await change(path, { op: 'replace', path: '/description', value: 'Parcels, as somebody else calls them' });
    await page.getByText('Parcels, as somebody else calls them').waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Parcels, as somebody else' }).first().waitFor();
    await change(path, { op: 'replace', path: '/description', value: 'Parcels on their way' });
    await page
      .getByRole('listitem')
      .filter({ hasText: /then|→ Parcels on their way/ })
      .first()
      .waitFor();
  });
});
