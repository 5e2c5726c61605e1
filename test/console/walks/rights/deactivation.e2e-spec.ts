import { describeUnless } from '../../../support/unless-refused';
import { takePicture } from '../../support/check-page';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld } from '../../support/console-world';
import { Person } from '../../support/person';

const LEAVER = 'leaver';

describeUnless(noChromium, 'an administrator of people', () => {
  let world: ConsoleWorld;
  let admin: Person;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    const rules = [
      { name: 'describes tables', effect: 'allow', resources: ['table'], operations: ['EditDescription'] },
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

  const rowOf = (name: string) => admin.page.getByRole('row').filter({ hasText: `${name}@example.com` });

  it('finds a person and deactivates them, whose session ends at once, and takes that back', async () => {
    const leaver = await world.signedIn(LEAVER);
    // Its page hears of it at once, from what it listens to.
    world.faults.expect(/401/);
    const refused = leaver.waitForResponse((response) => response.status() === 401);
    const { page } = admin;
    await page.goto('/administration?section=users');
    await page.getByRole('combobox', { name: 'Find a person' }).fill(LEAVER.slice(0, 4));
    await page.getByRole('option', { name: LEAVER }).click();
    await page.waitForURL(/user=leaver/);
    await rowOf('admin').waitFor({ state: 'detached' });
    await checkState(page);
    await rowOf(LEAVER)
      .getByRole('button', { name: `Deactivate ${LEAVER}` })
      .click();
    await admin.dialog.getByText(/signed out everywhere at once/).waitFor();
    await checkState(page);
    await admin.confirm('Deactivate');
    await admin.keeps(`${LEAVER} is deactivated.`);
    await rowOf(LEAVER).getByText('deactivated', { exact: true }).waitFor();
    await leaver.goto('/contracts');
    await refused;
    await leaver.waitForURL(/sign-in/);
    await leaver.context().close();
    await admin.undo();
    await rowOf(LEAVER)
      .getByRole('button', { name: `Deactivate ${LEAVER}` })
      .waitFor();
    await rowOf(LEAVER).getByText('Describer').waitFor();
    await (await world.signedIn(LEAVER)).context().close();
  });

  it('lists those who are deactivated, and activates one of them', async () => {
    const { id } = await world.client.must<{ id: string }>('GET', `/users/name/${LEAVER}`);
    await world.client.must('DELETE', `/users/${id}`);
    const { page } = admin;
    await page.goto('/administration?section=users');
    await page.getByRole('checkbox', { name: 'Deactivated users' }).check();
    await page.waitForURL(/deactivated=true/);
    await rowOf(LEAVER).getByText('deactivated', { exact: true }).waitFor();
    await checkState(page);
    await takePicture(page, 'deactivated', 'light');
    await page.getByRole('button', { name: `Activate ${LEAVER}` }).click();
    await admin.said(`${LEAVER} is active again.`);
    await page.getByText('There are no users').waitFor();
    await checkState(page);
  });

  it('is offered no deactivation of itself', async () => {
    const { page } = admin;
    await page.goto('/administration?section=users&user=admin');
    await page.getByRole('button', { name: 'Edit admin' }).waitFor();
    expect(await page.getByRole('button', { name: 'Deactivate admin' }).count()).toBe(0);
  });

  it('reads the audit of one object by its operation, over several days', async () => {
    const { page } = admin;
    await page.goto('/administration?section=audit');
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toLocaleDateString('sv-SE');
    await page.getByLabel('Day', { exact: true }).fill(day(2));
    await page.waitForURL(/day=/);
    await page.getByText('Nothing is recorded').waitFor();
    await page.getByLabel('Last day').fill(day(-1));
    await page.waitForURL(/until=/);
    const object = page.getByRole('combobox', { name: 'Object' });
    await object.fill(LEAVER);
    await object.press('Enter');
    await page.waitForURL(/object=leaver/);
    const operation = page.getByRole('combobox', { name: 'Operation' });
    await operation.fill('entityRestored');
    await operation.press('Enter');
    await page.waitForURL(/operation=entityRestored/);
    await page.getByRole('row').filter({ hasText: 'entity restored' }).first().waitFor();
    await page.getByRole('row').filter({ hasText: 'entity created' }).waitFor({ state: 'detached' });
    await checkState(page);
  });
});
