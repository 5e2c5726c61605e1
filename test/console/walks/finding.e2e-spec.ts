import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { violationsOf } from '../support/accessibility';
import { noChromium, settled } from '../support/chromium';
import { assetPage, ConsoleWorld, contractPage, lineagePage } from '../support/console-world';

describeUnless(noChromium, 'somebody who looks for data', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();

  it('types, presses the arrow and Enter, and is at the table', async () => {
    await page.goto('/contracts');
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('paym');
    // The table, and the contract itself, tell whether they can be relied on.
    await page.getByRole('option', { name: /^payments\s*Failing\s*Table/ }).waitFor();
    await page.getByRole('option', { name: /^payments_contract\s*Failing\s*Data contract/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^payments/ }).waitFor();
  });

  it('types a word of a description, presses the arrow and Enter, and is at the table', async () => {
    await page.goto('/contracts');
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/search/query')) asked.push(searchParams.get('q') ?? '');
    });
    await page.keyboard.press('/');
    await page.keyboard.type('came back AND parc');
    const found = page.getByRole('group', { name: 'More results' }).getByRole('option');
    await found.first().waitFor();
    expect(await found.first().locator('mark').allTextContents()).toContain('Parcels');
    await page.keyboard.press('ArrowDown');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'returns', level: 1 }).waitFor();
    // Not one for each key.
    expect(asked.filter((q) => q.includes('parc'))).toEqual(['came back and parc*']);
  });

  it('reads from the box how to search, by keyboard, and finds something by each example', async () => {
    await page.goto('/contracts');
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('option', { name: 'How to search' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const help = page.getByRole('dialog', { name: 'How to search' });
    await help.getByRole('term').first().waitFor();
    const examples = await help.getByRole('term').allTextContents();
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) {
      const path = `/search/query?size=0&q=${encodeURIComponent(example)}`;
      const { hits } = await world.client.must<{ hits: { total: { value: number } } }>('GET', path);
      expect([example, hits.total.value > 0]).toEqual([example, true]);
    }
    expect(await violationsOf(page)).toEqual([]);
    await help.getByRole('link', { name: 'column:email' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for column:email' }).waitFor();
    await help.waitFor({ state: 'detached' });
  });

  it.each(['readmiss', 'readmit', 'Readmit'])('types "%s", is offered the longer name, and opens it', async (typed) => {
    const name = 'readmissions__within_thirty_days_by_hospital';
    const databaseSchema = 'shop_warehouse.shop.sales';
    await world.client.put('/tables', { name, databaseSchema, columns: [{ name: 'id', dataType: 'INT' }] });
    await page.goto('/contracts');
    await page.getByRole('textbox', { name: 'Search the catalog' }).fill(typed);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  });

  it('types what would be no query, and is offered what it can be the beginning of', async () => {
    await page.goto('/lineage');
    const box = page.getByRole('textbox', { name: 'Search the catalog' });
    for (const [typed, q] of [
      ['NOT (parc', 'not parc*'],
      ['a:"parcels" /', 'a parcels*'],
      ['parcel of', 'parcel of'],
    ] as const) {
      const answered = page.waitForResponse((response) => response.url().includes('/search/query'));
      await box.fill(typed);
      const answer = await answered;
      expect([new URL(answer.url()).searchParams.get('q'), answer.status()]).toEqual([q, 200]);
    }
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

  it('narrows contracts by what their last validation found, and by an owner as it is called', async () => {
    await page.goto('/search?q=contract&type=["datacontract"]');
    await page.getByRole('checkbox', { name: /^Commerce/ }).waitFor();
    await page.getByRole('checkbox', { name: /^Failing/ }).check();
    await page.getByRole('status').getByText('2 hits').waitFor();
    const hit = page.getByRole('article').filter({ hasText: 'payments_contract' });
    await hit.getByText('Failing', { exact: true }).waitFor();
    expect(await hit.getByText('Active').count()).toBe(0);
  });

  it('chooses several values of a facet, one after the other', async () => {
    await page.goto('/search?q=orders&type=["table"]');
    await page.getByRole('checkbox', { name: /^Data contract/ }).check();
    await page.waitForURL(/datacontract/);
    expect(decodeURIComponent(page.url())).toContain('type=["table","datacontract"]');
    await page.reload();
    await page.getByRole('checkbox', { name: /^Dashboard/ }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Table/ }).isChecked()).toBe(true);
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
    expect(await page.title()).toBe('There is no such page – Data contracts');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.getByRole('textbox', { name: 'Search the catalog' }).waitFor();
  });

  it('opens an asset and sees whether it can be relied on', async () => {
    await page.goto(assetPage('products'));
    await page.getByRole('link', { name: 'products_contract' }).waitFor();
    await text('Some checks failing');
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
    await page.getByRole('definition').filter({ hasText: '1,234 +34' }).waitFor();
    const overTime = page.getByRole('region', { name: 'Rows over time' });
    await overTime.getByRole('img', { name: 'Rows in the newest 2 profiles, as in the table' }).waitFor();
    await overTime.getByText('Show as table').click();
    await overTime.getByRole('cell', { name: '1,200' }).waitFor();
    // The head, the newest profile and the one before.
    expect(await overTime.getByRole('row').count()).toBe(3);
    await following.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
  });

  it('follows the lineage, sees its columns and saves it as a file', async () => {
    await page.goto(lineagePage('orders'));
    await page.getByRole('heading', { name: 'Lineage of orders' }).waitFor();
    await page.getByRole('switch', { name: 'Columns' }).check();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV, for spreadsheets', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('lineage-of-shop_warehouse.shop.sales.orders.csv');
  });

  it('sends somebody a link to the lineage that shows the same hops and columns', async () => {
    const cards = page.locator('.graph-node');
    await page.goto(lineagePage('customers'));
    await cards.getByRole('link', { name: 'customers', exact: true }).waitFor();
    await settled(page);
    const first = await cards.count();
    await page.getByRole('button', { name: 'More levels' }).click();
    await page.waitForURL(/hops=2/);
    await page.locator('.graph-node').nth(first).waitFor();
    await settled(page);
    const more = await cards.count();
    expect(first).toBeGreaterThan(1);
    expect(more).toBeGreaterThan(first);
    await page.getByRole('switch', { name: 'Columns' }).check();
    await page.waitForURL(/columns=true/);
    const somebody = await world.signedIn();
    await somebody.goto(page.url());
    await somebody.locator('.graph-node').getByText('customer_id').first().waitFor();
    expect(await somebody.getByRole('switch', { name: 'Columns' }).isChecked()).toBe(true);
    await somebody
      .locator('.graph-node')
      .nth(more - 1)
      .waitFor();
    expect(await somebody.locator('.graph-node').count()).toBe(more);
    await somebody.context().close();
    await page.getByRole('button', { name: 'Fewer levels' }).click();
    await cards.nth(first).waitFor({ state: 'detached' });
    await page.waitForURL((url) => !url.search.includes('hops'));
    expect(await page.getByRole('switch', { name: 'Columns' }).isChecked()).toBe(true);
  });

  it('opens an asset of the lineage with the mouse, which also moves the drawing', async () => {
    await page.goto(lineagePage('orders'));
    const link = page.locator('.graph-node').getByRole('link', { name: 'customers', exact: true });
    await link.hover();
    const before = await link.boundingBox();
    await page.mouse.down();
    await page.mouse.move((before?.x ?? 0) + 90, (before?.y ?? 0) + 40, { steps: 4 });
    await page.mouse.up();
    expect(await link.boundingBox()).not.toEqual(before);
    expect(page.url()).toContain('/lineage');
    await link.click();
    await page.getByRole('heading', { name: 'customers', level: 1 }).waitFor();
  });
});
