import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld, contractPage } from '../../support/console-world';
import { Keys } from '../../support/keys';

const PAYMENTS = '/dataContracts/name/shop_warehouse.shop.sales.payments.dataContract_payments_contract';

describeUnless(noChromium, 'somebody who edits a contract by form and as text', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());
  afterEach(() => {
    // Where the last answers are still worked out, the service asks for patience: the page asks again.
    world.faults.expect(/429.*\/whatIf$/);
    expect(world.faults.take()).toEqual([]);
  });

  const view = (name: string) =>
    page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click();
  const changes = () => page.getByRole('region', { name: /^(What saving would change|Fix before saving)$/ });
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true });

  it('changes in the form what is seen in the text, and the other way, and saves it', async () => {
    await page.goto(contractPage('payments'));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const description = page.getByRole('textbox', { name: 'Description' });
    await changes().getByText('Nothing is changed yet.').waitFor();
    expect(await description.isEnabled()).toBe(true);
    await page.waitForURL((url) => url.searchParams.get('format') === 'form' && !url.searchParams.has('edit'));
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.goto(contractPage('payments', 'yaml'));
    await view('Form');
    await page.waitForURL(/format=form/);
    await description.waitFor();
    expect(await description.isDisabled()).toBe(true);
    await checkState(page);
    await edit().click();
    await changes().getByText('Nothing is changed yet.').waitFor();
    await description.fill('Payments of all shops');
    await changes().getByText('Payments of all shops').waitFor();
    await page.getByRole('region', { name: 'What happens if I save this' }).getByText('It is saved at once.').waitFor();
    await checkState(page);

    await view('ODCS');
    const document = page.getByRole('textbox', { name: 'The draft as an ODCS document' });
    await document.getByText('apiVersion').waitFor();
    await checkState(page);
    // Lines out of sight are not in the page: the description stands at the end.
    await document.evaluate((content) => {
      content.closest('.cm-editor')!.scrollIntoView({ block: 'end' });
      content.closest('.cm-scroller')!.scrollTo(0, content.scrollHeight);
    });
    await document.getByText('Payments of all shops').waitFor();
    await view('YAML');
    const text = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await text.getByText('Payments of all shops').waitFor();
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n# Ask the team before this is changed.\ntermsOfUse: Ask first.');
    await view('Form');
    const terms = page.getByRole('textbox', { name: 'Terms of use' });
    expect(await terms.inputValue()).toBe('Ask first.');
    await terms.fill('Ask us first.');
    await view('YAML');
    await text.click();
    await page.keyboard.press('Control+End');
    await text.getByText('# Ask the team before this is changed.').waitFor();
    await text.getByText('Ask us first.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).click();
    await edit().waitFor();
    const { body } = await world.client.get<object>(PAYMENTS);
    expect(body).toMatchObject({ description: 'Payments of all shops', termsOfUse: 'Ask us first.' });
  });

  it('reads at its field what cannot be saved, and in the form why a broken text is not shown', async () => {
    // What is half typed may be asked about, and is refused then.
    world.faults.expect(/400 \(Bad Request\).*\/diff$/);
    await page.goto(`${contractPage('payments', 'yaml')}&format=form`);
    await edit().click();
    const retention = page.getByRole('textbox', { name: 'Retention' });
    await retention.fill('ever');
    await page.getByRole('group', { name: 'Service levels' }).getByText('A whole number from 1 to 999999').waitFor();
    await changes()
      .getByText(/A whole number from 1 to 999999$/)
      .waitFor();
    expect(await page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
    await checkState(page);
    await retention.fill('');

    await view('YAML');
    const text = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nname: twice');
    await view('Form');
    await page.getByText(/^The form cannot show this document\. Line \d+:/).waitFor();
    await checkState(page);
    await view('YAML');
    await text.click();
    await page.keyboard.press('Control+End');
    await text.getByText('twice').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await edit().waitFor();
  });

  it('writes a rule in words by keyboard alone, and takes it back', async () => {
    const keys = new Keys(page);
    await page.goto(`${contractPage('products', 'yaml')}&format=form`);
    await keys.press(edit());
    const add = page.getByRole('combobox', { name: 'Add a rule' });
    await add.waitFor();
    const before = await page.getByRole('group', { name: /^Rule \d+$/ }).count();
    await keys.choose(add, 'at least … owners', 'It has at least … owners');
    const rule = page.getByRole('group', { name: `Rule ${before + 1}` });
    await rule.getByText('It has at least … owners').waitFor();
    await rule.getByText('A whole number from 1 to 999999').waitFor();
    await keys.type(rule.getByRole('textbox', { name: 'Owners at least' }), '2');
    await rule.getByText('It has at least 2 owners', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
    await checkState(page);
    await keys.press(page.getByRole('button', { name: `Remove rule ${before + 1}` }));
    await rule.waitFor({ state: 'detached' });
    await changes().getByText('Nothing is changed yet.').waitFor();
    await keys.press(page.getByRole('button', { name: 'Cancel' }));
    await edit().waitFor();
  });
});
