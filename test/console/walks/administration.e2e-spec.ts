import { randomUUID } from 'node:crypto';
import { loadSettings } from '@app/config';
import { JobProducer, type JobType } from '@app/queue';
import type { Page } from 'playwright-core';
import { Receiver } from '../../support/receiver';
import { describeUnless } from '../../support/unless-refused';
import { violationsOf } from '../support/accessibility';
import { noChromium, settled } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';
import { eventually } from '../../support/eventually';

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

  it('goes through a long list of options by the arrows, and Enter on a name closes it', async () => {
    for (let at = 0; at < 12; at += 1) {
      const name = `duty${String(at).padStart(2, '0')}`;
      await world.client.post('/users', { name, email: `${name}@example.com` });
    }
    await page.goto('/administration?section=users');
    const filter = page.getByRole('combobox', { name: 'Find a person' });
    await filter.fill('duty');
    const options = page.getByRole('option', { name: /^duty/ });
    await options.nth(6).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const last = options.last();
    const isInView = () =>
      last.evaluate((option) => {
        const [box, list] = [option, option.closest('[role=listbox]')].map((one) => one!.getBoundingClientRect());
        return box!.bottom <= list!.bottom + 1;
      });
    expect(await isInView()).toBe(false);
    await page.keyboard.press('ArrowUp');
    await eventually(isInView);
    await filter.fill('duty03');
    await filter.press('Enter');
    await page.waitForURL(/user=duty03/);
    await options.first().waitFor({ state: 'hidden' });
  });

  it('makes a role, gives it to a new user, and takes it back; a reader finds no such buttons', async () => {
    await page.goto('/administration?section=roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Watcher');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Looks, and touches nothing');
    await dialog.getByRole('combobox', { name: 'Policies' }).fill('DataConsumer');
    await page.getByRole('option', { name: 'DataConsumerPolicy' }).click();
    await dialog.getByRole('button', { name: 'Create role' }).click();
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
    await form.getByRole('button', { name: 'Create user' }).click();
    const row = page.getByRole('row').filter({ hasText: 'watcher@example.com' });
    await row.getByText('Watcher', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Edit watcher' }).click();
    const change = page.getByRole('dialog', { name: 'Edit the user watcher' });
    await change.getByRole('combobox', { name: 'Roles' }).focus();
    await page.keyboard.press('Backspace');
    await change.getByRole('textbox', { name: 'Shown as' }).fill('The Watcher');
    await change.getByRole('button', { name: 'Save' }).click();
    await row.getByText('The Watcher').waitFor();
    const { body } = await world.client.get('/users/name/watcher?fields=roles');
    expect(body).toMatchObject({ displayName: 'The Watcher', roles: [] });

    const reader = await world.signedIn('reader');
    await reader.goto('/administration');
    await reader.getByRole('row').filter({ hasText: 'watcher' }).first().waitFor();
    expect(await reader.getByText('watcher@example.com').count()).toBe(0);
    expect(await reader.getByRole('button', { name: /^(New|Edit) / }).count()).toBe(0);
    // Whoever owns a team may change it, and nobody else.
    const known = reader.waitForResponse(/\/permissions$/);
    await reader.goto('/administration?section=teams');
    await known;
    await reader.getByRole('row').filter({ hasText: 'commerce' }).waitFor();
    await settled(reader);
    expect(await reader.getByRole('button', { name: /^(New|Edit) / }).count()).toBe(0);
    world.faults.expect(/403/);
    await reader.goto('/administration?section=names');
    await reader.getByRole('heading', { name: 'You may not see this' }).first().waitFor();
    expect(await reader.getByRole('button', { name: /^New / }).count()).toBe(0);
    await reader.context().close();
  });

  it('writes a rule of a policy, and is told what it lacks', async () => {
    await page.goto('/administration?section=policies');
    await page.getByRole('button', { name: 'New policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'New policy' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Owners');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('What you entered would be lost.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('OwnersValidate');
    await dialog.getByRole('textbox', { name: 'Name of the rule' }).fill('validate');
    await dialog.getByRole('textbox', { name: 'Operations' }).fill('ValidateContracts');
    await dialog.getByText('Nothing is called ValidateContracts').waitFor();
    await dialog.getByRole('textbox', { name: 'Operations' }).fill('ValidateContract, ViewAll');
    await dialog.getByRole('combobox', { name: 'Condition' }).fill('isOwner()');
    await dialog.getByRole('button', { name: 'Create policy' }).click();
    const row = page.getByRole('row').filter({ hasText: 'OwnersValidate' });
    await row.getByText('allow ValidateContract, ViewAll on All').waitFor();
    await row.getByText('where isOwner()').waitFor();
  });

  it('makes a token, sees it once, and revokes it', async () => {
    await page.goto('/administration?section=tokens');
    await page.getByRole('textbox', { name: 'Name of a new token' }).fill('nightly');
    await page.getByRole('button', { name: 'Create token' }).click();
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
    await page.getByText('Reviews, changes, incidents').click();
    await page.getByLabel('A change is proposed').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await text('Copy it now: it is not shown again.');
    const { data } = await world.client.must<{ data: readonly { readonly eventTypes: string[] }[] }>(
      'GET',
      '/events/subscriptions',
    );
    expect(data.flatMap(({ eventTypes }) => eventTypes).sort()).toEqual([
      'changeProposed',
      ...['contractFailed', 'contractNotValidated', 'contractRecovered', 'contractSlaAtRisk'],
    ]);
    await page.getByRole('button', { name: 'Test on-call' }).click();
    await text('on-call: the message arrived, answer 204');
    expect(receiver.received.map(({ headers }) => typeof headers['webhook-signature'])).toEqual(['string']);
    await page.getByRole('button', { name: 'Messages of on-call' }).click();
    await text('No message so far');
    await page.getByRole('button', { name: 'Delete on-call' }).click();
    await text('No subscriptions yet');
    await receiver.down();
  });

  it('reads who did what, and who was refused', async () => {
    await page.goto('/administration?section=audit');
    await page.getByRole('row').filter({ hasText: 'admin' }).first().waitFor();
    await page.getByLabel('Outcome').first().click();
    await page.getByRole('option', { name: 'refused' }).click();
    expect(page.url()).toContain('section=audit');
    await page.goto('/administration?section=audit&day=2001-02-03');
    await page.getByText('Nothing is recorded').waitFor();
    await page.getByLabel('Day', { exact: true }).fill('');
    await page.getByRole('row').filter({ hasText: 'admin' }).first().waitFor();
    const person = page.getByRole('combobox', { name: 'Person' });
    await person.fill('nobody-of-that-name');
    await person.press('Enter');
    await page.getByText('Nothing is recorded').waitFor();
    await person.fill('admin');
    await person.press('Enter');
    await page.getByRole('row').filter({ hasText: 'admin' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('user')).toBe('admin');
    const reader = await world.signedIn('reader');
    await reader.goto('/administration');
    await reader.getByRole('tab', { name: 'Tokens' }).waitFor();
    expect(await reader.getByRole('tab', { name: 'Audit' }).count()).toBe(0);
    world.faults.expect(/403/);
    await reader.goto('/administration?section=audit');
    await reader.getByRole('heading', { name: 'You may not see this' }).waitFor();
    await reader.context().close();
  });

  it('says in which service names of OpenLineage lie, by keyboard alone, and takes it back', async () => {
    const event = (name: string): object => ({
      eventType: 'COMPLETE',
      eventTime: new Date().toISOString(),
      producer: 'https://example.com/walk',
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      run: { runId: randomUUID() },
      job: { namespace: 'walk', name: 'nightly' },
      inputs: [{ namespace: 'postgres://walk:5432', name }],
      outputs: [],
    });
    expect((await world.client.post('/openlineage/lineage', event('shop.sales.orders'))).status).toBeLessThan(300);
    await page.goto('/administration?section=names');
    const unresolved = page.getByRole('region', { name: 'Unresolved names' });
    const rules = page.getByRole('region', { name: 'Naming rules' });
    await unresolved.getByRole('cell', { name: 'shop.sales.orders' }).waitFor();
    await rules.getByRole('button', { name: 'New rule' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New naming rule' });
    // The dialog moves the focus once it is drawn.
    await dialog.getByRole('textbox', { name: 'Namespace prefix' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('postgres://walk');
    await page.keyboard.press('Tab');
    await page.keyboard.type('no_such_service');
    world.faults.expect(/404/);
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('combobox', { name: 'Service' }).fill('shop_ware');
    const option = page.getByRole('option', { name: 'shop_warehouse' });
    await option.waitFor();
    // Enter before it is selected would send what was typed. Suggestions that come later take the selection away.
    const selected = option.and(page.locator('[data-combobox-selected]'));
    const isSelected = (): Promise<boolean> =>
      selected.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    do await page.keyboard.press('ArrowDown');
    while (!(await isSelected()));
    await page.keyboard.press('Enter');
    await option.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const row = rules.getByRole('row').filter({ hasText: 'postgres://walk' });
    await row.getByText('shop_warehouse').waitFor();
    await unresolved.getByText('Every name in the events is an asset').waitFor();
    await row.getByRole('button', { name: 'Edit the rule of postgres://walk' }).focus();
    await page.keyboard.press('Enter');
    const change = page.getByRole('dialog', { name: 'Edit the naming rule' });
    await change.getByRole('textbox', { name: 'Namespace prefix' }).fill('postgres://walk:5432');
    await page.keyboard.press('Enter');
    await rules.getByRole('cell', { name: 'postgres://walk:5432', exact: true }).waitFor();
    await rules.getByRole('button', { name: 'Delete the rule of postgres://walk:5432' }).focus();
    await page.keyboard.press('Enter');
    await rules.getByText('No rule says in which service a namespace lies').waitFor();
  });

  it('is told at a contract that its run waits for a paused queue, cancels it, resumes the queue, and reads in the audit what came of it', async () => {
    await world.client.must('POST', '/system/queues/validation/pause');
    await page.goto(contractPage('orders'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const progress = page.getByRole('status', { name: 'Validation' });
    await progress.getByText('Its queue validation is paused').waitFor();
    await progress.getByRole('button', { name: 'Cancel the run' }).click();
    await progress.getByText('Run finished').waitFor();
    await progress.getByText('Aborted').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await progress.getByText('Its queue validation is paused').waitFor();
    await progress.getByRole('link', { name: 'resume it' }).click();
    await page.getByRole('button', { name: 'Resume validation', exact: true }).click();
    await page.getByRole('button', { name: 'Pause validation', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Audit' }).click();
    await eventually(async () => {
      await page.reload();
      await page.getByRole('row').nth(1).waitFor();
      const rows = page.getByRole('row').filter({ hasText: 'orders_contract' }).filter({ hasText: 'result created' });
      return (await rows.filter({ hasText: 'Passing, was Aborted' }).count()) > 0;
    });
  });

  it('finds jobs that no worker could run, sends one again and removes it', async () => {
    const jobs = new JobProducer(loadSettings({ ...world.service.environment }));
    const later: JobType<unknown> = { queue: 'validation', name: 'validate-later', parse: (payload) => payload };
    await jobs.send(later, { runId: 'walk' }, { id: 'walk', lane: 'urgent' });
    await jobs.onApplicationShutdown();
    await page.goto('/administration?section=queues');
    const row = page
      .getByRole('region', { name: 'Failed jobs' })
      .getByRole('row')
      .filter({ hasText: 'validate-later' });
    await row.getByText('No handler for the job validate-later of the queue validation').waitFor();
    const sent = page.waitForResponse(/parked\/[0-9a-f]+\/retry$/);
    await row.getByRole('button', { name: 'Send again validate-later' }).click();
    expect((await sent).status()).toBe(200);
    // The worker parks it again.
    await row.getByText('{"runId":"walk"}').waitFor();
    await eventually(
      async () =>
        (await world.client.get<{ paging: { total: number } }>('/system/queues/parked')).body.paging.total === 1,
    );
    await row.getByRole('button', { name: 'Remove validate-later' }).focus();
    await page.keyboard.press('Enter');
    await text('No job is parked');
  });
});
