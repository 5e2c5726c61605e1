import type { Page } from 'playwright-core';
import { Receiver } from '../../support/receiver';
import { describeUnless } from '../../support/unless-refused';
import { noChromium } from '../support/chromium';
import { ConsoleWorld } from '../support/console-world';

describeUnless(noChromium, 'somebody who administrates', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await world.client.post('/users', { name: 'reader', email: 'reader@example.com' });
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();

  it('makes a role, gives it to a new user, and takes it back; a reader finds no such buttons', async () => {
    await page.goto('/administration?section=roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Watcher');
    await dialog.getByRole('textbox', { name: 'What for' }).fill('Looks, and touches nothing');
    await dialog.getByRole('combobox', { name: 'Policies' }).fill('DataConsumer');
    await page.getByRole('option', { name: 'DataConsumerPolicy' }).click();
    await dialog.getByRole('button', { name: 'Make the role' }).click();
    await page.getByRole('row').filter({ hasText: 'Watcher' }).getByText('DataConsumerPolicy').waitFor();

    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'New user' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('textbox', { name: 'Name' }).fill('reader');
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('watcher@example.com');
    world.faults.expect(/409/);
    await page.keyboard.press('Enter');
    await form.getByRole('alert').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('watcher');
    await form.getByRole('combobox', { name: 'Roles' }).fill('Watcher');
    await page.getByRole('option', { name: 'Watcher' }).click();
    await form.getByRole('button', { name: 'Make the user' }).click();
    const row = page.getByRole('row').filter({ hasText: 'watcher@example.com' });
    await row.getByText('Watcher', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Change watcher' }).click();
    const change = page.getByRole('dialog', { name: 'Change the user watcher' });
    await change.getByRole('combobox', { name: 'Roles' }).focus();
    await page.keyboard.press('Backspace');
    await change.getByRole('textbox', { name: 'Shown as' }).fill('The Watcher');
    await change.getByRole('button', { name: 'Save' }).click();
    await row.getByText('The Watcher').waitFor();
    const { body } = await world.client.get('/users/name/watcher?fields=roles');
    expect(body).toMatchObject({ displayName: 'The Watcher', roles: [] });

    const reader = await world.signedIn('reader');
    await reader.goto('/administration');
    await reader.getByRole('row').filter({ hasText: 'watcher@example.com' }).waitFor();
    expect(await reader.getByRole('button', { name: /^(New|Change) / }).count()).toBe(0);
    await reader.context().close();
  });

  it('writes a rule of a policy, and is told what it lacks', async () => {
    await page.goto('/administration?section=policies');
    await page.getByRole('button', { name: 'New policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'New policy' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('OwnersValidate');
    await dialog.getByRole('textbox', { name: 'Name of the rule' }).fill('validate');
    await dialog.getByRole('textbox', { name: 'Operations' }).fill('ValidateContracts');
    await dialog.getByText('Nothing is called ValidateContracts').waitFor();
    await dialog.getByRole('textbox', { name: 'Operations' }).fill('ValidateContract, ViewAll');
    await dialog.getByRole('combobox', { name: 'Condition' }).fill('isOwner()');
    await dialog.getByRole('button', { name: 'Make the policy' }).click();
    const row = page.getByRole('row').filter({ hasText: 'OwnersValidate' });
    await row.getByText('allow ValidateContract, ViewAll on All').waitFor();
    await row.getByText('where isOwner()').waitFor();
  });

  it('makes a token, sees it once, and revokes it', async () => {
    await page.goto('/administration?section=tokens');
    await page.getByRole('textbox', { name: 'Name of a new token' }).fill('nightly');
    await page.getByRole('button', { name: 'Make it' }).click();
    await text('Copy it now: it is not shown again.');
    await page.getByRole('button', { name: /^Revoke nightly/ }).click();
    await page.getByRole('button', { name: /^Revoke nightly/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('textbox', { name: 'Name of a new token' }).waitFor();
    expect(await page.getByText('Copy it now').count()).toBe(0);
  });

  it('subscribes to what fails, tries it, reads the messages and takes it back', async () => {
    const receiver = await Receiver.start();
    await page.goto('/administration?section=notifications');
    await page.getByRole('textbox', { name: 'Name of a new subscription' }).fill('on-call');
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await text('Copy it now: it is not shown again.');
    await page.getByRole('button', { name: 'Test on-call' }).click();
    await text('on-call: the message arrived, answer 204');
    expect(receiver.received.map(({ headers }) => typeof headers['webhook-signature'])).toEqual(['string']);
    await page.getByRole('button', { name: 'Messages of on-call' }).click();
    await text('No message so far');
    await page.getByRole('button', { name: 'Delete on-call' }).click();
    await text('Nobody is told of anything yet');
    await receiver.down();
  });

  it('reads who did what, and who was refused', async () => {
    await page.goto('/administration?section=audit');
    await page.getByRole('row').filter({ hasText: 'admin' }).first().waitFor();
    await page.getByLabel('What came of it').first().click();
    await page.getByRole('option', { name: 'refused' }).click();
    expect(page.url()).toContain('section=audit');
    const reader = await world.signedIn('reader');
    await reader.goto('/administration');
    await reader.getByRole('tab', { name: 'Tokens' }).waitFor();
    expect(await reader.getByRole('tab', { name: 'Audit' }).count()).toBe(0);
    world.faults.expect(/403/);
    await reader.goto('/administration?section=audit');
    await reader.getByRole('heading', { name: 'You may not see this' }).waitFor();
    await reader.context().close();
  });
});
