import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { describeUnless } from '../support/unless-refused';
import { violationsOf } from './support/accessibility';
import { takePicture } from './support/check-page';
import { noChromium, settled } from './support/chromium';
import { ConsoleWorld, lineagePage } from './support/console-world';
import { Keys } from './support/keys';

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

/** Texts of cards that reach beyond the padding of their card. */
const STICKS_OUT = `[...document.querySelectorAll('.graph-node')].flatMap((card) => {
  const right = card.getBoundingClientRect().right;
  return [...card.querySelectorAll('a, span, li')]
    .filter((part) => part.getBoundingClientRect().right > right - 1)
    .map((part) => part.textContent);
})`;

/** Types that are cut beside the status of their card. */
const CUT_TYPES = `[...document.querySelectorAll('.graph-node .row > .dimmed')]
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => part.textContent)`;

/** CPU seconds of all processes that draw pages. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const FOCUSED = `document.activeElement.querySelector('.visually-hidden')?.textContent ?? document.activeElement.textContent`;

/** Down along the cards of one level, till the focus is at the element. */
async function moveTo(page: Page, target: Locator): Promise<void> {
  // A card outside the view is not drawn.
  const isThere = async () =>
    (await target.count()) > 0 &&
    (await target.evaluate((element) => element.contains(element.ownerDocument.activeElement)));
  for (let steps = 0; steps < 2 * MIDDLE && !(await isThere()); steps++) {
    await page.keyboard.press('ArrowDown');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
  expect(await isThere()).toBe(true);
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

  const made = (path: string, body: object): Promise<{ id: string; name: string; fullyQualifiedName: string }> =>
    world.client.must('PUT', path, body);

  it('is laid out and drawn for less than three seconds of computing', async () => {
    const browser = page.context().browser() as Browser;
    const before = await rendererSeconds(browser);
    await page.goto(`${lineagePage(tableName(0))}&hops=2&unfold=all`);
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
    await page.getByText('Show as table').click();
    await page
      .getByRole('row')
      .filter({ hasText: tableName(NODES - 1) })
      .waitFor();
    expect(await page.getByRole('row').count()).toBe(NODES + 1);
  });

  it('begins with one level, and unfolds the fan by twelve, from both by keys', async () => {
    const keys = new Keys(page);
    const cards = page.locator('.graph-node');
    const table = page.getByRole('row');
    const count = (shown: number, folded: number) =>
      page.getByRole('status').getByText(`${shown} assets shown, ${folded} folded`, { exact: true }).waitFor();
    await page.goto(lineagePage(tableName(0)));
    await count(13, 28);
    await page.getByText('Show as table').click();
    await table.nth(13).waitFor();
    expect(await table.count()).toBe(14);
    await keys.to(cards.getByRole('link', { name: tableName(0), exact: true }));
    await page.keyboard.press('ArrowRight');
    const fold = page.getByRole('group', { name: `28 more downstream of ${tableName(0)}` });
    await moveTo(page, fold);
    await page.keyboard.press('Enter');
    await count(25, 16);
    await eventually(
      () => page.evaluate(FOCUSED),
      (name) => name === tableName(13),
    );
    await page.goBack();
    await count(13, 28);
    await page.goForward();
    await page.reload();
    await count(25, 16);
    expect(await violationsOf(page)).toEqual([]);
  });

  it('expands a card and collapses it, and keeps both in the address', async () => {
    await page.goto(lineagePage(tableName(1)));
    const status = page.getByRole('status').getByText(/shown/);
    const first = await status.textContent();
    const [shown = 0, folded = 0] = (first?.match(/\d+/g) ?? []).map(Number);
    const side = (act: string, name: string) =>
      page.getByRole('button', { name: new RegExp(`^${act} downstream of ${name}`) });
    await side('Collapse', tableName(1)).click();
    await page.getByText('2 assets shown', { exact: true }).waitFor();
    await page.reload();
    await side('Expand', tableName(1)).click();
    await page.getByText(first ?? '', { exact: true }).waitFor();
    // Nothing is known of what else is made of the table above, till it is asked for.
    await side('Expand', tableName(0)).click();
    const all = page.getByText(`${shown + 12} assets shown, ${folded + 27} folded`, { exact: true });
    await all.waitFor();
    await page.reload();
    await all.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goBack();
    await page.getByText(first ?? '', { exact: true }).waitFor();
  });

  it('shows names, types and statuses within their cards, however long they are', async () => {
    const long = 'fct_monthly_recurring_revenue_by_customer_segment_and_subscription_plan';
    const columns = [{ name: `${long}_in_euro`, dataType: 'DECIMAL' }];
    await world.client.must('PUT', '/services/dashboardServices', { name: 'boards', serviceType: 'Superset' });
    const model = { name: `${long}_model`, service: 'boards', dataModelType: 'SupersetDataset', columns };
    const assets = [{ type: 'dashboardDataModel', ...(await made('/dashboard/datamodels', model)) }];
    for (const state of ['none', 'unrun', 'Success', 'Failed', 'Aborted', 'PartialSuccess']) {
      const table = await made('/tables', { name: `${long}_${state}`, databaseSchema: SCHEMA, columns });
      assets.push({ type: 'table', ...table });
    }
    for (const { type, id, name } of assets) {
      const state = type === 'table' ? name.slice(long.length + 1) : 'PartialSuccess';
      if (state === 'none') continue;
      const contract = await made('/dataContracts', { name: `${name}_contract`, entity: { id, type } });
      if (state !== 'unrun')
        await world.client.must('PUT', `/dataContracts/${contract.id}/results`, {
          ...{ timestamp: Date.now(), contractExecutionStatus: state },
        });
    }
    const [first, ...others] = assets.map(({ type, id, fullyQualifiedName: fqn }) => ({ type, id, fqn }));
    for (const one of others) {
      const column = (of: typeof one): string => `${of.fqn}.${columns[0]!.name}`;
      await world.client.must('PUT', '/lineage', {
        edge: {
          fromEntity: { id: first!.id, type: first!.type },
          toEntity: { id: one.id, type: one.type },
          lineageDetails: { columnsLineage: [{ fromColumns: [column(first!)], toColumn: column(one) }] },
        },
      });
    }
    await world.client.get('/search/query?q=*&size=0&refresh=true');
    await page.goto(`/lineage?type=${first!.type}&fqn=${encodeURIComponent(first!.fqn)}&columns=true`);
    const cards = page.locator('.graph-node');
    await cards.nth(assets.length - 1).waitFor();
    for (const status of ['No run yet', 'Passing', 'Failing', 'Aborted', 'Some checks failing', 'no contract'])
      await cards.getByText(status, { exact: true }).first().waitFor();
    await cards
      .getByText(columns[0]!.name)
      .nth(assets.length - 1)
      .waitFor();
    await settled(page);
    await takePicture(page, 'lineage-long-names', 'light');
    expect(await page.evaluate(STICKS_OUT)).toEqual([]);
    expect(await page.evaluate(CUT_TYPES)).not.toContain('Table');
    expect(await page.evaluate('document.querySelector("h1").getBoundingClientRect().right <= innerWidth')).toBe(true);
    expect(await page.evaluate('document.querySelector("h1").scrollWidth <= innerWidth')).toBe(true);
  });
});
