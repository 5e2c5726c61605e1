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
  ['no-asset', '/asset', 'Assets'],
  ['no-type', '/asset?type=spaceship&fqn=enterprise', 'Assets'],
  ['missing-asset', '/asset?type=table&fqn=nothing', 'nothing'],
  ['no-contract', '/contract', 'Contract'],
  ['missing-contract', '/contract?fqn=nothing', 'nothing'],
  ['contract-of-nothing', '/new-contract', 'New contract'],
  ['existing-contract', '/new-contract?type=table&fqn=shop_warehouse.shop.sales.orders', 'New contract'],
];

/** What a reader may not see. */
const REFUSED: readonly CheckedPage[] = [
  ['refused-names', '/administration?section=names', 'Administration'],
  ['refused-queues', '/administration?section=queues', 'Administration'],
  ['refused-audit', '/administration?section=audit', 'Administration'],
];

describeUnless(noChromium, 'the pages of what holds others', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await fillPlaces(world);
    // A browser reports what is not there.
    world.faults.expect(/404/);
  });
  afterAll(() => world.close());

  describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
    let page: Page;
    let reader: Page;
    beforeAll(async () => {
      page = await world.signedIn('admin', scheme);
      reader = await world.signedIn('reader', scheme);
    });
    afterAll(() => Promise.all([page, reader].map((one) => one.context().close())));

    it.each(PAGES)('%s has a title of its own, and breaks nothing of WCAG 2.2 AA', (...shown) =>
      checkPage(world, page, scheme, shown),
    );

    it.each(REFUSED)('%s does so for somebody who may not see it', (...shown) =>
      checkPage(world, reader, scheme, shown),
    );
  });
});
