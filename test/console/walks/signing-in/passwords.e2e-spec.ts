import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { holder } from '../../../e2e/identity/identity-world';
import { describeUnless } from '../../../support/unless-refused';
import { violationsOf } from '../../support/accessibility';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld } from '../../support/console-world';

const newPassword = (): string => randomBytes(12).toString('base64url');

describeUnless(noChromium, 'a new password', () => {
  let world: ConsoleWorld;
  let page: Page;
  const first = newPassword();

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com', password: first });
    page = await world.signedIn('reader');
  });
  afterAll(() => world?.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const fill = (label: string, text: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(text);
  const statusOf = async (token: string) => (await holder(world.service, token).get('/tables?limit=0')).status;
  const tokenOf = async (): Promise<string> => {
    const query = '/users/security/token?username=reader';
    const asked = { tokenName: `script ${newPassword()}`, JWTTokenExpiry: '1' };
    return (await world.client.must<{ jwtToken: string }>('PUT', query, asked)).jwtToken;
  };
  const openOwn = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Change your password' }).click();
    await page.getByRole('heading', { name: 'Change your password' }).waitFor();
  };
  const save = () => page.getByRole('button', { name: 'Set the password', exact: true });
  const isClosed = () => save().waitFor({ state: 'detached' });

  it('is set with the old one; tokens stay, or end where that is chosen', async () => {
    const token = await tokenOf();
    await openOwn();
    expect(await violationsOf(page)).toEqual([]);
    await fill('Old password', 'wrong horse');
    const [second, third] = [newPassword(), newPassword()];
    await fill('New password', second);
    await fill('New password again', `${second}x`);
    await page.getByText('It differs').waitFor();
    await page.locator('input[aria-invalid=true]').waitFor();
    expect(await save().isDisabled()).toBe(true);
    await fill('New password again', second);
    world.faults.expect(/400/);
    await save().click();
    await page.getByRole('alert').getByText('is not your password').waitFor();
    await fill('Old password', first);
    await save().click();
    await isClosed();
    expect(await statusOf(token)).toBe(200);
    await openOwn();
    await fill('Old password', second);
    await fill('New password', third);
    await fill('New password again', third);
    await page.getByLabel('Revoke my tokens as well').check();
    await save().click();
    await isClosed();
    expect(await statusOf(token)).toBe(401);
    // This login is the one that asked.
    await page.goto('/contracts');
    await page.getByRole('heading', { name: 'Contracts' }).waitFor();
  });

  it('is set by an administrator, with the tokens where that is chosen', async () => {
    const token = await tokenOf();
    const own = page;
    page = await world.signedIn('admin');
    await page.goto('/administration?section=users');
    await page.getByRole('button', { name: 'Set the password of reader' }).click();
    const next = newPassword();
    await fill('New password', next);
    await fill('New password again', next);
    await page.getByLabel('Revoke the tokens of this user as well').check();
    await save().click();
    await isClosed();
    expect(await statusOf(token)).toBe(401);
    world.faults.expect(/401/);
    await own.reload();
    await own.getByLabel('E-mail address or name').fill('reader');
    await own.locator('input[type=password]').fill(next);
    await own.keyboard.press('Enter');
    await own.getByRole('heading', { name: 'Contracts' }).waitFor();
  });
});
