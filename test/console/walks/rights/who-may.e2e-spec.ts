import { describeUnless } from '../../../support/unless-refused';
import { takePicture } from '../../support/check-page';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { assetPage, ConsoleWorld } from '../../support/console-world';
import { Person } from '../../support/person';

const LEAVER = 'leaver';
const CARRIERS = 'shop_warehouse.shop.sales.carriers';

describeUnless(noChromium, 'an administrator who asks for the rights of one person', () => {
  let world: ConsoleWorld;
  let admin: Person;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const rules = [
      { name: 'describes tables', effect: 'allow', resources: ['table'], operations: ['EditDescription'] },
      { name: 'never deletes', effect: 'deny', resources: ['table'], operations: ['Delete'] },
    ];
    await world.client.must('POST', '/policies', { name: 'Describing', rules });
    await world.client.must('POST', '/roles', { name: 'Describer', policies: ['Describing'] });
    await world.client.must('POST', '/users', {
      name: LEAVER,
      email: `${LEAVER}@example.com`,
      roles: ['Describer'],
    });
    await world.client.get(`/search/query?q=${LEAVER}&refresh=true`);
    admin = new Person(await world.signedIn());
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  it('sees what one person may do to a table, and which rule decides it', async () => {
    const { page } = admin;
    await page.goto(assetPage('carriers'));
    await admin.tab('About');
    await page.getByRole('combobox', { name: 'Person' }).fill(LEAVER);
    await page.getByRole('option', { name: LEAVER }).click();
    const described = admin.row(`Rights of ${LEAVER}`, 'EditDescription');
    await described.getByText('Allowed', { exact: true }).waitFor();
    await described.getByText('describes tables').waitFor();
    await described.getByRole('link', { name: 'Policy Describing' }).waitFor();
    const deletion = admin.row(`Rights of ${LEAVER}`, 'HardDelete');
    await deletion.getByText('Denied', { exact: true }).waitFor();
    await deletion.getByText('never deletes').waitFor();
    await admin.row(`Rights of ${LEAVER}`, 'EditTags').getByText('No rule allows it').waitFor();
    await checkState(page);
    await takePicture(page, 'who-may', 'light');
  });

  it('is told where nobody is called that', async () => {
    const { page } = admin;
    world.faults.expect(/404/);
    const field = page.getByRole('combobox', { name: 'Person' });
    await field.fill('nobody_at_all');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  it('shows nothing of it to who may not edit roles and policies', async () => {
    const reader = new Person(await world.signedIn(LEAVER));
    await reader.page.goto(assetPage('carriers'));
    await reader.tab('About');
    await reader.page.getByText(CARRIERS).first().waitFor();
    expect(await reader.page.getByRole('heading', { name: 'Who may what here' }).count()).toBe(0);
    await reader.page.context().close();
  });
});
