import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld } from '../../support/console-world';
import { CONNECTED, fillConnections, REFUSED, UNTESTED } from '../../support/fill-connections';
import { Keys } from '../../support/keys';

const CRAWLS = `/services/databaseServices/name/${CONNECTED}/crawls`;

/** The FQN of the table that the source has rows of. */
async function ordersOf({ client }: ConsoleWorld): Promise<string> {
  const { data } = await client.must<{ data: { fullyQualifiedName: string }[] }>('GET', '/tables?limit=1000');
  const found = data.find(({ fullyQualifiedName: fqn }) => fqn.startsWith(`${CONNECTED}.`) && fqn.endsWith('.orders'));
  return found?.fullyQualifiedName ?? '';
}

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
    await failed.getByText('SQL for the failing rows').click();
    await failed.getByText(/is null/i).waitFor();
    await runs().getByRole('button', { name: 'Fold Checks of orders' }).click();
    await checks.waitFor({ state: 'detached' });
  });

  it('sees a new run as it comes', async () => {
    await page.goto(`/connections?service=${CONNECTED}&kind=crawl`);
    await runs().getByText('Passed').first().waitFor();
    const before = await runs().getByRole('row').count();
    await world.client.post(`/services/databaseServices/name/${CONNECTED}/crawls`, undefined, { prefer: 'wait=60' });
    await page.reload();
    await runs().getByRole('row').nth(before).waitFor();
  });

  it('sets when it is crawled, is told at the field what is wrong, pauses it, removes it, and takes that back', async () => {
    const schedule = () => world.client.get<{ cron?: string }>(`${CRAWLS}/schedule`);
    const open = () => page.getByRole('button', { name: 'Edit the schedule of crawls' });
    const cron = page.getByRole('textbox', { name: 'Cron expression' });
    const save = page.getByRole('button', { name: 'Save the schedule' });
    await page.goto(`/connections?service=${CONNECTED}`);
    await open().click();
    await cron.fill('every day');
    world.faults.expect(/400/);
    await save.click();
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await cron.getAttribute('aria-invalid')).toBe('true');
    await checkState(page);
    await cron.fill('30 4 * * *');
    await save.click();
    await page.getByText(/^30 4 \* \* \* \(/).waitFor();
    expect((await schedule()).body).toMatchObject({ cron: '30 4 * * *', enabled: true });
    await open().click();
    await page.getByRole('switch', { name: 'Switched on' }).click();
    await save.click();
    await page.getByText(/, switched off$/).waitFor();
    expect((await schedule()).body).toMatchObject({ cron: '30 4 * * *', enabled: false });
    await open().click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Not scheduled').waitFor();
    expect((await schedule()).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText(/, switched off$/).waitFor();
    expect((await schedule()).body).toMatchObject({ cron: '30 4 * * *', enabled: false });
  });

  it('sets by keyboard when the checks of a table run, at its test cases', async () => {
    const fqn = await ordersOf(world);
    await page.goto(`/asset?type=table&fqn=${fqn}&tab=tests`);
    const keys = new Keys(page);
    await keys.press(page.getByRole('button', { name: 'Edit the schedule of checks' }));
    await keys.choose(page.getByRole('combobox', { name: 'Check' }), '', 'every hour');
    await keys.press(page.getByRole('switch', { name: 'Profile the table as well' }), 'Space');
    await keys.press(page.getByRole('button', { name: 'Save the schedule' }));
    await page.getByText(/^0 \* \* \* \* \(/).waitFor();
    await checkState(page);
    const { body } = await world.client.get(`/tables/name/${fqn}/checks/schedule`);
    expect(body).toMatchObject({ cron: '0 * * * *', profile: true, enabled: true });
  });

  it('tests a connection that nobody has tested, crawls it, and stops and resumes its reading', async () => {
    await page.goto(`/connections?service=${UNTESTED}`);
    await page.getByText('Not tested').first().waitFor();
    const access = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Data access' }) });
    await access.getByText('enabled', { exact: true }).waitFor();
    await checkState(page);
    const said = (text: string) =>
      page.getByRole('status', { name: 'What happened' }).getByText(text).first().waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await said('The connection is being tested.');
    await runs().getByRole('row').filter({ hasText: 'Passed' }).first().waitFor();
    await page.getByText('Connected').first().waitFor();
    await page.getByRole('button', { name: 'Crawl', exact: true }).focus();
    await page.keyboard.press('Enter');
    await said('The source is being crawled.');
    await access.getByRole('button', { name: 'Disable' }).click();
    await said('The source is not read.');
    await access.getByText('disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await access.getByText('enabled', { exact: true }).waitFor();
    const { enabled, limits } = await world.client.must<{ enabled: boolean; limits: object }>(
      'GET',
      `/services/databaseServices/name/${UNTESTED}/dataAccess`,
    );
    expect([enabled, limits]).toEqual([
      true,
      { connections: 1, connectSeconds: 10, statementSeconds: 30, runSeconds: 600 },
    ]);
  });

  it('gives data access to a service that has none', async () => {
    await page.goto('/connections?service=shop_warehouse');
    await page.getByRole('button', { name: 'Give access' }).waitFor();
    await checkState(page);
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
    await onlooker.getByText('Set by those who may have the source crawled').waitFor();
    expect(await onlooker.getByRole('button', { name: 'Edit the schedule of crawls' }).count()).toBe(0);
    await onlooker.context().close();
  });
});
