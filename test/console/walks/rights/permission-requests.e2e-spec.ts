import { describeUnless } from '../../../support/unless-refused';
import { takePicture } from '../../support/check-page';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { assetPage, ConsoleWorld, contractPage } from '../../support/console-world';
import { Person } from '../../support/person';

const ASKER = 'asker';
const STEWARD = 'rights_steward';

describeUnless(noChromium, 'somebody who lacks a right, and somebody who can give it', () => {
  let world: ConsoleWorld;
  let asker: Person;
  let admin: Person;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    await world.client.must('POST', '/users', { name: ASKER, email: `${ASKER}@example.com` });
    const rules = [
      { name: 'validates', effect: 'allow', resources: ['dataContract'], operations: ['ValidateContract'] },
    ];
    await world.client.must('POST', '/policies', { name: 'ValidatesAll', rules });
    await world.client.must('POST', '/roles', { name: STEWARD, policies: ['ValidatesAll'] });
    asker = new Person(await world.signedIn(ASKER));
    admin = new Person(await world.signedIn());
  });
  afterAll(() => world.close());
  afterEach(() => expect(world.faults.take()).toEqual([]));

  const requests = async () =>
    (
      await world.client.must<{ data: { status: string; operation: string; reason: string }[] }>(
        'GET',
        '/permissions/requests',
      )
    ).data;

  it('asks for one of the rights that a contract takes, with the reason', async () => {
    const { page, dialog } = asker;
    await page.goto(contractPage('orders'));
    expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ask for a right' }).click();
    await asker.choose('Right', 'validate orders_contract');
    expect(await dialog.getByRole('button', { name: 'Send the request' }).isDisabled()).toBe(true);
    await asker.write('Reason', 'x'.repeat(600));
    await dialog.getByText('0 of 500 characters left').waitFor();
    await asker.write('Reason', 'I look after the <b>orders</b>');
    await checkState(page);
    await takePicture(page, 'ask-for-right', 'dark');
    await asker.confirm('Send the request');
    await asker.said('You asked for the right to validate orders_contract.');
    await page
      .getByText(/for the right to validate orders_contract/)
      .first()
      .waitFor();
    await checkState(page);
    expect(await requests()).toMatchObject([
      { status: 'Open', operation: 'ValidateContract', reason: 'I look after the <b>orders</b>' },
    ]);
  });

  it('takes a request back at once, by keyboard', async () => {
    const { page } = asker;
    await page.goto(assetPage('carriers'));
    const button = page.getByRole('button', { name: 'Ask for this right' });
    await button.focus();
    await page.keyboard.press('Enter');
    await asker.write('Reason', 'To write its contract: we deliver by these');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await asker.keeps('You asked for the right to change carriers.');
    await asker.dialog.waitFor({ state: 'detached' });
    await button.waitFor({ state: 'detached' });
    await asker.undo();
    await button.waitFor();
    expect(await requests()).toHaveLength(1);
  });

  it('is seen by who can give the right, who is told that granting alone gives nothing', async () => {
    const { page, dialog } = admin;
    await page.goto('/');
    const row = admin.row('Waits for you', ASKER);
    await row.getByText('I look after the <b>orders</b>').waitFor();
    await checkState(page);
    await row.getByRole('button', { name: `Grant the request of ${ASKER} to validate orders_contract` }).click();
    await dialog.getByText(/Granting gives nothing by itself/).waitFor();
    await dialog.getByText('does not have the right yet').waitFor();
    await checkState(page);
    await takePicture(page, 'grant-right', 'light');
    await dialog.getByRole('link', { name: `The roles of ${ASKER}` }).click();
    await page.waitForURL(/section=users/);
    await page.getByRole('button', { name: `Edit ${ASKER}` }).click();
    await dialog.getByRole('combobox', { name: 'Roles' }).fill(STEWARD);
    await page.getByRole('option', { name: STEWARD, exact: true }).click();
    await admin.confirm('Save');
    await admin.open('Inbox');
    await admin.tab('Requests for rights');
    await admin
      .row('Requests that wait for you', ASKER)
      .getByRole('button', { name: `Grant the request of ${ASKER} to validate orders_contract` })
      .click();
    await dialog.getByText('has the right now').waitFor();
    await admin.write('What was changed', `The role ${STEWARD}`);
    await admin.confirm('Grant');
    await admin.said(`Granted: ${ASKER} has the right.`);
    await page.getByText('No request of others is open.').waitFor();
    await checkState(page);
  });

  it('reads what came of it, and has the right', async () => {
    const { page } = asker;
    await asker.open('Inbox');
    await asker.tab('Requests for rights');
    const row = asker.row('Your requests', 'validate it');
    await row.getByText('Granted', { exact: true }).waitFor();
    await row.getByText(`The role ${STEWARD}`).waitFor();
    await checkState(page);
    await takePicture(page, 'own-requests', 'light');
    await page.goto(contractPage('orders'));
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  it('is refused with a reason, and told', async () => {
    await asker.page.goto(contractPage('orders'));
    await asker.page.getByRole('button', { name: 'Ask for a right' }).click();
    await asker.choose('Right', 'delete orders_contract');
    await asker.write('Reason', 'It is old');
    await asker.confirm('Send the request');
    await asker.said('You asked for the right to delete orders_contract.');
    const { page, dialog } = admin;
    await page.goto('/inbox?section=requests');
    await page.getByRole('button', { name: `Refuse the request of ${ASKER} to delete orders_contract` }).click();
    expect(await dialog.getByRole('button', { name: 'Refuse', exact: true }).isDisabled()).toBe(true);
    await admin.write('Reason', 'Others rely on it');
    await admin.confirm('Refuse');
    await admin.said(`The request of ${ASKER} is refused.`);
    await asker.open('Inbox');
    await asker.tab('Requests for rights');
    await asker.row('Your requests', 'Refused').getByText('Others rely on it').waitFor();
    expect(await asker.page.getByRole('heading', { name: 'Waits for you' }).count()).toBe(0);
  });

  it('withdraws a request from the inbox, and takes that back', async () => {
    const { page } = asker;
    await page.goto(contractPage('orders'));
    await page.getByRole('button', { name: 'Ask for a right' }).click();
    await asker.choose('Right', 'change orders_contract');
    await asker.write('Reason', 'To describe it');
    await asker.confirm('Send the request');
    await asker.open('Inbox');
    await asker.tab('Requests for rights');
    const withdraw = page.getByRole('button', { name: 'Withdraw the request to change orders_contract' });
    await withdraw.click();
    await asker.keeps('The request for the right to change orders_contract is withdrawn.');
    await withdraw.waitFor({ state: 'detached' });
    await asker.undo();
    await withdraw.waitFor();
    await checkState(page);
  });
});
