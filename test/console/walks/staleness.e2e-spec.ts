import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium, settled } from '../support/chromium';
import { assetPage, ConsoleWorld, contractPage, lineagePage } from '../support/console-world';

const PAGES: readonly (readonly [name: string, address: string, heading: string])[] = [
  ['start', '/', 'Home'],
  ['the contracts', '/contracts', 'Contracts'],
  ['a contract', contractPage('customers'), 'customers_contract'],
  ['an asset', assetPage('orders'), 'orders'],
  ['a schema', '/asset?type=databaseSchema&fqn=shop_warehouse.shop.sales', 'sales'],
  ['a lineage', lineagePage('orders'), 'Lineage of orders'],
  ['a search', '/search?q=order', 'Results for order'],
  ['the queues', '/administration?section=queues', 'Administration'],
];

/** One of each kind: what polls, and what is read once. */
const BUSY = PAGES.filter(([name]) => ['start', 'an asset', 'a search'].includes(name));

describeUnless(noChromium, 'somebody whose service goes away', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    // A browser reports each request that fails.
    world.faults.expect(/ERR_|503|The service does not answer/);
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const notice = (page: Page) => page.getByText(/^This may be out of date; last read .+/);

  async function open(address: string, heading: string): Promise<Page> {
    const page = await world.signedIn();
    await page.goto(address);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await settled(page);
    expect(await notice(page).count()).toBe(0);
    return page;
  }

  it('is told on every page, once, and no longer when it is back', async () => {
    const pages: Page[] = [];
    for (const [, address, heading] of PAGES) pages.push(await open(address, heading));
    await world.service.kill('api');
    for (const [at, page] of pages.entries()) {
      await notice(page).waitFor();
      const [, , heading] = PAGES[at] ?? [];
      await page.getByRole('heading', { name: heading ?? '', level: 1 }).waitFor();
      expect(await notice(page).count()).toBe(1);
      expect(await page.getByText('could not be brought up to date').count()).toBe(0);
    }
    await world.service.startApi();
    for (const page of pages) {
      await notice(page).waitFor({ state: 'detached' });
      await page.context().close();
    }
  });

  it('is told at once on a page that was not open before', async () => {
    const page = await open('/', 'Home');
    await page.context().setOffline(true);
    await notice(page).waitFor();
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.url()));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contracts' }).click();
    await page.getByRole('heading', { name: "Can't reach the server" }).first().waitFor();
    // At once: nothing is asked for twice before.
    const asked = failed.filter((url) => /dataContracts|assets/.test(url));
    expect(asked).toEqual([...new Set(asked)]);
    expect(await page.getByText(/^Loading|…$/).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'customers_contract' }).waitFor();
    await page.context().close();
  });

  it('is told by a browser without a network', async () => {
    const page = await open(assetPage('orders'), 'orders');
    await page.context().setOffline(true);
    await notice(page).waitFor();
    await page.context().setOffline(false);
    await notice(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each(BUSY)('is told where a busy service answers nothing of %s, and tries again', async (_, address, heading) => {
    const page = await open(address, heading);
    const busy = { code: 503, message: 'The service is busy' };
    await page.context().route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: busy }));
    // What was read some seconds ago is read again when somebody comes back to the window.
    await page.clock.setSystemTime(Date.now() + 6_000);
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await notice(page).waitFor();
    expect(await notice(page).count()).toBe(1);
    await page.context().unroute('**/api/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('goes to a page that was not loaded yet, and sees it once the service is back', async () => {
    const page = await open(contractPage('customers'), 'customers_contract');
    await world.service.kill('api');
    await notice(page).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click();
    await page.getByRole('heading', { name: "Can't reach the server" }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await world.service.startApi();
    await page.getByRole('heading', { name: 'Everything in the catalog' }).waitFor();
    await page.context().close();
  });
});
