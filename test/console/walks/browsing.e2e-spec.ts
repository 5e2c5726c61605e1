import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium } from '../support/chromium';
import { assetPage, ConsoleWorld } from '../support/console-world';
import { fillPlaces, MANY_TABLES } from '../support/fill-places';

/** Pages of what holds others, and what each of its lists begins with. */
const HOLDERS: readonly (readonly [type: string, fqn: string, list: string, first: string])[] = [
  ['databaseService', 'shop_warehouse', 'Databases', 'shop'],
  ['database', 'shop_warehouse.shop', 'Schemas', 'archive'],
  ['databaseSchema', 'shop_warehouse.shop.archive', 'Stored procedures', 'close_year'],
  ['dashboardService', 'shop_reports', 'Dashboards', 'Revenue'],
  ['dashboardService', 'shop_reports', 'Charts', 'by_country'],
  ['dashboard', 'shop_reports.revenue', 'Charts', 'by_country'],
  ['chart', 'shop_reports.by_country', 'Dashboards', 'Revenue'],
  ['messagingService', 'events', 'Topics', 'order_paid'],
  ['pipelineService', 'flows', 'Pipelines', 'nightly'],
  ['mlmodelService', 'models', 'ML models', 'churn'],
  ['storageService', 'lake', 'Containers', 'raw'],
  ['container', 'lake.raw', 'Containers', 'orders'],
  ['searchService', 'finder', 'Search indexes', 'goods'],
  ['apiService', 'shop_api', 'API collections', 'v1'],
  ['apiCollection', 'shop_api.v1', 'Endpoints', 'read_order'],
  ['domain', 'sales', 'Sub-domains', 'wholesale'],
  ['domain', 'sales', 'Data products', 'logistics'],
  ['domain', 'sales', 'Assets', 'customers'],
  ['dataProduct', 'logistics', 'Assets', 'carriers'],
  ['team', 'commerce', 'Members', 'Demo Steward'],
  ['team', 'commerce', 'Teams below', 'checkout'],
  ['team', 'commerce', 'Assets it owns', 'customers'],
  ['user', 'demo_steward', 'Teams', 'Commerce'],
  ['glossary', 'words', 'Terms', 'order'],
  ['glossaryTerm', 'words.order', 'Narrower terms', 'line'],
  ['glossaryTerm', 'words.order.line', 'Assets with this term', 'order_items'],
  ['classification', 'Privacy', 'Tags', 'Person'],
  ['tag', 'Privacy.Person', 'Assets with this tag', 'order_items'],
];

describeUnless(noChromium, 'somebody who looks around', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await fillPlaces(world);
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const list = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}( \\d+)?$`) });
  const title = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });

  it.each(HOLDERS)(
    'on the page of a %s (%s) finds %s with links, beginning with %s',
    async (type, fqn, name, first) => {
      await page.goto(`/asset?type=${type}&fqn=${fqn}`);
      await list(name).getByRole('link', { name: first, exact: true }).click();
      await title(first).waitFor();
    },
  );

  it('reads short descriptions, types and the state of contracts, by one search for all of them', async () => {
    await page.goto('/asset?type=database&fqn=shop_warehouse.shop');
    await list('Schemas')
      .getByRole('row', { name: /^archive Schema Of earlier years$/ })
      .waitFor();
    const searches: string[] = [];
    page.on('request', (request) => request.url().includes('/search/query') && searches.push(request.url()));
    await list('Schemas').getByRole('link', { name: 'sales', exact: true }).click();
    const row = (name: string) =>
      list('Tables')
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) });
    await row('customers').getByText('Some checks failing').waitFor();
    await row('customers').getByText('One row for each customer account').waitFor();
    await row('payments').getByRole('cell', { name: 'Table', exact: true }).waitFor();
    expect(searches).toHaveLength(1);
    await page.goto('/asset?type=domain&fqn=sales');
    await list('Assets').getByRole('row').filter({ hasText: 'One row for each customer account' }).waitFor();
    // Contracts and schemas stand apart: the number is that of coverage.
    const { data } = await world.client.must<{ data: { group?: { name: string }; assets: number }[] }>(
      'GET',
      '/dataContracts/coverage?by=domain',
    );
    const covered = data.find(({ group }) => group?.name === 'sales')?.assets;
    await page.getByRole('heading', { name: `Assets ${covered}`, exact: true }).waitFor();
    await list('Contracts').getByRole('link', { name: 'customers_contract' }).waitFor();
    await list('Also').getByRole('cell', { name: 'Schema', exact: true }).waitFor();
    await list('Assets')
      .getByRole('row')
      .filter({ hasText: 'carriers' })
      .getByText('Inherited from its data product')
      .waitFor();
  });

  it('asks for more of a long list', async () => {
    await page.goto('/asset?type=databaseSchema&fqn=shop_warehouse.shop.archive');
    await list('Tables')
      .getByRole('heading', { name: `Tables ${MANY_TABLES}` })
      .waitFor();
    expect(await list('Tables').getByRole('link').count()).toBe(25);
    await page.getByRole('button', { name: 'More tables' }).focus();
    await page.keyboard.press('Enter');
    await list('Tables').getByRole('link', { name: 'year_2019' }).waitFor();
    expect(await list('Tables').getByRole('link').count()).toBe(MANY_TABLES);
    await page.getByRole('button', { name: 'More tables' }).waitFor({ state: 'detached' });
  });

  it('sees what a pipeline, a model and an endpoint are made of', async () => {
    await page.goto('/asset?type=pipeline&fqn=flows.nightly');
    await list('Tasks').getByRole('row', { name: 'load_orders Python About load_orders' }).waitFor();
    await page.goto('/asset?type=mlmodel&fqn=models.churn');
    await list('Features')
      .getByRole('row', { name: /^orders_a_year numerical/ })
      .waitFor();
    await page.goto('/asset?type=apiEndpoint&fqn=shop_api.v1.read_order');
    await list('Response').getByRole('cell', { name: 'id' }).waitFor();
    await list('Request').getByText('None.').waitFor();
  });

  it('goes up along the path of an asset', async () => {
    await page.goto('/asset?type=container&fqn=lake.raw.orders.2026');
    const path = page.getByRole('navigation', { name: 'Breadcrumb' });
    await title('2026').waitFor();
    expect(await path.getByRole('link').allTextContents()).toEqual(['lake', 'raw', 'orders']);
    await path.getByRole('link', { name: 'raw' }).click();
    await title('raw').waitFor();
    await page.goto(assetPage('order_items'));
    await title('order_items').waitFor();
    expect(await path.getByRole('link').allTextContents()).toEqual(['shop_warehouse', 'shop', 'sales']);
    await path.getByRole('link', { name: 'sales' }).click();
    await title('sales').waitFor();
  });

  it.each([
    ['Commerce', 'Commerce'],
    ['sales', 'sales'],
    ['Privacy.Person', 'Person'],
    ['words.order.line', 'line'],
  ])('follows the chip %s of a table to its page', async (chip, heading) => {
    await page.goto(assetPage('order_items'));
    await title('order_items').waitFor();
    await page.getByRole('main').getByRole('link', { name: chip, exact: true }).last().click();
    await title(heading).waitFor();
  });

  it('follows owner and product of an asset', async () => {
    await page.goto(assetPage('carriers'));
    await page.getByRole('link', { name: 'logistics', exact: true }).click();
    await title('logistics').waitFor();
    await page.getByRole('link', { name: 'Commerce', exact: true }).first().click();
    await title('Commerce').waitFor();
  });
});
