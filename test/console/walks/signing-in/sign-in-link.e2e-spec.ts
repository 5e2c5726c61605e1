import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../../../support/eventually';
import { describeUnless } from '../../../support/unless-refused';
import { violationsOf } from '../../support/accessibility';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld } from '../../support/console-world';

const PASSWORD = randomBytes(12).toString('base64url');
const EXCHANGE = /tickets\/exchange$/;

describeUnless(noChromium, 'a link that signs in once', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    for (const name of ['reader', 'writer'])
      await world.client.post('/users', { name, email: `${name}@example.com`, password: PASSWORD });
  });
  afterAll(() => world?.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
  /** The menu closes when a tab becomes that of another session, and so is opened until it says the name. */
  const signedInAs = async (page: Page, name: string): Promise<void> => {
    const says = page.getByText(`Signed in as ${name}`);
    await eventually(async () => {
      await page.getByRole('button', { name: 'Account and appearance' }).click();
      const isShown = await says.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      await page.keyboard.press('Escape');
      return isShown;
    });
  };
  /** What the cookie of the browser is worth, asked without the browser. */
  const cookieStatus = async (cookies: Awaited<ReturnType<BrowserContext['cookies']>>): Promise<number> => {
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-session': 'cookie', origin: world.service.baseUrl };
    return (await fetch(`${world.service.baseUrl}/api/v1/users/refresh`, { method: 'POST', headers })).status;
  };
  const cookiesOf = (page: Page) => page.context().cookies(`${world.service.baseUrl}/api/v1/users/refresh`);

  it('asks before it replaces somebody who is signed in, and leaves the address at once', async () => {
    const page = await world.signedIn('reader');
    const link = `/contracts?latest=Failed#ticket=${await world.ticket('writer')}`;
    await page.goto('/coverage');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Switch to writer?' }).waitFor();
    await page.getByText('You are signed in as reader. This link signs in writer').waitFor();
    expect(page.url()).not.toContain('ticket');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay signed in as reader' }).click();
    await page.getByRole('link', { name: 'payments_contract' }).waitFor();
    expect(page.url()).toBe(`${world.service.baseUrl}/contracts?latest=Failed`);
    await signedInAs(page, 'reader');
    await page.reload();
    await signedInAs(page, 'reader');
    // The link was not used up by the question.
    await page.goto(link);
    await page.getByRole('button', { name: 'Switch' }).click();
    await page.getByRole('link', { name: 'payments_contract' }).waitFor();
    await signedInAs(page, 'writer');
    await page.context().close();
  });

  it('ends the session that it replaces, also in other tabs, which become those of the new one', async () => {
    const page = await world.signedIn('reader');
    const other = await page.context().newPage();
    world.faults.watch(other);
    await other.goto('/contracts');
    await signedInAs(other, 'reader');
    const before = await cookiesOf(page);
    // In a tab that is open nothing changes but the part of the address behind #.
    await page.evaluate(`location.hash = '#ticket=${await world.ticket('writer')}'`);
    await page.getByRole('button', { name: 'Switch' }).click();
    await pages(page).waitFor();
    await signedInAs(page, 'writer');
    expect(await cookieStatus(before)).toBe(401);
    world.faults.expect(/401/);
    await other.getByRole('link', { name: 'Coverage' }).click();
    await signedInAs(other, 'writer');
    await page.context().close();
  });

  it('signs in once though the answer to its exchange is lost', async () => {
    const page = await world.visitor();
    let lost = 0;
    await page.route(EXCHANGE, async (route) => {
      if (lost > 0) return route.continue();
      lost = (await route.fetch()).status();
      return route.abort();
    });
    world.faults.expect(/ERR_FAILED/);
    await page.goto(`/contracts#ticket=${await world.ticket('reader')}`);
    await page.getByText('The service does not answer.').waitFor();
    expect(lost).toBe(200);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
    await signedInAs(page, 'reader');
    await page.context().close();
  });

  it('says why it does not serve, and keeps who is signed in', async () => {
    const ticket = await world.ticket('writer');
    const first = await world.visitor();
    await first.goto(`/#ticket=${ticket}`);
    await pages(first).waitFor();
    world.faults.expect(/401/);
    const login = await world.client.post<{ refreshToken: string }>('/users/login', {
      email: 'writer',
      password: Buffer.from(PASSWORD).toString('base64'),
    });
    const page = await world.signedIn('reader');
    for (const wrong of [ticket, login.body.refreshToken]) {
      await page.goto('/coverage');
      await page.goto(`/#ticket=${wrong}`);
      await page.getByText('This link signs in no more.').waitFor();
      await page.getByRole('button', { name: 'Stay signed in as reader' }).click();
      await pages(page).waitFor();
      await signedInAs(page, 'reader');
    }
    await Promise.all([first, page].map((each) => each.context().close()));
  });

  it('leaves no session where a sign-out was not heard, once the service is reached', async () => {
    const page = await world.signedIn('reader');
    const other = await page.context().newPage();
    world.faults.watch(other);
    await other.goto('/contracts');
    await pages(other).waitFor();
    await page.route(/users\/logout$/, (route) => route.abort());
    world.faults.expect(/ERR_FAILED/);
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('The service did not answer when you signed out.').waitFor();
    // Other tabs are out as well.
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const cookies = await cookiesOf(page);
    await page.unroute(/users\/logout$/);
    await page.goto('/contracts');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByText('The service did not answer when you signed out.').count()).toBe(0);
    expect(await cookieStatus(cookies)).toBe(401);
    expect(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }]')).toEqual([
      expect.not.objectContaining({ 'catalog.session': expect.anything() as unknown }),
      expect.anything(),
    ]);
    await page.context().close();
  });
});
