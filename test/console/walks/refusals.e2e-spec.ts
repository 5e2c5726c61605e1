import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { noChromium, settled } from '../support/chromium';
import { assetPage, ConsoleWorld, contractPage, lineagePage } from '../support/console-world';

const LACKING: readonly (readonly [address: string, right: string])[] = [
  ['/administration?section=roles', 'change roles (EditAll on role)'],
  ['/administration?section=policies', 'change policies (EditAll on policy)'],
  ['/administration?section=names', 'change the lineage of tables (EditLineage on table)'],
  ['/administration?section=queues', 'change the settings of the service (EditAll on setting)'],
  ['/administration?section=audit', 'see all of the audit (ViewAll on audit)'],
];

/** What a policy denies somebody altogether. */
const DENIED: readonly (readonly [address: string, right: string])[] = [
  ['/administration', 'see users (ViewBasic on user)'],
  ['/administration?section=teams', 'see teams (ViewBasic on team)'],
  ['/administration?section=schedules', 'see contracts (ViewBasic on dataContract)'],
  ['/contracts', 'see contracts (ViewBasic on dataContract)'],
  [contractPage('orders'), 'see contracts (ViewBasic on dataContract)'],
  [assetPage('orders'), 'see tables (ViewBasic on table)'],
  [lineagePage('orders'), 'see tables (ViewBasic on table)'],
];

const NOWHERE: readonly (readonly [address: string, title: string])[] = [
  ['/asset', 'Which asset?'],
  ['/asset?type=table', 'Which asset?'],
  ['/asset?type=spaceship&fqn=enterprise', 'There is no such type'],
  ['/asset?type=table&fqn=nothing', 'Not found'],
  ['/coverage?domain=nope', 'Not found'],
  ['/coverage?service=nope', 'Not found'],
  ['/contract', 'Which contract?'],
  ['/contract?fqn=nothing', 'Not found'],
  ['/new-contract', 'A contract of which asset?'],
  ['/new-contract?type=domain&fqn=sales', 'A contract of which asset?'],
];

describeUnless(noChromium, 'somebody who may not see everything', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const resources = ['table', 'dataContract', 'user', 'team', 'role', 'policy'];
    const rules = [{ name: 'nothing', effect: 'deny', resources, operations: ['All'] }];
    await world.client.must('PUT', '/policies', { name: 'SeesNothing', rules });
    await world.client.must('PUT', '/roles', { name: 'SeesNothing', policies: ['SeesNothing'] });
    const outsider = { name: 'outsider', email: 'outsider@example.com', roles: ['SeesNothing'] };
    await world.client.must('PUT', '/users', outsider);
    // A browser reports each refusal.
    world.faults.expect(/40[34]/);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await page.context().close();
    expect(world.faults.take()).toEqual([]);
  });

  async function expectRefusal(right: string): Promise<void> {
    const refusal = page.getByRole('alert').filter({ hasText: 'You may not see this' });
    const told = `It takes the right to ${right}, which none of your roles gives. An administrator can give it to you by a role.`;
    await refusal.getByText(told).first().waitFor();
    await settled(page);
    expect(await refusal.count()).toBe(1);
    expect(await page.getByRole('main').textContent()).not.toMatch(/Principal|operations \[|FORBIDDEN|\b403\b/);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  }

  it.each(LACKING)('is told at %s that it takes the right to %s', async (address, right) => {
    page = await world.signedIn('reader');
    await page.goto(address);
    await expectRefusal(right);
  });

  it.each(DENIED)('is told at %s, where a policy denies it, that it takes the right to %s', async (address, right) => {
    page = await world.signedIn('outsider');
    await page.goto(address);
    await expectRefusal(right);
  });

  it('sees no refusal where nothing is refused', async () => {
    page = await world.signedIn('reader');
    for (const section of ['users', 'teams', 'tokens', 'notifications', 'schedules']) {
      await page.goto(`/administration?section=${section}`);
      await page.getByRole('tab', { selected: true }).waitFor();
      await settled(page);
      expect(await page.getByText('You may not see this').count()).toBe(0);
    }
  });

  it('sees people by name and team, and no address, role or policy of theirs, which who manages people does', async () => {
    page = await world.signedIn('reader');
    await page.goto('/administration?section=users');
    await page.getByRole('columnheader', { name: 'Teams' }).waitFor();
    await page.getByRole('cell', { name: /^admin/ }).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['User', 'Teams']);
    expect(await page.getByRole('main').textContent()).not.toMatch(/@/);
    expect(await page.getByRole('tab', { name: 'Roles' }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Policies' }).count()).toBe(0);
    await page.context().close();
    page = await world.signedIn();
    await page.goto('/administration?section=users');
    await page.getByRole('columnheader', { name: 'E-mail' }).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/@/);
  });

  it.each(NOWHERE)('comes to %s and is told: %s, with a way on', async (address, title) => {
    page = await world.signedIn();
    await page.goto(address);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/instance for|NOT_FOUND|\b404\b/);
    await page.getByRole('link', { name: 'Search the catalog' }).click();
    await page.getByRole('heading', { name: 'Everything in the catalog' }).waitFor();
  });
});
