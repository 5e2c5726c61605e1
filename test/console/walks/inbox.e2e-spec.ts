import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually';
import { describeUnless } from '../../support/unless-refused';
import { takePicture } from '../support/check-page';
import { checkState } from '../support/check-state';
import { noChromium, settled } from '../support/chromium';
import { assetPage, ConsoleWorld, contractPage } from '../support/console-world';

const HOOK = 'https://hooks.example.org/alerts';
const CUSTOMERS = 'shop_warehouse.shop.sales.customers';

interface Subscription {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly filter: object;
  readonly eventTypes: readonly string[];
  readonly mutedUntil?: number;
}

describeUnless(noChromium, 'somebody who follows and subscribes', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open({ SMTP_URL: 'smtp://127.0.0.1:2525', SMTP_FROM: 'catalog@example.com' });
    // An administrator is answered the subscriptions of all: this one is another's.
    await world.client.must('POST', '/users', { name: 'other', email: 'other@example.com' });
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const dialog = () => page.getByRole('dialog');
  const said = (text: string | RegExp) =>
    page.getByRole('status', { name: 'What happened' }).getByText(text).first().waitFor();
  const subscriptions = async (): Promise<readonly Subscription[]> =>
    (await world.client.must<{ data: Subscription[] }>('GET', '/events/subscriptions?limit=100')).data;
  const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row');

  it('follows a table, is notified in the inbox when its contract fails, and comes from there to the alert', async () => {
    await page.goto(assetPage('customers'));
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await said('You follow customers: notices about its contracts come to your inbox.');
    const contract = `${CUSTOMERS}.dataContract_customers_contract`;
    const { id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${contract}`);
    for (const [at, contractExecutionStatus] of ['Success', 'Failed'].entries())
      await world.client.must('PUT', `/dataContracts/${id}/results`, {
        timestamp: Date.now() + at,
        contractExecutionStatus,
      });
    await eventually(
      () => world.client.must<{ data: object[] }>('GET', `/dataContracts/notices?contract=${id}&type=contractFailed`),
      ({ data }) => data.length > 0,
    );
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inbox' }).click();
    const notice = rows('Notices').filter({ hasText: 'customers_contract' }).filter({ hasText: 'Contract failed' });
    await notice.first().waitFor();
    await checkState(page);
    await takePicture(page, 'inbox', 'light');
    await notice.first().getByRole('link', { name: 'Contract failed' }).click();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/alert');
  });

  it('sees what it follows, leaves it, and takes that back', async () => {
    await page.goto('/inbox?section=following');
    await rows('Following').filter({ hasText: 'customers' }).waitFor();
    await checkState(page);
    await page.getByRole('button', { name: 'Unfollow customers' }).click();
    await page.getByRole('heading', { name: 'You follow nothing yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await rows('Following').filter({ hasText: 'customers' }).waitFor();
  });

  it.each([
    [
      'a contract',
      contractPage('orders'),
      'orders_contract',
      { contracts: [expect.stringContaining('orders_contract')] },
    ],
    ['an asset', assetPage('orders'), 'orders', { assets: ['shop_warehouse.shop.sales.orders'] }],
    ['a domain', '/asset?type=domain&fqn=sales', 'sales', { domains: ['sales'] }],
  ])('subscribes to %s from its page', async (_, address, name, filter) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await dialog().getByRole('combobox', { name: 'Channel' }).click();
    await dialog().getByRole('option', { name: 'Webhook' }).click();
    await dialog().getByRole('textbox', { name: 'URL' }).fill(HOOK);
    await dialog().getByRole('checkbox', { name: 'A contract recovers' }).uncheck();
    await settled(page);
    await dialog().getByRole('button', { name: 'Subscribe', exact: true }).click();
    await said(`Subscribed to ${name}.`);
    await page.getByRole('link', { name: 'Subscribed', exact: true }).waitFor();
    await checkState(page);
    const made = (await subscriptions()).find((one) => one.name === `Alerts of ${name}`);
    expect(made).toMatchObject({
      filter,
      eventTypes: ['contractFailed', 'contractSlaAtRisk', 'contractNotValidated'],
    });
  });

  it('is proposed another name for a second subscription to the same', async () => {
    await page.goto(assetPage('orders'));
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await dialog().locator('input[value="Alerts of orders (2)"]').waitFor();
    await dialog().getByRole('combobox', { name: 'Channel' }).click();
    await dialog().getByRole('option', { name: 'Webhook' }).click();
    await dialog().getByRole('textbox', { name: 'URL' }).fill(HOOK);
    await settled(page);
    await dialog().getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('link', { name: 'Subscribed 2 times', exact: true }).waitFor();
    const made = (await subscriptions()).find((one) => one.name === 'Alerts of orders (2)');
    expect(made).toMatchObject({ filter: { assets: ['shop_warehouse.shop.sales.orders'] } });
    await world.client.must('DELETE', `/events/subscriptions/${made!.id}`);
  });

  it('takes a subscription back, by keyboard, with the own address given', async () => {
    await page.goto(assetPage('payments'));
    const button = page.getByRole('button', { name: 'Subscribe', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await dialog().locator('input[value*="@"]').waitFor();
    await checkState(page);
    await dialog().getByRole('textbox', { name: 'Name of the subscription' }).focus();
    await page.keyboard.press('Enter');
    await said('Subscribed to payments.');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('link', { name: 'Subscribed', exact: true }).waitFor({ state: 'detached' });
    expect((await subscriptions()).map(({ name }) => name)).not.toContain('Alerts of payments');
  });

  it('mutes a subscription of its own until the morning, unmutes and deletes it', async () => {
    await page.goto(assetPage('orders'));
    await page.getByRole('link', { name: 'Subscribed', exact: true }).click();
    await rows('Subscriptions').filter({ hasText: 'Alerts of sales' }).waitFor();
    await checkState(page);
    await takePicture(page, 'subscriptions', 'light');
    const mutedUntil = async () =>
      (await subscriptions()).find(({ name }) => name === 'Alerts of sales')?.mutedUntil ?? 0;
    await page.getByRole('button', { name: 'Mute until 08:00: Alerts of sales' }).click();
    await said(/^Alerts of sales is muted until .* 08:00:00\.$/);
    expect(await mutedUntil()).toBeGreaterThan(Date.now());
    expect(new Date(await mutedUntil()).getHours()).toBe(8);
    await page.getByRole('button', { name: 'Unmute: Alerts of sales' }).click();
    await said('Alerts of sales is sent again.');
    expect(await mutedUntil()).toBe(0);
    await page.getByRole('button', { name: 'Delete: Alerts of sales' }).click();
    await said('Alerts of sales is deleted.');
    await rows('Subscriptions').filter({ hasText: 'Alerts of sales' }).waitFor({ state: 'detached' });
  });

  it('sees its own subscriptions alone, as an administrator as well', async () => {
    const other = await world.signedIn('other');
    await other.goto('/inbox?section=subscriptions');
    await other.getByRole('heading', { name: 'No subscriptions yet' }).waitFor();
    await other.goto('/inbox');
    await other.getByRole('heading', { name: 'No notices' }).waitFor();
    await checkState(other);
    await other.context().close();
  });
});
