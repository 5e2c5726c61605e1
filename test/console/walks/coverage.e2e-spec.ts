import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { noChromium } from '../support/chromium';
import { ConsoleWorld } from '../support/console-world';
import { Keys } from '../support/keys';

describeUnless(noChromium, 'somebody who leads a domain', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const figure = (label: string) =>
    page
      .getByRole('term')
      .filter({ hasText: label })
      .locator('xpath=following-sibling::dd[1]')
      .textContent()
      .then((text) => Number(text));

  it('sees on one page which assets have a contract, how many hold, and how that went', async () => {
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Coverage' }).click();
    await page.getByRole('heading', { name: 'Coverage', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'The last 30 days' }).waitFor();
    await page.getByRole('table').first().getByRole('link', { name: 'sales', exact: true }).click();
    await page.getByRole('heading', { name: 'Coverage of sales' }).waitFor();
    await page.getByText('Assets', { exact: true }).first().waitFor();
    const [assets, contracts, holding, failing] = [
      await figure('Assets'),
      await figure('With a contract'),
      await figure('Passing contracts'),
      await figure('Failing contracts'),
    ];
    expect(contracts).toBeGreaterThan(0);
    expect(holding + failing).toBeLessThanOrEqual(contracts);

    const listed = page.getByRole('region', { name: 'Assets' });
    await listed.getByText(`${assets} in all`).waitFor();
    for (const [choice, count] of [
      ['With a contract', contracts],
      ['Without a contract', assets - contracts],
      ['Passing', holding],
      ['Failing', failing],
    ] as const) {
      await listed.getByText(choice, { exact: true }).click();
      await (count === 0 ? listed.getByText('No asset is like that') : listed.getByText(`${count} in all`)).waitFor();
    }
    expect(page.url()).toMatch(/domain=sales.*show=failing/);
    await page.reload();
    await listed.getByText(`${failing} in all`).waitFor();
    expect(await listed.getByRole('row').count()).toBe(failing + 1);
  });

  it('reads the trend as a table, which ends with what is so now', async () => {
    const databaseSchema = 'shop_warehouse.shop.sales';
    const table = { name: 'vouchers', databaseSchema, columns: [{ name: 'id', dataType: 'BIGINT' }] };
    const { body: asset } = await world.client.put<{ id: string }>('/tables?refresh=wait_for', table);
    const { body: contract } = await world.client.post<{ id: string }>('/dataContracts', {
      name: 'vouchers_contract',
      entity: { id: asset.id, type: 'table' },
    });
    const say = (daysAgo: number, contractExecutionStatus: string) =>
      world.client.put(`/dataContracts/${contract.id}/results`, {
        timestamp: Date.now() - daysAgo * 86_400_000,
        contractExecutionStatus,
      });
    await page.goto('/coverage?domain=sales');
    const trend = page.getByRole('region', { name: 'The last 30 days' });
    await new Keys(page).press(trend.getByText('Show as table'));
    const rows = trend.getByRole('row');
    expect(await rows.count()).toBe(31);
    const day = async (daysAgo: number) => {
      const [name, held, failed] = await rows
        .nth(daysAgo + 1)
        .getByRole('cell')
        .allTextContents();
      return { name, held: Number(held), failed: Number(failed) };
    };
    const now = { held: await figure('Passing contracts'), failed: await figure('Failing contracts') };
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now());
    expect(await day(0)).toEqual({ name: today, ...now });
    const [before, after] = [await day(3), await day(2)];
    expect((await say(3, 'Failed')).status).toBeLessThan(300);
    expect((await say(2, 'Success')).status).toBeLessThan(300);
    await rows
      .nth(1)
      .getByRole('cell')
      .nth(1)
      .filter({ hasText: String(now.held + 1) })
      .waitFor();
    expect(await day(3)).toEqual({ ...before, failed: before.failed + 1 });
    expect(await day(2)).toEqual({ ...after, held: after.held + 1 });
    expect(await day(0)).toEqual({ ...now, name: today, held: now.held + 1 });
  });

  it('reads that a domain or a service is not there, and no figures of it', async () => {
    world.faults.expect(/404/);
    for (const scope of ['domain', 'service']) {
      await page.goto(`/coverage?${scope}=nowhere`);
      await page.getByRole('heading', { name: 'Not found' }).waitFor();
      expect(await page.getByText('With a contract').count()).toBe(0);
    }
  });

  it('sees the assets of a service as well', async () => {
    await page.goto('/coverage?service=shop_warehouse');
    await page.getByText('With a contract').first().waitFor();
    const assets = await figure('Assets');
    expect(assets).toBeGreaterThan(0);
    await page.getByRole('region', { name: 'Assets' }).getByText(`${assets} in all`).waitFor();
    await checkState(page);
  });
});
