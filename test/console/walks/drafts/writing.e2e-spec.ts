import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld, contractPage } from '../../support/console-world';

const SHIPMENTS =
  '/dataContracts/name/shop_warehouse.shop.sales.shipments.dataContract_shipments_contract?fields=qualityExpectations';
interface Shipments {
  readonly entityStatus: string;
  readonly schema?: object;
  readonly semantics?: object;
  readonly sla?: object;
  readonly qualityExpectations?: object;
}
const promised = ({ schema, semantics, sla, qualityExpectations }: Shipments) => ({
  ...{ schema, semantics, sla, qualityExpectations },
});

describeUnless(noChromium, 'somebody who writes contracts', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const text = (name: string | RegExp) => page.getByText(name).first().waitFor();
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  /** Leaves the editor without what was changed. */
  async function cancel(): Promise<void> {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question().getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  }

  it('is told what a change would break before it is saved, and finds it among the versions', async () => {
    await page.goto(contractPage('products', 'yaml'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.waitFor();
    // What is half typed may be asked about, and is refused then.
    world.faults.expect(/400 \(Bad Request\).*\/diff$/);
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('nonsense: [');
    await page
      .getByText(/^Line \d+:/)
      .first()
      .waitFor();
    // Undone in steps: how many depends on how fast it was typed.
    for (const _ of 'nonsense: [') await page.keyboard.press('Control+z');
    await page.getByRole('textbox', { name: 'Edit the contract in YAML' }).getByText('DECIMAL').dblclick();
    await page.keyboard.type('STRING');
    await page.getByText('breaking', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save breaking change' }).waitFor();
    await editor.click();
    for (const key of ['Control+End', 'Enter', 'Home']) await page.keyboard.press(key);
    await page.keyboard.type('sla:\n');
    await page.keyboard.type('  reten');
    await page.getByRole('option', { name: /^retention/ }).waitFor();
    await page.keyboard.press('Escape');
    await cancel();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('heading', { name: /Version 0\.1/ }).waitFor();
  });

  it('writes over all of a contract, and the editor sets no style that the policy refuses', async () => {
    await page.goto(contractPage('orders', 'yaml'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('name: [');
    expect(await editor.textContent()).toBe('name: []');
    await cancel();
  });

  it('changes a contract as an ODCS document, at a link, with its faults at their lines and what it would break', async () => {
    await page.goto(contractPage('shipments', 'yaml'));
    await page.getByRole('radiogroup', { name: 'View' }).getByText('ODCS', { exact: true }).click();
    await page.waitForURL(/format=odcs/);
    await page.reload();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML, ODCS' });
    await editor.waitFor();
    const save = page.getByRole('button', { name: /^Save/ });
    expect(await save.isDisabled()).toBe(true);
    await text('Nothing is changed yet.');

    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nkind: [');
    await page
      .getByText(/^Line \d+:/)
      .first()
      .waitFor();
    await text(/^It cannot be saved with/);
    expect(await save.isDisabled()).toBe(true);
    for (const _ of 'kind: [') await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('slaDefa');
    await page.getByRole('option', { name: /^slaDefaultElement/ }).waitFor();
    await page.keyboard.press('Escape');
    for (const _ of 'slaDefa') await page.keyboard.press('Backspace');

    const changes = page.getByRole('region', { name: /^(What saving would change|Fix before saving)$/ });
    const { body: before } = await world.client.get<Shipments>(SHIPMENTS);
    await editor.getByText('DataContract', { exact: true }).dblclick();
    await page.keyboard.type('Something');
    await changes.getByText(/^Line \d+: kind /).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await editor.getByText('Something', { exact: true }).dblclick();
    await page.keyboard.type('DataContract');
    await editor.getByText('active', { exact: true }).dblclick();
    await page.keyboard.type('deprecated');
    await changes.getByText('entity status', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    const { body: after } = await world.client.get<Shipments>(SHIPMENTS);
    expect(after.entityStatus).toBe('Deprecated');
    expect(promised(after)).toEqual(promised(before));
  });

  it('is asked before unsaved YAML is lost, by Cancel, another tab, another page and a reload', async () => {
    await page.goto(contractPage('orders', 'yaml'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\ntermsOfUse: Ask first.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question().getByRole('button', { name: 'Stay' }).click();
    await editor.getByText('Ask first.').waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await question().getByRole('button', { name: 'Stay' }).click();
    await question().waitFor({ state: 'detached' });
    expect(page.url()).toContain('tab=yaml');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search' }).click();
    await question().getByRole('button', { name: 'Stay' }).click();
    await editor.getByText('Ask first.').waitFor();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await editor.getByText('Ask first.').count()).toBe(0);
    await editor.click();
    await page.keyboard.type('x');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await question().getByRole('button', { name: 'Leave' }).click();
    await page
      .getByRole('heading', { name: /^Version/ })
      .first()
      .waitFor();
  });

  it('loses nothing when the session ends, and goes on after a sign-in in another tab', async () => {
    const password = randomBytes(12).toString('base64url');
    const body = { name: 'writer', email: 'writer@example.com', password, isAdmin: true };
    await world.client.must('POST', '/users', body);
    const visitor = await world.visitor();
    await visitor.goto('/sign-in');
    await signIn(visitor, password);
    await visitor.goto(contractPage('products', 'yaml'));
    await visitor.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = visitor.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await editor.click();
    await visitor.keyboard.press('Control+End');
    const sent = visitor.waitForRequest((request) => request.headers().authorization !== undefined);
    await visitor.keyboard.type('\ntermsOfUse: Ask first.');
    world.faults.expect(/401/);
    await endSession(visitor, (await sent).headers().authorization as string);
    await visitor.keyboard.type(' Twice.');
    const told = visitor.getByRole('dialog', { name: 'Your session has ended' });
    const [other] = await Promise.all([
      visitor.context().waitForEvent('page'),
      told.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await signIn(other, password);
    await other.close();
    await told.waitFor({ state: 'detached' });
    await editor.getByText('Ask first. Twice.').waitFor();
    await visitor.getByRole('button', { name: 'Save' }).click();
    await visitor.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await visitor.context().close();
  });

  async function signIn(visitor: Page, password: string): Promise<void> {
    await visitor.getByLabel('E-mail address or name').fill('writer');
    await visitor.locator('input[type=password]').fill(password);
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('navigation', { name: 'Pages' }).waitFor();
  }

  /** As a sign-out in another place does: the page is not told of it. */
  async function endSession(visitor: Page, authorization: string): Promise<void> {
    const cookie = (await visitor.context().cookies(`${world.service.baseUrl}/api/v1/users/refresh`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = { authorization, cookie, 'x-session': 'cookie', origin: world.service.baseUrl };
    const { status } = await fetch(`${world.service.baseUrl}/api/v1/users/logout`, { method: 'POST', headers });
    expect(status).toBeLessThan(300);
  }

  it('does not write over what somebody else saved meanwhile', async () => {
    const path = '/dataContracts/name/shop_warehouse.shop.sales.payments.dataContract_payments_contract';
    await page.goto(contractPage('payments', 'yaml'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit the contract in YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\ntermsOfUse: Ask first.');
    const patched = await world.client.patch(path, [{ op: 'add', path: '/description', value: 'By somebody else' }]);
    expect(patched.status).toBe(200);
    await page.getByText('By somebody else').first().waitFor();
    world.faults.expect(/412/);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('alert').first().waitFor();
    const { body } = await world.client.get<object>(path);
    expect(body).not.toHaveProperty('termsOfUse');
    await text(/^The contract has changed since you opened it/);
    await checkState(page);
    await page.getByRole('button', { name: 'Compare with the current version' }).click();
    await page.getByRole('region', { name: 'What saving would change' }).getByText('terms of use').waitFor();
    await page.getByRole('button', { name: /^Save/, disabled: false }).click();
    await page
      .getByRole('status', { name: 'What happened' })
      .getByText(/^Saved as version/)
      .waitFor();
    expect((await world.client.get<object>(path)).body).toHaveProperty('termsOfUse');
  });

  it('says when a contract is validated by itself, by keyboard alone, and sees it among the schedules', async () => {
    await page.goto(contractPage('products'));
    await text('Not scheduled');
    await page.getByRole('button', { name: 'Schedule runs' }).focus();
    await page.keyboard.press('Enter');
    const cron = page.getByRole('textbox', { name: 'Cron expression' });
    await cron.fill('every day');
    await page.keyboard.press('Enter');
    world.faults.expect(/400/);
    await page.locator('[aria-invalid="true"]').waitFor();
    await cron.fill('30 5 * * *');
    await page.keyboard.press('Enter');
    await page.getByText('Not scheduled').waitFor({ state: 'detached' });
    await page.goto('/administration?section=schedules');
    await page.getByRole('row').filter({ hasText: 'products_contract' }).getByText('30 5 * * *').waitFor();
    await page.getByRole('link', { name: 'products_contract' }).click();
    await page.getByRole('button', { name: 'Edit the schedule' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await text('Not scheduled');
  });
});
