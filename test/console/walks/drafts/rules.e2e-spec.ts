import type { Page } from 'playwright-core';
import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium } from '../../support/chromium';
import { ConsoleWorld, contractPage } from '../../support/console-world';
import { Keys } from '../../support/keys';

const PAYMENTS = '/dataContracts/name/shop_warehouse.shop.sales.payments.dataContract_payments_contract';

interface Contract {
  readonly semantics?: readonly { readonly name: string; readonly description?: string; readonly rule?: object }[];
}

describeUnless(noChromium, 'somebody who makes a rule of conditions', () => {
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

  const edit = () => page.getByRole('button', { name: 'Edit', exact: true });
  const stored = async () => (await world.client.get<Contract>(PAYMENTS)).body.semantics ?? [];
  const group = (name: string) => page.getByRole('group', { name, exact: true });
  const words = (rule: number) => group(`Rule ${rule}`).getByRole('status', { name: 'The rule in words' });
  const verdict = (rule: number) => group(`Rule ${rule}`).getByRole('status', { name: 'This asset' });
  const show = (rule: number, view: string) =>
    page
      .getByRole('radiogroup', { name: `Show rule ${rule} as` })
      .getByText(view, { exact: true })
      .click();

  const choose = async (box: ReturnType<typeof group>, option: string) => {
    await box.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  /** Opens the contract's form for changes, and says how many rules it has. */
  async function opened(): Promise<number> {
    await page.goto(`${contractPage('payments', 'yaml')}&format=form`);
    await edit().click();
    await page.getByRole('combobox', { name: 'Add a rule' }).waitFor();
    return page.getByRole('group', { name: /^Rule \d+$/ }).count();
  }

  async function save(): Promise<void> {
    await page.getByRole('button', { name: /^Save/, disabled: false }).click();
    await edit().waitFor();
  }

  it('reads it in words as it grows, sees what the asset makes of it, saves it, and changes it later', async () => {
    const before = (await stored()).length;
    const shown = (await opened()) + 1;
    await choose(page.getByRole('combobox', { name: 'Add a rule' }), 'A rule of conditions');
    const rule = group(`Rule ${shown}`);
    await words(shown).getByText('It has no condition yet').waitFor();
    await rule.getByRole('button', { name: 'Add a condition to the rule' }).click();
    await words(shown).getByText('Owners are set', { exact: true }).waitFor();
    await verdict(shown)
      .getByText(/^This asset (passes|fails)/)
      .waitFor();

    await rule.getByRole('button', { name: 'Add a group to the rule' }).click();
    const inner = rule.getByRole('group', { name: 'Condition 2.1', exact: true });
    await choose(inner.getByRole('combobox', { name: 'Field' }), 'Name');
    await choose(inner.getByRole('combobox', { name: 'What is asked of it' }), 'matches the pattern …');
    await verdict(shown).getByText('This asset is tried once the rule is complete.').waitFor();
    await inner.getByRole('textbox', { name: 'Text' }).fill('^pay');
    await rule.getByRole('button', { name: 'Add a condition to group 2' }).click();
    const other = rule.getByRole('group', { name: 'Condition 2.2', exact: true });
    await choose(other.getByRole('combobox', { name: 'Field' }), 'Columns');
    await choose(other.getByRole('combobox', { name: 'What is asked of it' }), 'are at least …');
    await other.getByRole('textbox', { name: 'Number' }).fill('500');
    await words(shown)
      .getByText('Owners are set and (name matches the pattern ^pay or columns are at least 500)', { exact: true })
      .waitFor();
    await checkState(page);
    await choose(rule.getByRole('combobox', { name: 'What the rule asks for' }), 'None of these');
    await verdict(shown)
      .getByText(/^This asset fails/)
      .waitFor();
    await rule
      .getByRole('group', { name: 'Condition 1', exact: true })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await choose(rule.getByRole('combobox', { name: 'What the rule asks for' }), 'All of these');
    await verdict(shown).getByText('This asset passes.').waitFor();
    await save();

    const saved = (await stored())[before]!;
    expect(saved).toMatchObject({
      name: 'conditions',
      description: 'Name matches the pattern ^pay or columns are at least 500',
      rule: {
        and: [{ or: [{ matchesRegex: [{ var: 'name' }, '^pay'] }, { '>=': [{ length: { var: 'columns' } }, 500] }] }],
      },
    });
    await opened();
    await words(shown).getByText(saved.description!, { exact: true }).waitFor();
    await rule.getByRole('textbox', { name: 'Number' }).fill('2');
    await show(shown, 'JSON');
    expect(await rule.getByRole('textbox', { name: 'Condition' }).inputValue()).toContain('2');
    await show(shown, 'Conditions');
    await words(shown)
      .getByText(/columns are at least 2$/)
      .waitFor();
    await save();
    expect((await stored())[before]).toMatchObject({
      description: 'Name matches the pattern ^pay or columns are at least 2',
    });
  });

  it('finds a rule that conditions cannot say as JSON with the reason, and one that they can as conditions', async () => {
    const semantics = [
      { name: 'counted', rule: { '<': [{ '%': [{ length: { var: 'columns' } }, 7] }, 7] } },
      { name: 'elsewhere', rule: { or: [{ '!!': { var: 'owners' } }, { contains: [{ var: 'tags' }, 'PII.None'] }] } },
    ];
    const had = (await stored()).length;
    const operations = semantics.map((value) => ({ op: 'add', path: had > 0 ? '/semantics/-' : '/semantics', value }));
    expect((await world.client.patch(PAYMENTS, operations)).status).toBe(200);
    const rules = await opened();
    const [first, second] = [rules - 1, rules];
    await group(`Rule ${first}`)
      .getByText(/^It is shown as JSON, not as conditions\. No condition says/)
      .waitFor();
    const views = page.getByRole('radiogroup', { name: `Show rule ${first} as` });
    expect(await views.getByRole('radio', { name: 'Conditions' }).isDisabled()).toBe(true);
    await words(second).getByText('Owners are set or tags include all of PII.None', { exact: true }).waitFor();
    await checkState(page);
    await group(`Rule ${first}`).getByRole('textbox', { name: 'Condition' }).fill('{"!": {"var": "deleted"}}');
    await show(first, 'Conditions');
    await words(first).getByText('Deleted is not set', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await edit().waitFor();
  });

  it('makes one from a sentence, by keyboard alone', async () => {
    const keys = new Keys(page);
    const rule = group(`Rule ${(await opened()) + 1}`);
    const shown = (await page.getByRole('group', { name: /^Rule \d+$/ }).count()) + 1;
    await keys.choose(page.getByRole('combobox', { name: 'Add a rule' }), 'display name', 'It has a display name');
    const inWords = page
      .getByRole('radiogroup', { name: `Show rule ${shown} as` })
      .getByRole('radio', { name: 'In words' });
    // Back from the list: the views of the rule stand above its button.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await inWords.evaluate((radio) => radio === radio.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await words(shown).getByText('Display name is set', { exact: true }).waitFor();
    await keys.press(rule.getByRole('button', { name: 'Add a condition to the rule' }));
    await keys.choose(
      rule.getByRole('group', { name: 'Condition 2' }).getByRole('combobox', { name: 'Field' }),
      'Tier',
      'Tier',
    );
    await words(shown).getByText('Display name is set and tier is set', { exact: true }).waitFor();
    await keys.press(rule.getByRole('button', { name: 'Remove condition 2' }));
    await words(shown).getByText('Display name is set', { exact: true }).waitFor();
    await keys.press(page.getByRole('button', { name: `Remove rule ${shown}` }));
    await rule.waitFor({ state: 'detached' });
    await keys.press(page.getByRole('button', { name: 'Cancel' }));
    await edit().waitFor();
  });
});
