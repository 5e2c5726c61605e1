import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describeUnless } from '../support/unless-refused';
import { violationsOf } from './support/accessibility';
import { checkPage, takePicture, type CheckedPage } from './support/check-page';
import { fillConnections } from './support/fill-connections';
import { fillOperations } from './support/fill-operations';
import { noChromium, settled, type Scheme } from './support/chromium';
import { assetPage, ConsoleWorld, contractPage, lineagePage } from './support/console-world';

const BUILT = resolve(__dirname, '../../dist/console');
/** All scripts and styles that `/` loads, packed by gzip. */
const FIRST_LOAD_BYTES = 230_000;

const PAGES: readonly CheckedPage[] = [
  ['start', '/', 'Home'],
  ['start-mine', '/?mine=true', 'Home'],
  ['contracts', '/contracts', 'Contracts'],
  ['coverage', '/coverage', 'Coverage'],
  ['coverage-domain', '/coverage?domain=sales', 'Coverage of sales'],
  ['contract-verdict', contractPage('customers'), 'customers_contract'],
  ['contract-history', contractPage('customers', 'history'), 'customers_contract'],
  ['contract-promise', contractPage('orders', 'promise'), 'orders_contract'],
  ['contract-versions', contractPage('orders', 'versions'), 'orders_contract'],
  ['contract-impact', contractPage('customers', 'impact'), 'customers_contract'],
  ['contract-yaml', contractPage('orders', 'yaml'), 'orders_contract'],
  ['new-contract', '/new-contract?type=table&fqn=shop_warehouse.shop.sales.carriers', 'New contract'],
  ['search', '/search?q=order', 'Results for order'],
  ['asset', assetPage('orders'), 'orders'],
  ['asset-versions', `${assetPage('customers')}&tab=versions`, 'customers'],
  ['profile', `${assetPage('orders')}&tab=profile`, 'orders'],
  ['lineage', lineagePage('orders'), 'Lineage of orders'],
  ['governance', '/governance', 'Governance'],
  ['contract-policies', '/policies', 'Contract policies'],
  ['connections', '/connections', 'Connections'],
  ['connection', '/connections?service=live_shop', 'live_shop'],
  ['administration', '/administration', 'Administration'],
  ['roles', '/administration?section=roles', 'Administration'],
  ['policies', '/administration?section=policies', 'Administration'],
  ['tokens', '/administration?section=tokens', 'Administration'],
  ['names', '/administration?section=names', 'Administration'],
  ['queues', '/administration?section=queues', 'Administration'],
  ['schedules', '/administration?section=schedules', 'Administration'],
  ['notifications', '/administration?section=notifications', 'Administration'],
  ['audit', '/administration?section=audit', 'Administration'],
];

interface Listed {
  readonly id: string;
  readonly fullyQualifiedName: string;
  readonly entity: { readonly type: string; readonly fullyQualifiedName: string };
}

/** Nobody asks it for anything: it is a button. */
const ISSUER = {
  issuer: 'https://login.example.org',
  jwksUri: 'https://login.example.org/keys',
  signIn: { clientId: 'catalog', name: 'Example' },
};

describeUnless(noChromium, 'the pages of the console', () => {
  let world: ConsoleWorld;
  let drop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    world = await ConsoleWorld.open({ JWT_ISSUERS: JSON.stringify([ISSUER]) });
    await fillOperations(world);
    drop = await fillConnections(world);
  });
  afterAll(async () => {
    await world?.close();
    await drop?.();
  });

  describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
    let page: Page;
    beforeAll(async () => {
      page = await world.signedIn('admin', scheme);
    });
    afterAll(() => page.context().close());

    it.each(PAGES)(
      '%s has a title of its own, and breaks nothing of WCAG 2.2 AA, and no rule of the browser',
      (...shown) => checkPage(world, page, scheme, shown),
    );

    it('the sign-in breaks nothing of them either', async () => {
      const visitor = await world.visitor(scheme);
      await visitor.goto('/sign-in');
      await visitor.getByRole('button', { name: 'Sign in with Example' }).waitFor();
      // Not waitForFunction: from its second try on it evaluates in the page, where the policy forbids that.
      await visitor.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
      await settled(visitor);
      expect(await visitor.title()).toBe('Sign in – Data contracts');
      await takePicture(visitor, 'sign-in', scheme);
      expect(await violationsOf(visitor)).toEqual([]);
      await visitor.context().close();
    });
  });

  it('asks for nothing that is not there, on each page of each contract and asset', async () => {
    const page = await world.signedIn();
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(`${page.url()}: ${response.request().method()} ${response.url()}`);
    });
    const { data } = await world.client.must<{ data: readonly Listed[] }>(
      'GET',
      '/dataContracts?limit=100&fields=entity',
    );
    expect(data.length).toBeGreaterThan(4);
    for (const { id, fullyQualifiedName, entity } of data) {
      for (const address of [
        `/contract?fqn=${encodeURIComponent(fullyQualifiedName)}`,
        `/asset?type=${entity.type}&fqn=${encodeURIComponent(entity.fullyQualifiedName)}`,
      ]) {
        await page.goto(address);
        await page.getByRole('tab').first().waitFor();
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await page.getByRole('tabpanel').waitFor();
          await settled(page);
        }
      }
      await page.goto(`/alert?contract=${id}`);
      await settled(page);
    }
    expect(missing).toEqual([]);
    await page.context().close();
  });

  it(`loads at most ${FIRST_LOAD_BYTES} bytes before a page shows`, async () => {
    const page = await world.signedIn();
    const files: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/assets/')) files.push(pathname);
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    expect(files.length).toBeGreaterThan(2);
    const bytes = [...new Set(files)].reduce((sum, file) => sum + statSync(join(BUILT, `${file}.gz`)).size, 0);
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
    await page.context().close();
  });

  it('is served with nothing inline, and every file under a name of its content', () => {
    const names = readdirSync(join(BUILT, 'assets')).filter((name) => !name.endsWith('.gz'));
    expect(names.filter((name) => !/-[\w-]{8,}\.\w+$/.test(name))).toEqual([]);
  });
});
