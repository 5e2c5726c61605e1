import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium, settled } from '../support/chromium';
import { ConsoleWorld } from '../support/console-world';

const COUNTS = '/api/v1/dataContracts/statusCounts';
const RISKS = '/api/v1/dataContracts/slaRisks';
/** Least time between two looks at sums while events come, less what the second one waits for the first answer. */
const LEAST_PAUSE_MS = 9_000;

describeUnless(noChromium, 'the start page beside results that come in', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());

  const asksFor = (path: string) => page.waitForRequest((request) => new URL(request.url()).pathname === path);

  async function push(): Promise<void> {
    const fqn = 'shop_warehouse.shop.sales.orders.dataContract_orders_contract';
    const { id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${fqn}`);
    const result = { timestamp: Date.now(), contractExecutionStatus: 'Failed', result: 'Too few rows' };
    await world.client.must('PUT', `/dataContracts/${id}/results`, result);
  }

  it('asks for sums again at most every ten seconds, and for what is due soon on open alone', async () => {
    let risks = 0;
    page.on('request', (request) => (risks += new URL(request.url()).pathname === RISKS ? 1 : 0));
    await page.goto('/');
    await page.getByRole('heading', { name: 'SLA at risk' }).waitFor();
    await settled(page);
    const first = asksFor(COUNTS);
    await push();
    await first;
    const since = performance.now();
    const second = asksFor(COUNTS);
    await push();
    await second;
    expect(performance.now() - since).toBeGreaterThan(LEAST_PAUSE_MS);
    await page.getByRole('listitem').filter({ hasText: 'Too few rows' }).first().waitFor();
    expect(risks).toBe(1);
    expect(world.faults.take()).toEqual([]);
  });
});
