import type { Browser, Page } from 'playwright-core';
import { describeUnless } from '../support/unless-refused';
import { noChromium, settled } from './support/chromium';
import { ConsoleWorld, lineagePage } from './support/console-world';

const SCHEMA = 'shop_warehouse.shop.sales';
/** The root, those that are made of it, and those that are made of these. */
const MIDDLE = 40;
const LEAVES = 1_959;
const NODES = 1 + MIDDLE + LEAVES;
const BULK = 1_000;

/** What the page may compute from the address to the drawn graph. */
const CPU_SECONDS = 3;

const tableName = (at: number): string => `wide_${String(at).padStart(4, '0')}`;
const reference = (at: number): object => ({ type: 'table', fullyQualifiedName: `${SCHEMA}.${tableName(at)}` });

/** CPU seconds of all processes that draw pages. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

describeUnless(noChromium, `a lineage of ${NODES} assets`, () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const all = Array.from({ length: NODES }, (_, at) => at);
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    for (let at = 0; at < NODES; at += BULK) {
      const tables = all.slice(at, at + BULK).map((one) => ({ name: tableName(one), databaseSchema: SCHEMA, columns }));
      expect(await world.client.put('/tables/bulk', tables)).toMatchObject({
        status: 200,
        body: { status: 'success' },
      });
    }
    // Each lies below one, every seventh below two.
    const edges = all.slice(1).flatMap((at) => {
      const above =
        at <= MIDDLE ? [0] : at % 7 ? [1 + (at % MIDDLE)] : [1 + (at % MIDDLE), 1 + ((at * 3 + 1) % MIDDLE)];
      return [...new Set(above)].map((from) => ({ fromEntity: reference(from), toEntity: reference(at) }));
    });
    for (let at = 0; at < edges.length; at += BULK) {
      const answer = await world.client.put('/lineage/bulk', { edges: edges.slice(at, at + BULK) });
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    }
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  it('is laid out and drawn for less than three seconds of computing', async () => {
    const browser = page.context().browser() as Browser;
    const before = await rendererSeconds(browser);
    await page.goto(lineagePage(tableName(0)));
    await page.getByRole('link', { name: tableName(0), exact: true }).waitFor();
    await settled(page);
    const spent = (await rendererSeconds(browser)) - before;
    console.info(`${NODES} assets are on the page after ${spent.toFixed(2)} s of its computing`);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(CPU_SECONDS);
  });

  it('draws what is in sight, all of it from afar, and lists all as a table', async () => {
    const cards = page.locator('.graph-node');
    expect(await cards.count()).toBeLessThan(200);
    await page.getByRole('button', { name: 'Fit View' }).click();
    await cards.nth(NODES - 1).waitFor();
    expect(await cards.count()).toBe(NODES);
    await page.getByText('The same as a table').click();
    await page
      .getByRole('row')
      .filter({ hasText: tableName(NODES - 1) })
      .waitFor();
    expect(await page.getByRole('row').count()).toBe(NODES + 1);
  });
});
