import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld } from '../../support/console-world';
import { CONNECTED, fillConnections } from '../../support/fill-connections';
import { Keys } from '../../support/keys';

interface Stored {
  readonly connection: { readonly config: Readonly<Record<string, unknown>> };
}

describeUnless(noChromium, 'somebody who connects a database', () => {
  let world: ConsoleWorld;
  let page: Page;
  let drop: (() => Promise<void>) | undefined;
  let hostPort: string;

  const stored = () =>
    world.client.must<Stored>('GET', `/services/databaseServices/name/${CONNECTED}?fields=connection`);
  const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    drop = await fillConnections(world);
    hostPort = String((await stored()).connection.config.hostPort);
    page = await world.signedIn();
  });
  afterAll(async () => {
    await world?.close();
    await drop?.();
  });
  afterEach(() => expect(world.faults.take()).toEqual([]));

  it('fills in the form of a kind by keyboard, and reads what to do where the login fails', async () => {
    await page.goto('/connect');
    const keys = new Keys(page);
    const secret = 'Canary-of-the-form';
    await keys.type(
      page.getByLabel('Connection string (optional)'),
      `postgresql://nobody:${secret}@${hostPort}/shop?x=1`,
    );
    await page.keyboard.press('Enter');
    await page.getByText('Not understood, and left out: x').waitFor();
    expect(await page.getByLabel('Connection string (optional)').inputValue()).not.toContain(secret);
    expect(await textbox('Host and port').inputValue()).toBe(hostPort);
    await page.getByText(`--host-port ${hostPort} --user nobody --database shop`).waitFor();
    await keys.choose(page.getByRole('combobox', { name: 'TLS' }), '', 'disable');
    await keys.press(page.getByRole('button', { name: 'Test', exact: true }));
    const test = page.getByRole('region', { name: 'Connection test' });
    await test.getByText('What to do:').waitFor();
    const form = page.getByRole('form', { name: 'Connection', exact: true });
    await form.getByText(/authentication failed|does not exist/).waitFor();
    const terminal = page.getByRole('region', { name: 'The same from a terminal' });
    expect(await terminal.textContent()).not.toContain(secret);
    expect(page.url()).not.toContain('Canary');
    await checkState(page);
  });

  it('is told that TLS is required, and at which field', async () => {
    await page.goto('/connect');
    await page
      .getByLabel('Connection string (optional)')
      .fill(`postgresql://nobody:p@${hostPort}/shop?sslmode=require`);
    await page.getByLabel('Connection string (optional)').press('Enter');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const test = page.getByRole('region', { name: 'Connection test' });
    await test.getByText('connection.config.sslMode').waitFor();
    await test.getByText('What to do:').waitFor();
  });

  it('sees each kind by its schema, and what the service says of a member at that', async () => {
    await page.goto('/connect');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Databricks (preview)' }).click();
    await page.getByText('A preview: it was tried against no server').waitFor();
    await textbox('Name').fill('lakehouse');
    await textbox('Workspace').fill('adb-1.example.org');
    await textbox('Path of the SQL warehouse').fill('elsewhere');
    await page.getByLabel('Token').first().fill('a-token');
    world.faults.expect(/400/);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('must be the path of a SQL warehouse: /sql/1.0/warehouses/<id>').first().waitFor();
    await checkState(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1360, height: 860 });
  });

  it('edits a connection: the secret stays where none is entered, and no answer shows it', async () => {
    await page.goto(`/connections?service=${CONNECTED}`);
    await page.getByRole('link', { name: 'Edit the connection' }).click();
    await page.getByText('Stored, and not shown. Left empty, it stays').first().waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'TLS' }).click();
    await page.getByRole('option', { name: 'prefer', exact: true }).click();
    await checkState(page);
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByRole('heading', { name: CONNECTED, level: 1 }).waitFor();
    const runs = page.getByRole('table', { name: 'Runs' });
    await runs.getByRole('row').nth(1).filter({ hasText: 'Connection test' }).filter({ hasText: 'Passed' }).waitFor();
    expect((await stored()).connection.config).toMatchObject({
      sslMode: 'prefer',
      authType: { password: '*********' },
    });
  });

  it('is told that somebody else has changed it meanwhile', async () => {
    await page.goto(`/connect?service=${CONNECTED}`);
    await textbox('Database').waitFor();
    await world.client.must('PATCH', `/services/databaseServices/name/${CONNECTED}`, [
      { op: 'add', path: '/description', value: 'Changed meanwhile' },
    ]);
    await page.getByRole('combobox', { name: 'TLS' }).click();
    await page.getByRole('option', { name: 'disable', exact: true }).click();
    world.faults.expect(/412/);
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByText('was changed by somebody else meanwhile').waitFor();
    expect((await stored()).connection.config).toMatchObject({ sslMode: 'prefer' });
  });

  it('is named the right that it takes, and sees no button without it', async () => {
    await world.client.post('/users', { name: 'reader_of_pages', email: 'reader_of_pages@example.com' });
    const reader = await world.signedIn('reader_of_pages');
    await reader.goto('/connections');
    await reader.getByRole('table', { name: 'Database services' }).waitFor();
    expect(await reader.getByRole('link', { name: 'Connect a database' }).count()).toBe(0);
    await reader.goto('/connect');
    await reader.getByText('(ConnectData on databaseService)').waitFor();
    await checkState(reader);
    await reader.context().close();
  });
});
