import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { OidcProvider } from '../../../support/oidc-provider';
import { describeUnless } from '../../../support/unless-refused';
import { violationsOf } from '../../support/accessibility';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld } from '../../support/console-world';

const PASSWORD = randomBytes(12).toString('base64url');

describeUnless(noChromium, 'somebody who signs in', () => {
  let world: ConsoleWorld;
  let page: Page;
  let provider: OidcProvider;

  beforeAll(async () => {
    provider = await OidcProvider.start();
    world = await ConsoleWorld.open({ JWT_ISSUERS: JSON.stringify([provider.entry()]) });
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com', password: PASSWORD });
    page = await world.signedIn();
  });
  afterAll(() => Promise.all([world.close(), provider.stop()]));
  afterEach(() => expect(world.faults.take()).toEqual([]));

  it('comes by a printed link, and stays signed in over a reload', async () => {
    expect(page.url()).toBe(`${world.service.baseUrl}/`);
    await page.reload();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('is told that a link was used or is over, and how to come by a new one', async () => {
    const visitor = await world.visitor();
    world.faults.expect(/401/);
    await visitor.goto('/contracts#ticket=of-yesterday');
    await visitor.getByText('This link signs in no more.').waitFor();
    await visitor.getByText('npm run -s token -- --link').waitFor();
    expect(await violationsOf(visitor)).toEqual([]);
    await visitor.goto(`/contracts#ticket=${await world.ticket()}`);
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'Contracts' }).waitFor();
    await visitor.context().close();
  });

  it('signs in with a password, is told when it is wrong, and gets where the link led', async () => {
    const visitor = await world.visitor();
    await visitor.goto('/contracts?latest=Failed');
    await visitor.getByLabel('E-mail address or name').fill('reader');
    await visitor.locator('input[type=password]').fill('wrong password');
    world.faults.expect(/401/);
    await visitor.keyboard.press('Enter');
    await visitor
      .getByRole('alert')
      .getByText(/password is wrong/)
      .waitFor();
    await visitor.locator('input[type=password]').fill(PASSWORD);
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('link', { name: 'payments_contract' }).waitFor();
    expect(visitor.url()).toContain('/contracts?latest=Failed');
    await visitor.getByRole('link', { name: 'payments_contract' }).click();
    await visitor.getByRole('heading', { name: 'payments_contract' }).waitFor();
    await visitor.getByText('owners is empty').waitFor();
    // A reader may look, and not validate.
    expect(await visitor.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await visitor.getByRole('button', { name: 'Account and appearance' }).click();
    await visitor.getByRole('menuitem', { name: 'Sign out' }).click();
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await visitor.goto('/contracts');
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await visitor.context().close();
  });

  it('signs in with an outside issuer, and gets where the link led', async () => {
    provider.claims = { email: 'reader@example.com' };
    world.faults.expect(/request to http:\/\/127\.0\.0\.1:\d+\/(authorize|decide)/);
    const visitor = await world.visitor();
    await visitor.goto('/contracts?latest=Failed');
    await visitor.getByRole('button', { name: 'Sign in with Example' }).click();
    await visitor.getByRole('link', { name: 'Cancel' }).click();
    world.faults.expect(/401/);
    await visitor.getByRole('alert').getByText('Example refused the sign-in: The person said no').waitFor();
    expect(visitor.url()).toBe(`${world.service.baseUrl}/sign-in/return`);
    await visitor.goto('/contracts?latest=Failed');
    await visitor.getByRole('button', { name: 'Sign in with Example' }).focus();
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('link', { name: 'Continue' }).click();
    await visitor.getByRole('link', { name: 'payments_contract' }).waitFor();
    expect(visitor.url()).toBe(`${world.service.baseUrl}/contracts?latest=Failed`);
    await visitor.reload();
    await visitor.getByRole('link', { name: 'payments_contract' }).waitFor();
    await visitor.getByRole('button', { name: 'Account and appearance' }).click();
    await visitor.getByRole('menuitem', { name: 'Sign out' }).click();
    await visitor.getByText('You are signed out here, and still signed in at Example.').waitFor();
    expect(await violationsOf(visitor)).toEqual([]);
    world.faults.expect(/request to http:\/\/127\.0\.0\.1:\d+\/sign-out/);
    await visitor.getByRole('link', { name: 'Sign out at Example as well' }).click();
    await visitor.getByRole('button', { name: 'Sign in with Example' }).waitFor();
    expect(visitor.url()).toBe(`${world.service.baseUrl}/sign-in`);
    expect(provider.signedOut.map((query) => query.get('client_id'))).toEqual(['catalog-console']);
    expect(await visitor.getByText('still signed in at Example').count()).toBe(0);
    await visitor.context().close();
  });

  it('has no button for an issuer where none is configured', async () => {
    const bare = await ConsoleWorld.open();
    const visitor = await bare.visitor();
    const answered = visitor.waitForResponse(/login\/issuers$/);
    await visitor.goto('/sign-in');
    expect(await (await answered).json()).toEqual({ data: [] });
    expect(await visitor.getByRole('button', { name: /Sign in with/ }).count()).toBe(0);
    await bare.close();
  });
});
