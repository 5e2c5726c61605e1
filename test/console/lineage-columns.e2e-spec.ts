import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { describeUnless } from '../support/unless-refused';
import { checkState } from './support/check-state';
import { noChromium, settled } from './support/chromium';
import { ConsoleWorld, lineagePage } from './support/console-world';
import { takePicture } from './support/check-page';
import { Keys } from './support/keys';

const SCHEMA = 'shop_warehouse.shop.sales';
/** A table, and what is made of it: with it, as many cards as a graph of the specification has. */
const HUB = 'hub';
const LEAVES = 87;
/** As long as names of models are. */
const leaf = (at: number): string =>
  `fct_monthly_recurring_revenue_by_customer_segment_and_subscription_plan_of_the_european_branches_${String(at).padStart(3, '0')}`;
const CHAIN = ['raw', 'clean', 'joined', 'reported'];
/** The smallest text that can be read. */
const LEAST_PIXELS = 9;

/** Heights of the texts of cards in the window, in pixels. */
const TEXT_SIZES = `(() => {
  const { a: zoom } = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform);
  return [...document.querySelectorAll('.react-flow__node *')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
    .map((one) => parseFloat(getComputedStyle(one).fontSize) * zoom);
})()`;

/** Whether the marked card lies in the frame of the graph. */
const CHOSEN_IN_SIGHT = `(() => {
  const frame = document.querySelector('.react-flow').getBoundingClientRect();
  const card = document.querySelector('.graph-node-chosen')?.getBoundingClientRect();
  return card !== undefined && card.left >= frame.left && card.right <= frame.right && card.top >= frame.top && card.bottom <= frame.bottom;
})()`;

describeUnless(noChromium, 'a lineage of columns, and one of 88 cards', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const columns = ['id', 'amount', 'note'].map((name) => ({ name, dataType: 'BIGINT' }));
    const leaves = Array.from({ length: LEAVES }, (_, at) => leaf(at));
    const tables = [HUB, ...leaves, ...CHAIN].map((name) => ({ name, databaseSchema: SCHEMA, columns }));
    expect(await world.client.put('/tables/bulk', tables)).toMatchObject({ status: 200, body: { status: 'success' } });
    const end = (name: string) => ({ type: 'table', fullyQualifiedName: `${SCHEMA}.${name}` });
    const edge = (from: string, to: string, details: object = {}) => ({
      fromEntity: end(from),
      toEntity: end(to),
      lineageDetails: details,
    });
    const pair = (from: string, to: string, column: string, by?: string) => ({
      fromColumns: [`${SCHEMA}.${from}.${column}`],
      toColumn: `${SCHEMA}.${to}.${column}`,
      ...(by !== undefined && { function: by }),
    });
    const edges = [
      ...leaves.map((name) => edge(HUB, name)),
      edge('raw', 'clean', {
        columnsLineage: [pair('raw', 'clean', 'amount', 'abs(amount)'), pair('raw', 'clean', 'id')],
      }),
      edge('clean', 'joined', { columnsLineage: [pair('clean', 'joined', 'amount')], description: 'by day' }),
      edge('joined', 'reported', { columnsLineage: [pair('joined', 'reported', 'amount', 'sum(amount)')] }),
    ];
    await world.client.must('PUT', '/lineage/bulk', { edges });
    page = await world.signedIn();
  });
  afterAll(() => world?.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const card = (name: string) =>
    page.locator('.react-flow__node').filter({ has: page.getByRole('link', { name, exact: true }) });
  const column = (table: string, name: string) => card(table).getByRole('button', { name, exact: true });
  const path = () => page.getByRole('region', { name: 'Path of the column' });
  const reset = async () => {
    await page.setViewportSize({ width: 1360, height: 860 });
  };

  it('has texts of nine pixels at least, in a window of 390 pixels as well', async () => {
    for (const width of [1360, 390]) {
      await page.setViewportSize({ width, height: 860 });
      await page.goto(`${lineagePage(HUB)}&unfold=all`);
      await page.getByText(`${LEAVES + 1} assets shown`, { exact: true }).waitFor();
      await card(HUB).waitFor();
      await settled(page);
      const sizes: number[] = await page.evaluate(TEXT_SIZES);
      expect(sizes.length).toBeGreaterThan(3);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(LEAST_PIXELS);
      await takePicture(page, `lineage-88-cards-${width}`, 'light');
    }
    await reset();
  });

  it('finds a card in a folded fan by a part of its long name, brings it into view and says what it is', async () => {
    await page.goto(lineagePage(HUB));
    await page.getByText(/^13 assets shown, 75 folded$/).waitFor();
    const box = page.getByRole('textbox', { name: 'Find in the graph' });
    await box.fill('Revenue_by');
    await page.getByText(`${LEAVES} found`, { exact: true }).waitFor();
    await box.fill('branches_077');
    await page.getByText('1 found', { exact: true }).waitFor();
    await box.press('Enter');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const panel = page.getByRole('region', { name: 'Chosen card' });
    await panel.getByRole('link', { name: 'Open asset' }).waitFor();
    await panel.getByText('No owner').waitFor();
    await panel.getByText('No contract yet').waitFor();
    await card(leaf(77)).waitFor();
    expect(await page.evaluate(CHOSEN_IN_SIGHT)).toBe(true);
    // Cut in the middle: its end is there.
    expect(await card(leaf(77)).locator('.path-end').first().textContent()).toBe(leaf(77).slice(-12));
    await takePicture(page, 'lineage-chosen-card', 'light');
    await checkState(page);
    await page.reload();
    await panel.waitFor();
    await panel.getByRole('link', { name: 'Start here' }).click();
    await page.getByRole('heading', { name: `Lineage of ${leaf(77)}` }).waitFor();
    await page.goBack();
    await panel.waitFor();
    await panel.getByRole('button', { name: 'Close the panel' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  it('shows the whole path of a column, farther than the levels, and leaves it', async () => {
    await page.goto(lineagePage('clean'));
    await card('joined').waitFor();
    expect(await card('reported').count()).toBe(0);
    await card('clean').getByRole('button', { name: '2 columns of clean' }).click();
    await column('clean', 'amount').click();
    await page.getByText('4 assets shown', { exact: true }).waitFor();
    await path().getByText('1 column upstream, 2 columns downstream', { exact: true }).waitFor();
    expect(await path().getByRole('list', { name: 'Comes from' }).getByRole('listitem').allTextContents()).toEqual([
      'raw.amount → clean.amountabs(amount)',
    ]);
    expect(await path().getByRole('list', { name: 'Goes to' }).getByRole('listitem').allTextContents()).toEqual([
      'clean.amount → joined.amountby day',
      'joined.amount → reported.amountsum(amount)',
    ]);
    await page.getByRole('button', { name: 'Fit View' }).click();
    await card('reported').waitFor();
    for (const table of CHAIN) expect(await column(table, 'amount').count()).toBe(1);
    expect(await column('clean', 'amount').getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.graph-line-lit').count()).toBe(3);
    await takePicture(page, 'lineage-column-path', 'light');
    await page.reload();
    await page.getByText('4 assets shown', { exact: true }).waitFor();
    await checkState(page);
    await path().getByRole('button', { name: 'Leave the path' }).click();
    await page.getByText('3 assets shown', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('4 assets shown', { exact: true }).waitFor();
  });

  it('goes along lines between columns by keys', async () => {
    const keys = new Keys(page);
    const isAt = (table: string) =>
      column(table, 'amount').evaluate((element) => element === element.ownerDocument.activeElement);
    await page.goto(`${lineagePage('clean')}&columns=true`);
    await keys.to(column('clean', 'amount'));
    await page.keyboard.press('ArrowLeft');
    expect(await isAt('raw')).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await isAt('joined')).toBe(true);
    await page.keyboard.press('Enter');
    await path().getByText('2 columns upstream, 1 column downstream', { exact: true }).waitFor();
    await page.getByText('4 assets shown', { exact: true }).waitFor();
    await eventually(() => isAt('joined'));
    await page.keyboard.press('ArrowUp');
    expect(
      await card('joined')
        .getByRole('link')
        .evaluate((link) => link === link.ownerDocument.activeElement),
    ).toBe(true);
  });

  it('says what its signs mean', async () => {
    await page.getByText('Legend', { exact: true }).click();
    await page.getByText('the path of the chosen column', { exact: true }).waitFor();
    await checkState(page);
  });
});
