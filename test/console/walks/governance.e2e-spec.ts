import type { Page } from 'playwright-core';
import { describeUnless } from '../../support/unless-refused';
import { takePicture } from '../support/check-page';
import { noChromium } from '../support/chromium';
import { ConsoleWorld, contractPage } from '../support/console-world';

const FQN = 'shop_warehouse.shop.sales.orders.dataContract_orders_contract';

describeUnless(noChromium, 'somebody who looks at how a contract is governed', () => {
  let world: ConsoleWorld;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
    ({ id } = await world.client.must<{ id: string }>('GET', `/dataContracts/name/${FQN}`));
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const table = (name: string) => page.getByRole('table', { name });

  it('sees that nothing is governed where nothing is', async () => {
    // A contract without objectives has none to be attained.
    world.faults.expect(/404/);
    await page.goto(contractPage('orders', 'governance'));
    await page.getByText('whoever may edit it changes it (no policy says otherwise)').waitFor();
    for (const name of ['Proposals', 'Consumers', 'Incidents', 'Objectives']) expect(await table(name).count()).toBe(0);
  });

  it('sees policy, proposals, consumers, incidents and objectives of that contract alone', async () => {
    const { client } = world;
    const at = (more: string) => `/dataContracts/${id}/${more}`;
    const scope = { type: 'dataContract', fullyQualifiedName: FQN };
    await client.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const party = { type: 'user', fullyQualifiedName: 'demo_steward' };
    await client.must('PUT', at('consumers'), { party, purpose: 'Monthly revenue' });
    const patch = [{ op: 'add', path: '/termsOfUse', value: 'Ask first.' }];
    await client.must('POST', at('proposals'), { patch, reason: 'Lawyers asked for it.' });
    await client.must('POST', at('incidents'), { comment: 'Rows are missing.', severity: 'Severity2' });
    const window = { rolling: 'P30D' };
    const objectives = [{ name: 'good days', on: 'status', unit: 'days', target: 95, window }];
    await client.must('PUT', at('objectives'), { objectives });
    await page.reload();
    await page.getByText(/the consent of consumers \(policy of the dataContract/).waitFor();
    await table('Proposals').getByText('In review').waitFor();
    await table('Consumers')
      .getByRole('row', { name: /Demo Steward|demo_steward/ })
      .getByText('Monthly revenue')
      .waitFor();
    await table('Incidents').getByText('Severity2').waitFor();
    await table('Objectives')
      .getByRole('row', { name: /good days/ })
      .getByText('95 %')
      .waitFor();
    await takePicture(page, 'contract-governance', 'light');
    await page.goto(contractPage('customers', 'governance'));
    await page.getByText('no policy says otherwise').first().waitFor();
    expect(await table('Proposals').count()).toBe(0);
  });
});
