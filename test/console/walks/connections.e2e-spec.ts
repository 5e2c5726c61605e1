import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium } from '../support/chromium';
import { ConsoleWorld } from '../support/console-world';
import { CONNECTED, fillConnections, REFUSED } from '../support/fill-connections';

describeUnless(noChromium, 'somebody who looks after connections', () => {
  let world: ConsoleWorld;
  let page: Page;
  let drop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    drop = await fillConnections(world);
    page = await world.signedIn();
  });
  afterAll(async () => {
    await world?.close();
    await drop?.();
  });
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const services = () => page.getByRole('table', { name: 'Database services' });
  const names = () => services().getByRole('row').getByRole('link').allTextContents();
  const runs = () => page.getByRole('table', { name: 'Runs' });

  it('sees which sources can be read, and sorts them', async () => {
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await services().getByRole('row').filter({ hasText: CONNECTED }).getByText('Connected').waitFor();
    await services().getByRole('row').filter({ hasText: REFUSED }).getByText('Failed').waitFor();

    const heading = services().getByRole('columnheader', { name: 'Service' });
    expect(await heading.getAttribute('aria-sort')).toBe('none');
    await heading.getByRole('button').click();
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    const ascending = await names();
    expect(ascending).toEqual([...ascending].sort());
    await heading.getByRole('button').press('Enter');
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    expect(await names()).toEqual(ascending.toReversed());
    // A service that was never crawled stands last either way.
    const crawled = services().getByRole('columnheader', { name: 'Crawled' }).getByRole('button');
    for (let turn = 0; turn < 2; turn += 1) {
      await crawled.click();
      expect((await names())[0]).toBe(CONNECTED);
    }
  });

  it('reads why a login was refused, and what to do', async () => {
    await page.goto('/connections');
    await services().getByRole('link', { name: REFUSED }).click();
    await page.getByRole('heading', { name: REFUSED, level: 1 }).waitFor();
    await page.getByText('What to do:').first().waitFor();
    await page.getByText('connection.config.authType.password').first().waitFor();
    await page.getByRole('term').filter({ hasText: 'SQL of tests' }).waitFor();
    expect(await runs().getByRole('row').count()).toBe(2);
  });

  it('finds the check that fails, and the rows that it fails for', async () => {
    await page.goto(`/connections?service=${CONNECTED}`);
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Checks' }).click();
    await runs().getByText('2 checks, 1 failed').waitFor();
    expect(page.url()).toContain('kind=check');
    await runs().getByRole('button', { name: 'Unfold Checks of orders' }).press('Enter');
    const checks = page.getByRole('table', { name: 'Checks' });
    const failed = checks.getByRole('row').filter({ hasText: 'amount_is_there' });
    await failed.getByText('Failed').waitFor();
    await failed.getByText('Rows that fail').click();
    await failed.getByText(/is null/i).waitFor();
    await runs().getByRole('button', { name: 'Fold Checks of orders' }).click();
    await checks.waitFor({ state: 'detached' });
  });

  it('sees a new run as it comes', async () => {
    await page.goto(`/connections?service=${CONNECTED}&kind=crawl`);
    await runs().getByText('Success').first().waitFor();
    const before = await runs().getByRole('row').count();
    await world.client.post(`/services/databaseServices/name/${CONNECTED}/crawls`, undefined, { prefer: 'wait=60' });
    await page.reload();
    await runs().getByRole('row').nth(before).waitFor();
  });

  it('fits into a window of 390 pixels, where only tables are wider', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/connections?service=${CONNECTED}`);
    await runs().getByRole('button', { name: 'Unfold Crawl of live_shop' }).first().click();
    await page.getByText('Asked for').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1360, height: 860 });
  });

  it('leaves out what somebody may not see', async () => {
    await world.client.post('/users', { name: 'onlooker', email: 'onlooker@example.com' });
    const onlooker = await world.signedIn('onlooker');
    await onlooker.goto(`/connections?service=${CONNECTED}`);
    await onlooker.getByText('Connected').waitFor();
    await onlooker.getByRole('table', { name: 'Runs' }).getByText('Crawl').first().waitFor();
    expect(await onlooker.getByRole('heading', { name: 'Data access' }).count()).toBe(0);
    await onlooker.context().close();
  });
});
