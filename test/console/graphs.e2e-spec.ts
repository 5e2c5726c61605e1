import type { Page } from 'playwright-core';
import { missingShared } from '../support/shared-folder';
import { describeUnless } from '../support/unless-refused';
import { takePicture } from './support/check-page';
import { noChromium, settled } from './support/chromium';
import { ConsoleWorld } from './support/console-world';
import { fillGraph, type FilledGraph } from './support/fill-graph';
import { CHAIN_HEAD, DBT, dbtGraph, generatedGraph, tablesOf, type TableGraph } from './support/table-graph';

const ASSET_TABS = ['columns', 'tests', 'profile', 'versions', 'about'];
const SECTIONS = ['users', 'teams', 'roles', 'tokens', 'notifications', 'schedules', 'names', 'queues', 'audit'];
const TABS = ['Status', 'History', 'Terms', 'Versions', 'Impact', 'Document'];
/** Graphs that are looked at. */
const SAMPLES = 12;
/** What a page may take on this catalog, from its address to its last answer; on a quiet machine it is a tenth. */
const PATIENCE_MS = 15_000;

const GRAPHS: readonly (readonly [name: string, missing: string | undefined, graph: () => TableGraph])[] = [
  ['a generated graph', undefined, generatedGraph],
  ['a real dbt project', missingShared(DBT), dbtGraph],
];

for (const [name, missing, makeGraph] of GRAPHS) {
  describeUnless(noChromium ?? missing, `the console on ${name}`, () => {
    let world: ConsoleWorld;
    let page: Page;
    let filled: FilledGraph;
    const graph = missing ? undefined : makeGraph();

    beforeAll(async () => {
      world = await ConsoleWorld.open();
      filled = await fillGraph(world.client, graph!);
      page = await world.signedIn();
      page.setDefaultTimeout(PATIENCE_MS);
    });
    afterAll(() => world?.close());
    afterEach(() => expect(world.faults.take()).toEqual([]));

    const contractAddress = (fqn: string, tab = 'verdict') => `/contract?fqn=${encodeURIComponent(fqn)}&tab=${tab}`;

    /** In the place of a part that failed. */
    const fault = () => page.getByText(/Something went wrong|This could not be loaded/);

    it('shows the newest result of each contract and its history, whatever a pipeline pushed', async () => {
      const oneOfEach = new Map(filled.contracts.map((contract) => [contract.shape, contract.fullyQualifiedName]));
      for (const [shape, fqn] of oneOfEach) {
        for (const tab of ['verdict', 'history']) {
          await page.goto(contractAddress(fqn, tab));
          await page.getByRole('tabpanel').waitFor();
          await settled(page);
          expect([shape, tab, await fault().count()]).toEqual([shape, tab, 0]);
        }
      }
    });

    it('opens every tab of a contract whose newest result has all members that can be pushed', async () => {
      const { fullyQualifiedName } = filled.contracts.find(({ shape }) => shape === 'all members')!;
      await page.goto(contractAddress(fullyQualifiedName));
      for (const told of [
        'Found by the nightly pipeline.',
        'INC-2041',
        'The header has 2 columns.',
        'has another type',
      ])
        await page.getByText(told).first().waitFor();
      await takePicture(page, `pushed-members-${graph!.name}`, 'light');
      for (const tab of TABS) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await page.getByRole('tabpanel', { name: tab }).waitFor();
        await settled(page);
        expect([tab, await fault().count()]).toEqual([tab, 0]);
      }
    });

    it('shows in each lineage at once the asset that it is about', async () => {
      const tables = tablesOf(graph!);
      const samples = Array.from({ length: SAMPLES }, (_, at) => tables[Math.floor((at * tables.length) / SAMPLES)]!);
      for (const table of new Set([...samples, ...(tables.includes(CHAIN_HEAD) ? [CHAIN_HEAD] : [])])) {
        await page.goto(`/lineage?type=table&fqn=${filled.schema}.${table}&hops=6`);
        await page.locator('.graph-node-centre').first().waitFor();
        expect([table, await isInSight(page, '.graph-node-centre')]).toEqual([table, true]);
      }
      await takePicture(page, `lineage-${graph!.name}`, 'light');
    });

    it('fits into a window of 390 pixels, where only tables and the graph are wider', async () => {
      const { fullyQualifiedName } = filled.contracts.find(({ shape }) => shape === 'all members')!;
      const table = fullyQualifiedName.slice(0, fullyQualifiedName.indexOf('.dataContract_'));
      await page.setViewportSize({ width: 390, height: 844 });
      const wide: string[] = [];
      for (const address of [
        ...['/', '/contracts', '/coverage', '/search?q=id', `/search?q=${'stage'.repeat(12)}`, '/lineage'],
        ...TABS.map((tab) => contractAddress(fullyQualifiedName, tab.toLowerCase())),
        ...ASSET_TABS.map((tab) => `/asset?type=table&fqn=${table}&tab=${tab}`),
        ...[
          `/asset?type=databaseSchema&fqn=${filled.schema}`,
          `/new-contract?type=table&fqn=${filled.schema}.${filled.withoutContract}`,
        ],
        `/lineage?type=table&fqn=${table}`,
        ...SECTIONS.map((section) => `/administration?section=${section}`),
      ]) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await settled(page);
        wide.push(...(await widerThanWindow(page)).map((element) => `${address}: ${element}`));
      }
      await page.setViewportSize({ width: 1360, height: 860 });
      expect(wide).toEqual([]);
    });

    it('opens the pages about all of it', async () => {
      for (const address of ['/', '/contracts', '/coverage', '/search?q=id', '/administration']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await settled(page);
        expect([address, await fault().count()]).toEqual([address, 0]);
      }
    });
  });
}

/** Whether some of the element lies within the frame of the graph. */
function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const frame = document.querySelector('.react-flow').getBoundingClientRect();
    return [...document.querySelectorAll('${selector}')].some((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom;
    });
  })()`);
}

/** What makes the page scroll sideways, the outermost first; empty where it does not. */
function widerThanWindow(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isScrolled = (one) => one !== null && (getComputedStyle(one).overflowX !== 'visible' || isScrolled(one.parentElement));
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1 && !isScrolled(one.parentElement))
      .map((one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 40))
      .slice(0, 5);
  })()`);
}
