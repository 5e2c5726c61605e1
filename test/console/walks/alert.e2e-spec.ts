import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { DemoClient } from '../../../apps/stack/src/demo/demo-client';
import { governDemo } from '../../../apps/stack/src/demo/demo-governance';
import { eventually } from '../../support/eventually';
import { describeUnless } from '../../support/unless-refused';
import { takePicture } from '../support/check-page';
import { checkState } from '../support/check-state';
import { noChromium, settled } from '../support/chromium';
import { ConsoleWorld } from '../support/console-world';
import { CONNECTED, fillConnections } from '../support/fill-connections';

const BUILT = resolve(__dirname, '../../../dist/console');
/** All that the page of an alert loads beside the shell, packed by gzip. */
const ALERT_BYTES = 60_000;
const PHONE = { width: 390, height: 844 };
const PASSWORD = 'A-long-enough-word-1';

interface Reference {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

interface Incident {
  readonly id: string;
  readonly status: string;
  readonly assignee?: { readonly name: string };
  readonly snoozedUntil?: number;
}

describeUnless(noChromium, 'the page of an alert', () => {
  let world: ConsoleWorld;
  let page: Page;
  let drop: (() => Promise<void>) | undefined;
  /** Of the demo, with an incident; and of a table whose source is read, without one. */
  let payments: Reference;
  let orders: Reference;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const { client } = world;
    await governDemo(new DemoClient(client.baseUrl, client.token), () => undefined);
    drop = await fillConnections(world);
    const fqn = 'shop_warehouse.shop.sales.payments.dataContract_payments_contract';
    payments = await client.must('GET', `/dataContracts/name/${fqn}`);
    orders = await contractOfSource();
    page = await world.signedIn();
    await page.setViewportSize(PHONE);
  });
  afterAll(async () => {
    await world?.close();
    await drop?.();
  });
  afterEach(() => expect(world.faults.take()).toEqual([]));

  /** A contract that expects the test that fails in the source, validated on it. */
  async function contractOfSource(): Promise<Reference> {
    const { client } = world;
    const cases = await client.must<{ data: (Reference & { readonly entityFQN?: string; readonly name: string })[] }>(
      'GET',
      '/dataQuality/testCases?limit=200',
    );
    const test = cases.data.find(({ name }) => name === 'amount_is_there') as Reference;
    const table = test.fullyQualifiedName.split('.').slice(0, 4).join('.');
    expect(table).toContain(CONNECTED);
    const entity = { id: (await client.must<Reference>('GET', `/tables/name/${table}`)).id, type: 'table' };
    const contract = await client.must<Reference>('POST', '/dataContracts', {
      name: 'live_orders',
      entityStatus: 'Active',
      entity,
      qualityExpectations: [{ id: test.id, type: 'testCase' }],
    });
    await client.must('PUT', `/dataContracts/${contract.id}/consumers`, {
      party: { type: 'team', fullyQualifiedName: 'reporting' },
      purpose: 'Revenue by day',
      contact: '#reporting',
    });
    await client.must('PUT', `/dataContracts/${contract.id}/followers`, {
      id: (await client.must<Reference>('GET', '/users/name/admin')).id,
    });
    const { status } = await client.post(`/dataContracts/${contract.id}/validate`, undefined, { prefer: 'wait=60' });
    expect(status).toBe(200);
    return contract;
  }

  const alertOf = ({ id }: Reference): string => `/alert?contract=${id}`;
  const incidentsOf = async ({ id }: Reference): Promise<readonly Incident[]> =>
    (await world.client.must<{ data: Incident[] }>('GET', `/dataContracts/incidents?contract=${id}`)).data;
  const said = (text: string | RegExp) =>
    page.getByRole('status', { name: 'What happened' }).getByText(text).first().waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is what a notification links to, with since when, why, the SQL for the failing rows and whom it concerns', async () => {
    const { data } = await eventually(
      () =>
        world.client.must<{ data: { link: string; type: string }[] }>(
          'GET',
          `/dataContracts/notices?contract=${orders.id}&type=contractFailed`,
        ),
      (answer) => answer.data.length > 0,
    );
    const { pathname, search, hash } = new URL(data[0]?.link ?? '');
    expect(pathname + search + hash).toBe(alertOf(orders));
    await page.goto(pathname + search);
    await page.getByRole('heading', { name: 'live_orders', level: 1 }).waitFor();
    const alert = page.getByRole('region', { name: 'The alert' });
    await alert.getByText(/\d\d:\d\d:\d\d, for/).waitFor();
    await alert.getByText(/amount_is_there: failed at .*: 1 of 3 rows fail/).waitFor();
    await alert.getByText('Revenue by day, #reporting').waitFor();
    const rows = page.getByRole('region', { name: 'SQL for the failing rows' });
    await rows.getByText(/1 row fails/).waitFor();
    expect(await rows.locator('pre').allTextContents()).toEqual([expect.stringMatching(/select[\s\S]*amount/i)]);
    await takePicture(page, 'alert-390', 'light');
    await checkState(page);
  });

  it('copies the SQL, and is left for the check and for the contract', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the SQL of amount_is_there' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/select[\s\S]*amount/i);
    await page.getByRole('link', { name: 'All about the contract' }).click();
    await page.waitForURL(/\/contract\?/);
    const rows = page.getByRole('region', { name: 'SQL for the failing rows' });
    await rows.locator('pre').waitFor();
    await checkState(page);
    await rows.getByRole('link', { name: 'amount_is_there' }).click();
    await page.getByRole('heading', { name: 'amount_is_there', level: 1 }).waitFor();
  });

  it('acts by no GET: it is opened and read without a change', async () => {
    const methods: string[] = [];
    page.on('request', (request) => methods.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const before = await incidentsOf(payments);
    await page.goto(alertOf(payments));
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    await settled(page);
    expect(methods.filter((one) => !one.startsWith('GET ') && !one.endsWith('/users/refresh'))).toEqual([]);
    expect(await incidentsOf(payments)).toEqual(before);
    await checkState(page);
  });

  it('assigns the incident to oneself, snoozes it to the next 08:00, and takes both back', async () => {
    const [before] = await incidentsOf(payments);
    await press('Assign to me');
    await said('Assigned to you.');
    expect(await incidentsOf(payments)).toMatchObject([{ status: 'Assigned', assignee: { name: 'admin' } }]);
    await press('Snooze until 08:00');
    await said(/^Snoozed until .* 08:00:00\.$/);
    const [{ snoozedUntil = 0 } = {}] = await incidentsOf(payments);
    expect(new Date(snoozedUntil).getHours()).toBe(8);
    expect(snoozedUntil - Date.now()).toBeGreaterThan(0);
    expect(snoozedUntil - Date.now()).toBeLessThanOrEqual(25 * 3_600_000);
    await page.getByText(/snoozed until/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText(/snoozed until .*08:00:00/).waitFor({ state: 'detached' });
    expect(before?.id).toBe((await incidentsOf(payments))[0]?.id);
  });

  it('runs the contract again', async () => {
    const results = async () =>
      (await world.client.must<{ paging: { total: number } }>('GET', `/dataContracts/${payments.id}/results?limit=0`))
        .paging.total;
    const before = await results();
    await press('Run again');
    await page.getByRole('status', { name: 'Validation' }).getByText('Run finished').waitFor();
    expect(await results()).toBe(before + 1);
    await checkState(page);
  });

  it('opens an incident for a failing contract that has none, by keyboard', async () => {
    expect(await incidentsOf(orders)).toEqual([]);
    await page.goto(alertOf(orders));
    await page.getByRole('button', { name: 'Assign to me' }).focus();
    await page.keyboard.press('Enter');
    await said('Assigned to you.');
    expect(await incidentsOf(orders)).toMatchObject([{ status: 'Assigned', assignee: { name: 'admin' } }]);
    await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toMatch(/BUTTON|A/);
  });

  it('asks who is not signed in to sign in, and is there afterwards', async () => {
    await world.client.must('POST', '/users', { name: 'caller', email: 'caller@example.com', password: PASSWORD });
    const visitor = await world.visitor();
    await visitor.setViewportSize(PHONE);
    await visitor.goto(alertOf(orders));
    await visitor.getByRole('textbox', { name: 'E-mail address or name' }).fill('caller');
    await visitor.locator('input[type=password]').fill(PASSWORD);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visitor.getByRole('heading', { name: 'live_orders', level: 1 }).waitFor();
    expect(new URL(visitor.url()).pathname + new URL(visitor.url()).search).toBe(alertOf(orders));
    await settled(visitor);
    // Somebody without any right on it reads it, and has no button.
    expect(await visitor.locator('.alert-actions').getByRole('button').count()).toBe(0);
    await checkState(visitor);
    await visitor.context().close();
  });

  it.each(['3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', 'nothing'])('is not found of %s', async (id) => {
    await page.goto(`/alert?contract=${id}`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await checkState(page);
    // The browser reports the refusal.
    world.faults.take();
  });

  it('is not found by who may not view the contract', async () => {
    const rules = [{ name: 'none', effect: 'deny', operations: ['All'], resources: ['dataContract'] }];
    await world.client.must('PUT', '/policies', { name: 'NoContracts', rules });
    await world.client.must('PUT', '/roles', { name: 'NoContracts', policies: ['NoContracts'] });
    await world.client.must('POST', '/users', { name: 'outsider', email: 'o@example.com', roles: ['NoContracts'] });
    const other = await world.signedIn('outsider');
    await other.goto(alertOf(orders));
    await other.getByRole('heading', { name: 'Not found' }).waitFor();
    await other.context().close();
    world.faults.take();
  });

  it(`loads at most ${ALERT_BYTES} bytes beside the shell`, async () => {
    const loads = async (address: string, shown: string): Promise<ReadonlySet<string>> => {
      const visitor = await world.signedIn();
      const files = new Set<string>();
      visitor.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/assets/')) files.add(pathname);
      });
      await visitor.goto(address);
      await visitor.getByRole('heading', { name: shown }).first().waitFor();
      await settled(visitor);
      await visitor.context().close();
      return files;
    };
    const shell = await loads('/no/such/page', 'There is no such page');
    const alert = await loads(alertOf(orders), 'live_orders');
    expect(shell.size).toBeGreaterThan(1);
    const beside = [...alert].filter((file) => !shell.has(file));
    expect(beside.length).toBeGreaterThan(0);
    const bytes = beside.reduce((sum, file) => sum + statSync(join(BUILT, `${file}.gz`)).size, 0);
    console.info(`the page of an alert loads ${bytes} bytes beside the shell`);
    expect(bytes).toBeLessThanOrEqual(ALERT_BYTES);
  });
});
