import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { takePicture } from '../support/check-page';
import { noChromium } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';

const fqnOf = (table: string) => `shop_warehouse.shop.sales.${table}.dataContract_${table}_contract`;

interface Stored {
  readonly id: string;
  readonly version: number;
  readonly termsOfUse?: string;
  readonly entityStatus: string;
}

describeUnless(noChromium, 'people whose contracts are changed by proposals', () => {
  let world: ConsoleWorld;
  let author: Page;
  let approver: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const consumer = { name: 'reporting_reader', email: 'reporting_reader@example.com', teams: [] };
    await world.client.must('POST', '/users', consumer);
    author = await world.signedIn('demo_steward');
    approver = await world.signedIn('admin');
    for (const table of ['customers', 'shipments']) await govern(table, 'reviewed');
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const stored = (table: string) => world.client.must<Stored>('GET', `/dataContracts/name/${fqnOf(table)}?fields=*`);
  const govern = (table: string, mode: string) =>
    world.client.must('PUT', '/dataContracts/policies', {
      scope: { type: 'dataContract', fullyQualifiedName: fqnOf(table) },
      change: { mode },
    });

  async function edit(page: Page, table: string, line: string): Promise<void> {
    await page.goto(contractPage(table, 'yaml'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit the contract in YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(`\n${line}`);
    await page.getByRole('button', { name: /^Save/, disabled: false }).click();
  }

  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('an author reads the policy before typing, and sees after saving that the change waits, for whom and why', async () => {
    const { version } = await stored('customers');
    await author.goto(contractPage('customers', 'yaml'));
    await author.getByText(/^A change waits for the approval of/).waitFor();
    await edit(author, 'customers', 'termsOfUse: Ask first.');
    await author.getByRole('heading', { name: 'Proposed change of customers_contract', level: 1 }).waitFor();
    await author.getByText(/^It waits for the approval of .*the author does not approve it/).waitFor();
    await author
      .getByRole('status', { name: 'What happened' })
      .getByText(/stored as a proposal/)
      .waitFor();
    await author.getByRole('region', { name: 'What it changes' }).getByText('terms of use').waitFor();
    await author.getByText('Ask first.').first().waitFor();
    for (const name of ['Approve', 'Reject', 'Override'])
      expect(await author.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect((await stored('customers')).version).toBe(version);
    await takePicture(author, 'proposal', 'light');
    await checkState(author);
  });

  it('the page of the contract shows the proposal that is open, with what it changes', async () => {
    await author.goto(contractPage('customers'));
    await author.getByRole('link', { name: 'A change is proposed' }).waitFor();
    await author.getByText('What it changes').click();
    await author.getByText('terms of use', { exact: true }).first().waitFor();
    await author.getByRole('button', { name: 'Withdraw' }).waitFor();
    await checkState(author);
  });

  it('somebody else who saves meanwhile is led to it', async () => {
    await approver.goto(contractPage('customers', 'yaml'));
    world.faults.expect(/409/);
    await edit(approver, 'customers', 'termsOfUse: Another.');
    await approver.getByText(/^Proposal .* is open/).waitFor();
    await approver.getByRole('region').getByRole('link', { name: 'A change is proposed' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await approver.getByRole('heading', { name: 'Proposed change of customers_contract', level: 1 }).waitFor();
  });

  it('another one approves it where it waits, and the contract has the change', async () => {
    await approver.goto('/');
    const waiting = approver.getByRole('table', { name: 'Waits for you' });
    await waiting
      .getByRole('link', { name: /^A proposal to review/ })
      .first()
      .waitFor();
    const row = waiting.getByRole('row').filter({ hasText: 'customers_contract' }).first();
    await row.getByRole('button', { name: 'Approve', exact: true }).click();
    await checkState(approver);
    await confirm(approver, 'Approve');
    await approver.getByText('You approved the change.').waitFor();
    expect(await stored('customers')).toMatchObject({ termsOfUse: 'Ask first.' });
    await row.waitFor({ state: 'detached' });
    await author.goto(contractPage('customers'));
    expect(await author.getByRole('link', { name: 'A change is proposed' }).count()).toBe(0);
  });

  it('the author withdraws one, after a look at it', async () => {
    await edit(author, 'shipments', 'termsOfUse: Ask first.');
    await author.getByRole('heading', { name: 'Proposed change of shipments_contract', level: 1 }).waitFor();
    await author.getByRole('button', { name: 'Withdraw' }).click();
    await confirm(author, 'Withdraw');
    await author.getByText(/^It has ended on .*: withdrawn/).waitFor();
    expect(await stored('shipments')).not.toHaveProperty('termsOfUse');
  });

  it('a rejection needs a reason, which its author reads', async () => {
    await edit(author, 'shipments', 'termsOfUse: Ask nobody.');
    await author.getByRole('heading', { name: 'Proposed change of shipments_contract', level: 1 }).waitFor();
    await approver.goto(new URL(author.url()).pathname + new URL(author.url()).search);
    await approver.getByRole('button', { name: 'Reject', exact: true }).click();
    const reject = approver.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true });
    expect(await reject.isDisabled()).toBe(true);
    await approver.getByRole('textbox', { name: 'Reason' }).fill('Somebody has to be asked.');
    await reject.click();
    await author.reload();
    await author
      .getByText(/Somebody has to be asked\./)
      .first()
      .waitFor();
  });

  it('a deletion waits like any other change, and is overridden with a reason by who may', async () => {
    await approver.goto(contractPage('shipments'));
    await approver.getByRole('button', { name: 'Delete', exact: true }).click();
    await approver
      .getByRole('dialog')
      .getByText(/^A change waits for the approval of/)
      .waitFor();
    await confirm(approver, 'Delete the contract');
    await approver.getByRole('heading', { name: 'Proposed deletion of shipments_contract', level: 1 }).waitFor();
    await approver.getByText(/not deleted yet/).waitFor();
    expect(await stored('shipments')).toHaveProperty('id');
    await approver.getByRole('button', { name: 'Override' }).click();
    await approver.getByRole('textbox', { name: 'Reason' }).fill('The table goes away tonight.');
    world.faults.expect(/404/);
    await confirm(approver, 'Override and apply');
    await approver.getByText('The deletion is applied.').waitFor();
    const { status } = await world.client.get(`/dataContracts/name/${fqnOf('shipments')}`);
    expect(status).toBe(404);
  });

  it('consumers agree, object and ask for time on the page of a breaking change', async () => {
    await govern('orders', 'consented');
    const { id } = await stored('orders');
    const party = { type: 'user', fullyQualifiedName: 'reporting_reader' };
    await world.client.must('PUT', `/dataContracts/${id}/consumers`, { party, purpose: 'Monthly revenue' });
    await world.client.must('POST', `/dataContracts/${id}/proposals`, { deletion: true, reason: 'Unused.' });
    const consumer = await world.signedIn('reporting_reader');
    await author.goto(contractPage('orders'));
    await author.getByRole('link', { name: 'A deletion is proposed' }).click();
    await author.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirm(author, 'Approve');
    await author.getByText(/^It waits for 1 of 1 consumer/).waitFor();
    await consumer.goto('/');
    await consumer.getByRole('link', { name: /^A proposal that needs your consent/ }).click();
    await consumer.getByRole('button', { name: 'Need time' }).click();
    await confirm(consumer, 'Ask for time');
    await consumer.getByRole('cell', { name: /^Needs time until/ }).waitFor();
    await checkState(consumer);
    await consumer.getByRole('button', { name: 'Object' }).click();
    await consumer.getByRole('textbox', { name: 'Reason' }).fill('We need it.');
    await confirm(consumer, 'Object');
    await consumer.getByRole('cell', { name: 'We need it.' }).waitFor();
    await consumer.getByRole('button', { name: 'Agree' }).click();
    world.faults.expect(/404/);
    await confirm(consumer, 'Agree');
    await consumer.getByText('You agreed to the deletion.').waitFor();
    const { status } = await world.client.get(`/dataContracts/${id}`);
    expect(status).toBe(404);
    await consumer.context().close();
  });

  it('a new contract under a policy says that it waits for its review, and comes into force by that', async () => {
    const scope = { type: 'all' };
    await world.client.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'reviewed' } });
    await author.goto('/new-contract?type=table&fqn=shop_warehouse.shop.sales.carriers');
    await author.getByRole('button', { name: 'Create the contract' }).click();
    await author.getByText(/waits for its review before it comes into force/).waitFor();
    await author.getByText(/^In review, submitted by demo_steward/).waitFor();
    await checkState(author);
    expect(await author.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    const { pathname, search } = new URL(author.url());
    await approver.goto(pathname + search);
    await approver.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirm(approver, 'Approve');
    await approver.getByText('You approved the contract.').waitFor();
    await approver.getByText(/^In review, submitted by/).waitFor({ state: 'detached' });
  });
});
