import type { Locator, Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { takePicture } from '../support/check-page';
import { noChromium } from '../support/chromium';
import { ConsoleWorld } from '../support/console-world';

describeUnless(noChromium, 'somebody who owns data', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn('demo_steward');
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const broken = () => page.locator('section').filter({ has: page.getByRole('heading', { name: /^Failing( \d|$)/ }) });

  it('is at the failed column with its reason after three clicks from the start page', async () => {
    await page.goto('/');
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks++;
    };
    await click(page.getByRole('link', { name: 'Mine' }));
    await click(broken().getByRole('link', { name: 'customers_contract' }));
    await page.getByRole('heading', { name: 'customers_contract', level: 1 }).waitFor();
    await page.getByRole('cell', { name: /email/ }).first().waitFor();
    await page.getByText(/INT/).first().waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
  });

  it('sees what is theirs alone, by the address, and everything again', async () => {
    await page.goto('/?mine=true');
    await broken().getByRole('link', { name: 'customers_contract' }).waitFor();
    // The table of that contract has no owner.
    expect(await broken().getByRole('link', { name: 'products_contract' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Coverage by domain' }).count()).toBe(0);
    await page.reload();
    const choice = page.getByRole('navigation', { name: 'Whose contracts' });
    await choice.locator('[aria-current]').waitFor();
    expect(await choice.locator('[aria-current]').allTextContents()).toEqual(['Mine']);
    await takePicture(page, 'start-of-owner', 'light');
    await page.getByText('All of mine').click();
    await page.getByRole('checkbox', { name: 'Only mine' }).and(page.locator(':checked')).waitFor();
    await page.getByRole('link', { name: 'customers_contract' }).waitFor();
    expect(await page.getByRole('link', { name: 'products_contract' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Only mine' }).uncheck();
    await page.getByRole('link', { name: 'products_contract' }).waitFor();
    await page.goto('/');
    await broken().getByRole('link', { name: 'products_contract' }).waitFor();
    expect(page.url()).not.toContain('mine');
  });

  it('sees what waits for them, as soon as something does', async () => {
    const fqn = 'shop_warehouse.shop.sales.customers.dataContract_customers_contract';
    const waiting = page.getByRole('table', { name: 'Waits for you' });
    await page.goto('/');
    await broken().getByRole('link', { name: 'customers_contract' }).waitFor();
    expect(await waiting.getByRole('link', { name: 'customers_contract' }).count()).toBe(0);
    const scope = { type: 'dataContract', fullyQualifiedName: fqn };
    await world.client.must('PUT', '/dataContracts/policies', { scope, incidents: { open: true } });
    const { id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${fqn}`);
    const result = { timestamp: Date.now(), contractExecutionStatus: 'Failed', result: 'Too few rows' };
    await world.client.must('PUT', `/dataContracts/${id}/results`, result);
    await page.reload();
    await waiting
      .getByRole('row', { name: /An incident/ })
      .getByRole('link', { name: 'customers_contract' })
      .waitFor();
    await takePicture(page, 'start-waits', 'light');
  });

  it('is told where nothing is theirs', async () => {
    const reader = await world.signedIn('reader');
    await reader.goto('/');
    await reader.getByRole('link', { name: 'Mine' }).focus();
    await reader.keyboard.press('Enter');
    await reader.getByRole('heading', { name: 'No contract is yours' }).waitFor();
    expect(await reader.getByText('All contracts that have run are passing').count()).toBe(0);
    await reader.context().close();
  });
});
