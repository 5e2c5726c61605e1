import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { noChromium } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';
import { Keys } from '../support/keys';

const ORDERS = 'shop_warehouse.shop.sales.orders';

describeUnless(noChromium, 'somebody who invites consumers', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    for (const name of ['reporter', 'reader'])
      await world.client.must('PUT', '/users', { name, email: `${name}@example.com`, roles: ['DataConsumer'] });
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const dialog = () => page.getByRole('dialog');
  const rows = (table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
  const invitation = (of: Page) => of.getByRole('region', { name: 'Invitation' });

  it('invites who seems to rely on the contract, by lineage', async () => {
    const { client } = world;
    const fromEntity = { type: 'table', fullyQualifiedName: ORDERS };
    const table = await client.must<{ id: string; fullyQualifiedName: string }>('PUT', '/tables', {
      ...{ name: 'reported', databaseSchema: 'shop_warehouse.shop.sales' },
      columns: [{ name: 'total', dataType: 'BIGINT' }],
      owners: [await client.must<object>('GET', '/users/name/reporter')].map((user) => ({
        id: (user as { id: string }).id,
        type: 'user',
      })),
    });
    const toEntity = { type: 'table', fullyQualifiedName: table.fullyQualifiedName };
    await client.must('PUT', '/lineage/bulk', { edges: [{ fromEntity, toEntity }] });
    await page.goto(contractPage('orders', 'governance'));
    const suggested = rows('Suggested consumers', 'reporter');
    await suggested.getByText('owns reported downstream').waitFor();
    await checkState(page);
    await page.getByRole('button', { name: 'Invite reporter' }).click();
    await dialog().getByRole('button', { name: 'Invite', exact: true }).click();
    await rows('Open invitations', 'reporter').waitFor();
    await suggested.waitFor({ state: 'detached' });
    await checkState(page);
  });

  it('is told why nobody is invited: an unknown name, or one who relies on it already', async () => {
    const { id } = await world.client.must<{ id: string }>(
      'GET',
      `/dataContracts/name/${ORDERS}.dataContract_orders_contract`,
    );
    const party = { type: 'user', fullyQualifiedName: 'demo_steward' };
    await world.client.must('PUT', `/dataContracts/${id}/consumers`, { party, purpose: 'Monthly revenue' });
    await page.getByRole('button', { name: 'Invite a consumer' }).click();
    const invite = dialog().getByRole('button', { name: 'Invite', exact: true });
    expect(await invite.isDisabled()).toBe(true);
    const who = dialog().getByRole('combobox', { name: 'Who' });
    await who.fill('nobody_of_that_name');
    world.faults.expect(/404/);
    await invite.click();
    await dialog().getByRole('alert').waitFor();
    await checkState(page);
    await who.fill('demo_steward');
    world.faults.expect(/409/);
    await invite.click();
    await dialog()
      .getByRole('alert')
      .getByText(/relies on the contract already/)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('is answered by keys alone, and by whom it is not asked sees no question', async () => {
    const reader = await world.signedIn('reader');
    await reader.goto(contractPage('orders', 'governance'));
    await reader.getByRole('table', { name: 'Open invitations' }).getByText('reporter').waitFor();
    for (const name of ['Invite a consumer', /^Withdraw/, /^Invite /])
      expect(await reader.getByRole('button', { name }).count()).toBe(0);
    expect(await invitation(reader).count()).toBe(0);
    expect(await reader.getByRole('table', { name: 'Suggested consumers' }).count()).toBe(0);
    await checkState(reader);
    await reader.context().close();
    const reporter = await world.signedIn('reporter');
    await reporter.goto(contractPage('orders'));
    const keys = new Keys(reporter);
    await keys.press(invitation(reporter).getByRole('button', { name: 'I rely on this' }));
    await keys.type(reporter.getByRole('dialog').getByRole('textbox', { name: 'Purpose' }), 'Weekly report');
    await keys.press(reporter.getByRole('dialog').getByRole('button', { name: 'Declare' }));
    await invitation(reporter).waitFor({ state: 'detached' });
    await reporter.context().close();
    await page.reload();
    await rows('Consumers', 'Weekly report').waitFor();
    expect(await page.getByRole('table', { name: 'Open invitations' }).count()).toBe(0);
  });

  it('is told that the invitation was withdrawn while it was answered', async () => {
    const path = `/dataContracts/name/${ORDERS}.dataContract_orders_contract`;
    const { id } = await world.client.must<{ id: string }>('GET', path);
    const party = { type: 'user', fullyQualifiedName: 'reader' };
    const made = await world.client.must<{ id: string }>('POST', `/dataContracts/${id}/invitations`, { party });
    const reader = await world.signedIn('reader');
    await reader.goto(contractPage('orders'));
    await invitation(reader).getByRole('button', { name: 'Decline' }).click();
    await world.client.must('DELETE', `/dataContracts/${id}/invitations/${made.id}`);
    world.faults.expect(/404/);
    await reader.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await reader.getByRole('dialog').getByRole('alert').waitFor();
    await reader.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await reader.getByRole('dialog').waitFor({ state: 'detached' });
    await invitation(reader).waitFor({ state: 'detached' });
    await reader.getByRole('tabpanel').first().waitFor();
    await reader.context().close();
  });
});
