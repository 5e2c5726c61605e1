import type { Page } from 'playwright-core';
import { describeUnless } from '../support/unless-refused';
import { checkPage, type CheckedPage } from './support/check-page';
import { noChromium, type Scheme } from './support/chromium';
import { ConsoleWorld } from './support/console-world';
import { fillPlaces } from './support/fill-places';

const PAGES: readonly CheckedPage[] = [
  ['service', '/asset?type=databaseService&fqn=shop_warehouse', 'shop_warehouse'],
  ['schema', '/asset?type=databaseSchema&fqn=shop_warehouse.shop.sales', 'sales'],
  ['long-schema', '/asset?type=databaseSchema&fqn=shop_warehouse.shop.archive', 'archive'],
  ['domain', '/asset?type=domain&fqn=sales', 'sales'],
  ['data-product', '/asset?type=dataProduct&fqn=logistics', 'logistics'],
  ['team', '/asset?type=team&fqn=commerce', 'Commerce'],
  ['user', '/asset?type=user&fqn=demo_steward', 'Demo Steward'],
  ['glossary', '/asset?type=glossary&fqn=words', 'words'],
  ['container', '/asset?type=container&fqn=lake.raw.orders', 'orders'],
  ['endpoint', '/asset?type=apiEndpoint&fqn=shop_api.v1.read_order', 'read_order'],
  ['pipeline', '/asset?type=pipeline&fqn=flows.nightly&tab=contents', 'nightly'],
];

describeUnless(noChromium, 'the pages of what holds others', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await fillPlaces(world);
  });
  afterAll(() => world.close());

  describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
    let page: Page;
    beforeAll(async () => {
      page = await world.signedIn('admin', scheme);
    });
    afterAll(() => page.context().close());

    it.each(PAGES)('%s has a title of its own, and breaks nothing of WCAG 2.2 AA', (...shown) =>
      checkPage(world, page, scheme, shown),
    );
  });
});
