import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { noChromium } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';
import { Keys } from '../support/keys';

interface Policy {
  readonly id: string;
  readonly scope: { readonly type: string; readonly fullyQualifiedName?: string };
  readonly change?: { readonly mode: string; readonly consentPeriod: string };
  readonly incidents?: object;
  readonly learned?: object;
}

const ORDERS = 'shop_warehouse.shop.sales.orders.dataContract_orders_contract';

describeUnless(noChromium, 'people who set the policies of contracts', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const dialog = (of = page) => of.getByRole('dialog');
  const said = (text: string | RegExp, of = page) =>
    of.getByRole('status', { name: 'What happened' }).getByText(text).first().waitFor();
  const policies = async (): Promise<Policy[]> =>
    (await world.client.must<{ data: Policy[] }>('GET', '/dataContracts/policies')).data;
  const policyOf = async (type: string) => (await policies()).find(({ scope }) => scope.type === type);
  const choose = async (field: string, option: string, of = page): Promise<void> => {
    await dialog(of).getByRole('combobox', { name: field }).click();
    await dialog(of).getByRole('option', { name: option, exact: true }).click();
  };
  const row = (text: string) =>
    page.getByRole('table', { name: 'Contract policies' }).getByRole('row').filter({ hasText: text });
  const sectionRow = (section: string, of = page) =>
    of.getByRole('table', { name: 'Policy', exact: true }).getByRole('row', { name: new RegExp(`^${section}`) });

  it('a lead sets the policy of a domain, and is told at the field what is wrong', async () => {
    await page.goto('/governance');
    await page.getByRole('link', { name: 'Contract policies' }).click();
    await page.getByRole('heading', { name: 'Contract policies', level: 1 }).waitFor();
    await page.getByText('No policies').waitFor();
    await checkState(page);
    await page.getByRole('button', { name: 'Set a policy' }).click();
    const save = dialog().getByRole('button', { name: 'Set the policy' });
    expect(await save.isDisabled()).toBe(true);
    await dialog().getByRole('combobox', { name: 'Full name' }).fill('sales');
    await choose('A change of a contract', 'A change needs a review, a breaking one also the consent of consumers');
    await dialog().getByRole('textbox', { name: 'Time to decide' }).fill('900');
    await dialog().getByRole('switch', { name: 'Learned baselines' }).click();
    world.faults.expect(/400/);
    await save.click();
    const wrong = dialog().getByRole('textbox', { name: 'Time to decide' });
    await dialog().getByText(/P366D/).waitFor();
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    await checkState(page);
    expect(await policies()).toEqual([]);
    await wrong.fill('14');
    await save.click();
    await said('The policy is set.');
    expect(await policyOf('domain')).toMatchObject({
      scope: { fullyQualifiedName: 'sales' },
      change: { mode: 'consented', consentPeriod: 'P14D' },
      learned: { freshness: 'warn', volume: 'warn' },
    });
    await row('sales').getByText('14 days to decide').waitFor();
    await checkState(page);
  });

  it('a contract shows which policy applies, and where each section comes from', async () => {
    await page.goto(contractPage('orders', 'governance'));
    await sectionRow('Changes').getByRole('link', { name: 'sales' }).waitFor();
    await sectionRow('Incidents').getByText('the default: no policy says otherwise').waitFor();
    await page.getByRole('button', { name: 'Set a policy for this contract' }).click();
    await dialog().getByRole('switch', { name: 'Changes' }).click();
    await dialog().getByRole('switch', { name: 'Incidents' }).click();
    await choose('Assigned to', 'Not assigned');
    await dialog().getByRole('button', { name: 'Set the policy' }).click();
    await said('The policy is set.');
    await sectionRow('Incidents').getByText('the policy of this contract').waitFor();
    await sectionRow('Changes').getByRole('link', { name: 'sales' }).waitFor();
    expect(await policyOf('dataContract')).toMatchObject({
      scope: { fullyQualifiedName: ORDERS },
      incidents: { open: true, assign: 'none' },
    });
    await checkState(page);
  });

  it('it is changed, removed, and set again by taking that back', async () => {
    await page.getByRole('button', { name: /^Edit the policy of/ }).click();
    await choose('Assigned to', 'A person or a team');
    await dialog().getByRole('combobox', { name: 'Assignee' }).fill('demo_steward');
    await dialog().getByRole('button', { name: 'Save the policy' }).click();
    await said('The policy is changed.');
    await sectionRow('Incidents')
      .getByText(/, assigned;/)
      .waitFor();
    await page.getByRole('button', { name: /^Edit the policy of/ }).click();
    // Who is assigned is there again by the name.
    expect(await dialog().getByRole('combobox', { name: 'Assignee' }).inputValue()).toBe('demo_steward');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Remove the policy of/ }).click();
    await dialog().getByRole('button', { name: 'Remove the policy' }).click();
    await said('The policy is removed.');
    await sectionRow('Incidents').getByText('the default').waitFor();
    expect(await policyOf('dataContract')).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await sectionRow('Incidents').getByText('the policy of this contract').waitFor();
    expect(await policyOf('dataContract')).toMatchObject({ incidents: { assign: { type: 'user' } } });
  });

  it('one that takes the place of another says so, and gives that back', async () => {
    await page.goto('/policies');
    await page.getByRole('button', { name: 'Set a policy' }).click();
    await dialog().getByRole('combobox', { name: 'Full name' }).fill('sales');
    await dialog()
      .getByText(/^There is a policy of this scope already/)
      .waitFor();
    await checkState(page);
    await dialog().getByRole('button', { name: 'Set the policy' }).click();
    await said('The policy is changed.');
    expect(await policyOf('domain')).toMatchObject({ change: { mode: 'reviewed' } });
    expect(await policyOf('domain')).not.toHaveProperty('learned');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row('sales').getByText('14 days to decide').waitFor();
    expect(await policyOf('domain')).toMatchObject({
      change: { mode: 'consented', consentPeriod: 'P14D' },
      learned: { volume: 'warn' },
    });
  });

  it('who may not is told which right it takes, and sees no button', async () => {
    await world.client.must('POST', '/users', { name: 'only_reader', email: 'only_reader@example.com' });
    const reader = await world.signedIn('only_reader');
    await reader.goto('/policies');
    await reader.getByRole('table', { name: 'Contract policies' }).waitFor();
    await reader.getByText(/ManageContractPolicy on dataContract/).waitFor();
    for (const name of ['Set a policy', /^Edit the policy/, /^Remove the policy/])
      expect(await reader.getByRole('button', { name }).count()).toBe(0);
    await checkState(reader);
    await reader.goto(contractPage('orders', 'governance'));
    await sectionRow('Incidents', reader).getByText('the policy of this contract').waitFor();
    expect(await reader.getByRole('button', { name: /policy/ }).count()).toBe(0);
    await reader.context().close();
  });

  it('an owner makes the policy of a contract stricter, and no looser', async () => {
    const owner = await world.signedIn('demo_steward');
    await owner.goto(contractPage('customers', 'governance'));
    await owner.getByRole('button', { name: 'Set a policy for this contract' }).click();
    await dialog(owner)
      .getByText(/^As an owner of the contract you can make its policy stricter/)
      .waitFor();
    await choose('A change of a contract', 'Anyone who may edit a contract changes it', owner);
    world.faults.expect(/403/);
    await dialog(owner).getByRole('button', { name: 'Set the policy' }).click();
    await dialog(owner)
      .getByText(/ManageContractPolicy on dataContract/)
      .waitFor();
    await choose(
      'A change of a contract',
      'A change needs a review, a breaking one also the consent of consumers',
      owner,
    );
    await dialog(owner).getByRole('button', { name: 'Set the policy' }).click();
    await said('The policy is set.', owner);
    await sectionRow('Changes', owner).getByText('the policy of this contract').waitFor();
    await owner.context().close();
  });

  it('somebody without a mouse sets the policy for all contracts, and filters the list by scope', async () => {
    await page.goto('/policies?scope=all');
    await page.getByText('No policies').waitFor();
    const keys = new Keys(page);
    await keys.press(page.getByRole('button', { name: 'Set a policy' }));
    await keys.choose(dialog().getByRole('combobox', { name: 'It applies to' }), '', 'All contracts');
    await keys.press(dialog().getByRole('switch', { name: 'Incidents' }), 'Space');
    await keys.press(dialog().getByRole('button', { name: 'Set the policy' }));
    await said('The policy is set.');
    await row('All contracts').getByText('A change needs a review').waitFor();
    expect(await page.getByRole('table', { name: 'Contract policies' }).getByRole('row').count()).toBe(2);
    expect(await policyOf('all')).toMatchObject({ change: { mode: 'reviewed' }, incidents: { open: true } });
  });
});
