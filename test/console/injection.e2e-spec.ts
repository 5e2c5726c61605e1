import type { Page } from 'playwright-core';
import { describeUnless } from '../support/unless-refused';
import { noChromium, settled } from './support/chromium';
import { ConsoleWorld } from './support/console-world';
import { PAYLOADS } from './support/payloads';

/** Of how many payloads the pages of their own are opened: of all with SUITE_SIZE=full, else of each fifth. */
const EACH = process.env['SUITE_SIZE'] === 'full' ? 1 : 5;

const SCHEMA = 'shop_warehouse.shop.sales';

describeUnless(noChromium, 'names and descriptions that are markup or script', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    for (const [at, payload] of PAYLOADS.entries()) {
      const columns = [{ name: `c${at} ${payload}`.slice(0, 250), dataType: 'INT', description: payload }];
      const table = await world.client.put(`/tables?refresh=wait_for`, {
        name: `marked_${at}`,
        displayName: `marked ${payload}`,
        description: `marked ${payload}`,
        databaseSchema: SCHEMA,
        columns,
      });
      expect([table.status, table.body]).toEqual([201, expect.anything()]);
      const contract = await world.client.put('/dataContracts?refresh=wait_for', {
        name: `marked_${at}_contract`,
        displayName: `marked ${payload}`,
        description: `marked ${payload}`,
        entity: { type: 'table', fullyQualifiedName: `${SCHEMA}.marked_${at}` },
        semantics: [{ name: payload, description: payload, rule: { '!!': [{ var: 'owners' }] } }],
        termsOfUse: payload,
      });
      expect([contract.status, contract.body]).toEqual([201, expect.anything()]);
      await world.client.post(`/dataContracts/${String(contract.body.id)}/validate`);
    }
    page = await world.signedIn();
  });
  afterAll(() => world.close());

  async function expectText(): Promise<void> {
    await settled(page);
    expect(
      await page.evaluate(
        '[typeof window.hit, document.querySelectorAll(":is(main, [role=listbox]) :is(iframe, script, img), #hit").length]',
      ),
    ).toEqual(['undefined', 0]);
    expect(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count()).toBe(0);
    expect(world.faults.take()).toEqual([]);
  }

  it('stay text in lists and hits', async () => {
    for (const address of ['/contracts', '/coverage', '/search?q=marked', '/']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectText();
    }
  });

  it('stay text where the search box offers them', async () => {
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Search the catalog' }).fill('onerror');
    await page.getByRole('option').filter({ hasText: 'onerror' }).first().waitFor();
    await expectText();
  });

  it.each(PAYLOADS.map((payload, at) => [payload, at] as const).filter(([, at]) => at % EACH === 0))(
    '%s stays text on its own pages',
    async (payload, at) => {
      const contract = `/contract?fqn=${SCHEMA}.marked_${at}.dataContract_marked_${at}_contract`;
      for (const address of [contract, `${contract}&tab=promise`, `/asset?type=table&fqn=${SCHEMA}.marked_${at}`]) {
        await page.goto(address);
        await page.getByRole('heading', { name: `marked ${payload}`, level: 1 }).waitFor();
        await expectText();
      }
    },
  );
});
