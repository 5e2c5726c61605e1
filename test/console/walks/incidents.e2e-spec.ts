import type { Locator, Page } from 'playwright-core';
import { DemoClient } from '../../../apps/stack/src/demo/demo-client';
import { governDemo } from '../../../apps/stack/src/demo/demo-governance';
import { eventually } from '../../support/eventually';
import { describeUnless } from '../../support/unless-refused';
import { checkState } from '../support/check-state';
import { takePicture } from '../support/check-page';
import { noChromium, settled } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';

interface Incident {
  readonly id: string;
  readonly status: string;
  readonly contract: { readonly name: string };
  readonly assignee?: { readonly name: string };
  readonly snoozedUntil?: number;
  readonly mutedUntil?: number;
  readonly muteReason?: string;
  readonly resolution?: string;
  readonly comments: number;
}

/** As long as those of a large catalog. */
const LONG = 'fct_monthly_recurring_revenue_by_customer_segment_and_subscription_plan_with_currency_conversion_daily';
const MANY = 6;

describeUnless(noChromium, 'somebody on call', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const { baseUrl, token } = world.client;
    await governDemo(new DemoClient(baseUrl, token), () => undefined);
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const incidentOf = async (table: string): Promise<Incident> => {
    const { data } = await world.client.must<{ data: Incident[] }>(
      'GET',
      '/dataContracts/incidents?status=all&limit=99',
    );
    return data.find(({ contract }) => contract.name === `${table}_contract`) as Incident;
  };
  const banner = () => page.getByRole('region', { name: 'Open incident' });
  const dialog = () => page.getByRole('dialog');
  const said = (text: string | RegExp) =>
    page.getByRole('status', { name: 'What happened' }).getByText(text).first().waitFor();

  async function act(
    within: Locator,
    action: string,
    fill: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    await within.getByRole('button', { name: action, exact: true }).click();
    await fill();
    await dialog().getByRole('button', { name: action, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
  }

  const choose = async (field: string, option: string): Promise<void> => {
    await dialog().getByRole('combobox', { name: field }).click();
    await dialog().getByRole('option', { name: option, exact: true }).click();
  };

  it('takes the incident of a contract, and gives it to somebody else and back', async () => {
    await page.goto(contractPage('payments'));
    await banner()
      .getByText(/^Incident, /)
      .waitFor();
    await checkState(page);
    await act(banner(), 'Assign to me');
    await said('Assigned to you.');
    expect(await incidentOf('payments')).toMatchObject({ status: 'Assigned', assignee: { name: 'admin' } });
    await act(banner(), 'Assign', () => dialog().getByRole('combobox', { name: 'To whom' }).fill('demo_steward'));
    await said('Assigned to demo_steward.');
    await banner().getByText('Demo Steward').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await banner().getByText('Demo Steward').waitFor({ state: 'detached' });
    expect(await incidentOf('payments')).toMatchObject({ assignee: { name: 'admin' } });
  });

  it('snoozes it until the morning, and takes that back', async () => {
    await act(banner(), 'Snooze', async () => {
      await checkState(page);
      await choose('How long', 'until 08:00');
    });
    await said(/^Snoozed until .* 08:00:00\.$/);
    const { snoozedUntil = 0 } = await incidentOf('payments');
    expect(new Date(snoozedUntil).getHours()).toBe(8);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await banner()
      .getByText(/08:00:00/)
      .waitFor({ state: 'detached' });
    expect((await incidentOf('payments')).snoozedUntil ?? 0).toBeLessThan(snoozedUntil);
  });

  it('snoozes all that follow from it as well, and takes that back for each', async () => {
    const { id } = await incidentOf('payments');
    const affected = await world.client.must<{ paging: { total: number } }>(
      'GET',
      `/dataContracts/incidents?cause=${id}`,
    );
    expect(affected.paging.total).toBe(1);
    const until = async () => (await incidentOf('shipments')).snoozedUntil ?? 0;
    await act(banner(), 'Snooze', async () => {
      await choose('How long', 'until 08:00');
      await dialog()
        .getByRole('checkbox', { name: /that follow/ })
        .check();
    });
    await said(/^Snoozed until .* Done for 1 incident downstream as well\.$/);
    const snoozed = await until();
    expect(snoozed).toBeGreaterThan(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await eventually(until, (now) => now < snoozed);
  });

  it('counts those that follow on which somebody has no right', async () => {
    await world.client.must('POST', '/users', { name: 'stand_in', email: 'stand_in@example.com' });
    const { id } = await incidentOf('payments');
    const assign = (fullyQualifiedName: string) =>
      world.client.must('POST', `/dataContracts/incidents/${id}/actions`, {
        action: 'assign',
        assignee: { type: 'user', fullyQualifiedName },
      });
    await assign('stand_in');
    const standIn = await world.signedIn('stand_in');
    // The request that has no right is refused, and a browser reports that.
    world.faults.expect(/403/);
    await standIn.goto(contractPage('payments'));
    const region = standIn.getByRole('region', { name: 'Open incident' });
    await region.getByRole('button', { name: 'Snooze', exact: true }).click();
    const asked = standIn.getByRole('dialog');
    await asked.getByRole('checkbox', { name: /that follow/ }).check();
    await asked.getByRole('button', { name: 'Snooze', exact: true }).click();
    await standIn
      .getByRole('status', { name: 'What happened' })
      .getByText(/Done for 0 incidents downstream as well; 1 left, on which you have no right\.$/)
      .waitFor();
    await standIn.context().close();
    await assign('admin');
  });

  it('mutes the contract with a reason, unmutes it, and comments', async () => {
    await act(banner(), 'Mute', () => dialog().getByRole('textbox', { name: 'Reason' }).fill('A backfill runs.'));
    await banner()
      .getByText(/muted until/)
      .waitFor();
    expect(await incidentOf('payments')).toMatchObject({ muteReason: 'A backfill runs.' });
    const { mutedUntil } = await incidentOf('payments');
    await act(banner(), 'Unmute');
    await banner()
      .getByText(/muted until/)
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await banner()
      .getByText(/muted until/)
      .waitFor();
    expect(await incidentOf('payments')).toMatchObject({ mutedUntil, muteReason: 'A backfill runs.' });
    await act(banner(), 'Unmute');
    await banner()
      .getByText(/muted until/)
      .waitFor({ state: 'detached' });
    const { comments } = await incidentOf('payments');
    await act(banner(), 'Comment', () =>
      dialog().getByRole('textbox', { name: 'Comment' }).fill('The source is late.'),
    );
    expect((await incidentOf('payments')).comments).toBe(comments + 1);
  });

  it('reads in the list what happened, each with its day and hour', async () => {
    await page.goto('/governance');
    const incidents = page.getByRole('table', { name: 'Incidents' });
    await incidents.getByRole('button', { name: /^Unfold incident of .*payments_contract/ }).click();
    const history = page.getByRole('table', { name: 'History of the incident' });
    await history
      .getByRole('row')
      .filter({ hasText: 'The source is late.' })
      .getByText(/\d\d:\d\d/)
      .waitFor();
    await history.getByText('Assigned to').first().waitFor();
    await takePicture(page, 'incidents', 'light');
    await checkState(page);
  });

  it('resolves it with all that follow from it by one dialog', async () => {
    await page.goto(contractPage('payments'));
    await act(banner(), 'Resolve', async () => {
      await choose('Resolution', 'Expected');
      await dialog()
        .getByRole('checkbox', { name: /that follow/ })
        .check();
      await dialog().getByRole('textbox', { name: 'What was done' }).fill('The backfill is through.');
    });
    await said(/^Resolved: expected\. Done for 1 incident downstream as well\.$/);
    await banner().waitFor({ state: 'detached' });
    expect(await incidentOf('payments')).toMatchObject({ status: 'Resolved', resolution: 'Expected' });
    expect(await incidentOf('shipments')).toMatchObject({ status: 'Resolved', resolution: 'Expected' });
  });

  it('who may not act on it may comment, and sees no other button', async () => {
    await world.client.must('POST', '/users', { name: 'bystander', email: 'bystander@example.com' });
    await openByHand('customers');
    const bystander = await world.signedIn('bystander');
    await bystander.goto(contractPage('customers'));
    const region = bystander.getByRole('region', { name: 'Open incident' });
    await region.getByRole('button', { name: 'Comment' }).waitFor();
    await settled(bystander);
    expect(await region.getByRole('button').allTextContents()).toEqual(['Comment']);
    await bystander.context().close();
  });

  async function openByHand(table: string): Promise<void> {
    const fqn = `shop_warehouse.shop.sales.${table}.dataContract_${table}_contract`;
    const { id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${fqn}`);
    await world.client.must('POST', `/dataContracts/${id}/incidents`, { comment: 'Rows are missing.' });
  }

  async function isWithin(row: Locator, cells: readonly string[], width: number): Promise<void> {
    for (const cell of cells) {
      const box = await row.locator(`[data-label="${cell}"]`).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  }

  it('sorts the list by the server, and filters it; the address says so', async () => {
    await page.goto('/governance');
    const incidents = page.getByRole('table', { name: 'Incidents' });
    const asked = page.waitForRequest(/\/dataContracts\/incidents\?.*sortBy=name&sortOrder=asc/);
    await incidents.getByRole('button', { name: 'Of', exact: true }).click();
    await asked;
    await page.waitForURL(/sort=name&order=asc/);
    expect(await incidents.getByRole('columnheader', { name: 'Of', exact: true }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await page.reload();
    await incidents.getByRole('row').nth(1).waitFor();
    await page.getByRole('search', { name: 'Filter incidents' }).getByLabel('Owner').fill('nobody_there');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No open incidents' }).waitFor();
  });

  it('sorts and filters the incidents of test cases by the server too', async () => {
    const incidents = page.getByRole('table', { name: 'Incidents' });
    // Where of contracts none is open, those of test cases are shown.
    const ofContracts = '**/api/v1/dataContracts/incidents?*';
    await page.route(ofContracts, (route) => route.fulfill({ json: { data: [], paging: { total: 0 } } }));
    await page.goto('/governance');
    await incidents.getByRole('link', { name: 'emails_are_unique' }).waitFor();
    await page.getByRole('radio', { name: 'Of contracts 0' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('radio', { name: /^Of test cases [1-9]/ }).isChecked()).toBe(true);
    await page.unroute(ofContracts);
    await page.goto('/governance?kind=testCase');
    await incidents.getByRole('link', { name: 'emails_are_unique' }).waitFor();
    const heading = (name: string) => incidents.getByRole('columnheader', { name, exact: true });
    expect(await heading('For').getAttribute('aria-sort')).toBe('descending');
    for (const [label, by] of [
      ['Of', 'name'],
      ['Status', 'status'],
    ] as const) {
      const asked = page.waitForRequest(new RegExp(`/testCaseIncidentStatus\\?.*sortBy=${by}&sortOrder=asc`));
      await incidents.getByRole('button', { name: label, exact: true }).click();
      await asked;
      await page.waitForURL(new RegExp(`sort=${by}&order=asc`));
      await incidents.getByRole('link', { name: 'emails_are_unique' }).waitFor();
      expect(await heading(label).getAttribute('aria-sort')).toBe('ascending');
    }
    await checkState(page);
    const filtered = page.waitForResponse(/\/testCaseIncidentStatus\?.*owner=nobody_there/);
    await page.getByRole('search', { name: 'Filter incidents' }).getByLabel('Owner').fill('nobody_there');
    await page.keyboard.press('Enter');
    expect((await filtered).status()).toBe(200);
    await page.getByRole('heading', { name: 'No open incidents' }).waitFor();
    // Each kind has orders of its own: those of the other one are forgotten.
    await page.getByText('Of contracts', { exact: true }).click();
    await page.waitForURL((url) => !url.search.includes('sort='));
  });

  it('reads one time on the list and on the contract: since when it fails', async () => {
    const fqn = 'shop_warehouse.shop.sales.customers.dataContract_customers_contract';
    const { latestResult } = await world.client.must<{ latestResult: { since: number } }>(
      'GET',
      `/dataContracts/name/${fqn}`,
    );
    const since = new Date(latestResult.since).toISOString();
    await page.goto('/governance');
    const incident = page.getByRole('table', { name: 'Incidents' }).getByRole('row').filter({ hasText: 'customers' });
    expect(await incident.locator('[data-label="For"] time').getAttribute('datetime')).toBe(since);
    await incident.locator('[data-label="Opened"] time').waitFor();
    await page.goto('/contracts');
    const contract = page.getByRole('table', { name: 'Contracts' }).getByRole('row').filter({ hasText: 'customers' });
    expect(await contract.locator('[data-label="For"] time').getAttribute('datetime')).toBe(since);
    await page.goto(contractPage('customers'));
    await page.locator(`time[datetime="${since}"]`).first().waitFor();
  });

  it('finds status and duration of each incident within the window, also with long names', async () => {
    const names = Array.from({ length: MANY }, (_, at) => `${LONG}_${at}`);
    for (const name of names) {
      const columns = [{ name: 'id', dataType: 'INT' }];
      const table = await world.client.must<{ id: string; fullyQualifiedName: string }>('POST', '/tables', {
        name,
        columns,
        databaseSchema: 'shop_warehouse.shop.sales',
      });
      const { id } = await world.client.must<{ id: string }>('POST', '/dataContracts', {
        name: `${name}_contract`,
        entity: { id: table.id, type: 'table' },
        entityStatus: 'Active',
      });
      const result = { timestamp: Date.now(), contractExecutionStatus: 'Failed', result: 'Too few rows' };
      await world.client.must('PUT', `/dataContracts/${id}/results`, result);
      await world.client.post(`/dataContracts/${id}/incidents`, { comment: 'Rows are missing.' });
    }
    await page.goto('/governance');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = page.getByRole('table', { name: 'Incidents' }).getByRole('row').filter({ hasText: LONG });
      await rows.nth(MANY - 1).waitFor();
      for (const row of await rows.all()) await isWithin(row, ['Status', 'For'], width);
      await takePicture(page, `incidents-long-${width}`, 'light');
      await page.goto('/contracts?sort=since&order=desc');
      const contracts = page.getByRole('table', { name: 'Contracts' }).getByRole('row').filter({ hasText: LONG });
      await contracts.nth(MANY - 1).waitFor();
      for (const row of await contracts.all()) await isWithin(row, ['Last result', 'For'], width);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      // Nothing of the table is cut, nor scrolled to.
      expect(await page.getByRole('group', { name: 'Table, scrolls sideways' }).count()).toBe(0);
      await takePicture(page, `contracts-long-${width}`, 'light');
      await checkState(page);
      await page.goto('/governance');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await checkState(page);
  });
});
