import type { Locator } from 'playwright-core';
import { OWNER, OWNERS, READERS } from './stage';
import type { Step, Walk } from './walk';

/** The table that gets its first contract in this walk. */
export function chosen({ stage: { unpromised }, round }: Walk) {
  const table = unpromised[round];
  const contract = `${table.split('.').at(-1)}_contract`;
  return { table, contract, contractFqn: `${table}.dataContract_${contract}` };
}

/** By somebody without a role: what they may is that their team owns the table. */
export const OWNING: readonly Step[] = [
  [
    'an owner: finds a table in the list of what they own',
    async (walk) => {
      const { check, owner: person } = walk;
      const { page } = person;
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Search', exact: true }).click();
      await person.heading('Everything in the catalog');
      const facets = page.getByRole('complementary', { name: 'Narrow the hits' });
      await facets.getByRole('checkbox', { name: new RegExp(`^${OWNERS} `) }).check();
      await page.waitForURL(/owner=/);
      await facets.getByRole('checkbox', { name: /^Table / }).check();
      await page.getByText('6 hits', { exact: true }).waitFor();
      await check(person);
      const { table } = chosen(walk);
      await person.follow(table);
      await person.heading(table.split('.').at(-1) ?? table);
    },
  ],
  [
    'an owner: makes a contract by a form, with rules in words',
    async (walk) => {
      const { check, owner: person } = walk;
      const { page } = person;
      await page.getByRole('link', { name: 'Create a contract' }).click();
      await person.heading('New contract');
      const form = page.getByRole('form', { name: 'What the contract promises' });
      await form.getByRole('button', { name: 'Remove rule 2' }).click();
      await form.getByRole('combobox', { name: 'Add a rule' }).click();
      await page.getByRole('option', { name: 'It belongs to a domain', exact: true }).click();
      await form.getByRole('group', { name: 'Rule 2' }).getByText('It belongs to a domain').waitFor();
      const said = page.getByRole('region', { name: 'What the service says of it' });
      await said.getByText('Its columns fit.').waitFor();
      await said.getByText('Its rules pass.').waitFor();
      await check(person);
      await page.getByRole('button', { name: 'Create the contract' }).click();
      await person.heading(chosen(walk).contract);
      await page.getByText(/^In review, submitted by/).waitFor();
      await check(person);
    },
  ],
  [
    'an owner: makes a contract of a suggestion in six clicks',
    async (walk) => {
      const { check, owner: person, round, stage } = walk;
      const { page } = person;
      const table = stage.profiled[round];
      const name = table.split('.').at(-1) ?? table;
      await person.find(name, table);
      let clicks = 0;
      const click = async (what: Locator) => {
        await what.click();
        clicks++;
      };
      await click(page.getByRole('link', { name: 'Suggest from the data' }));
      await person.heading('New contract');
      const promises = page.getByRole('group', { name: 'Promises' });
      const evidence = 'In 6 profiles no value came twice';
      expect(await promises.getByRole('row').filter({ hasText: evidence }).getByRole('checkbox').isChecked()).toBe(
        true,
      );
      await page
        .getByRole('region', { name: 'What happens if I save this' })
        .getByText(/^The contract is created, and waits for its review/)
        .waitFor();
      await check(person);
      await click(promises.getByRole('checkbox', { name: 'It has an owner' }));
      await click(page.getByRole('button', { name: 'Create the contract' }));
      await person.heading(`${name}_contract`);
      expect(clicks).toBeLessThanOrEqual(6);
      const contract = await stage.world.client.must<{
        semantics?: { name: string }[];
        qualityExpectations?: { name: string }[];
      }>('GET', `/dataContracts/name/${table}.dataContract_${name}_contract?fields=*`);
      expect(contract.qualityExpectations).toMatchObject([{ name: 'columnValuesToBeUnique' }]);
      expect((contract.semantics ?? []).map((rule) => rule.name)).not.toContain('hasOwner');
      await check(person);
    },
  ],
  [
    'an owner: sees what becomes of the approval that they asked for',
    async (walk) => {
      const { check, owner: person, lead, stage } = walk;
      const { contract, contractFqn } = chosen(walk);
      await lead.openContract(contract, contractFqn);
      await lead.page.getByText(/^In review, submitted by/).waitFor();
      await lead.act(lead.page.getByRole('main'), 'Approve');
      await lead.said('You approved the contract.');
      await person.openContract(contract, contractFqn);
      await person.page.getByText('Active', { exact: true }).first().waitFor();
      await check(person);
      const { entityStatus } = await stage.world.client.must<{ entityStatus: string }>(
        'GET',
        `/dataContracts/name/${contractFqn}`,
      );
      expect(entityStatus).toBe('Active');
    },
  ],
  [
    'an owner: runs it, and sees it pass',
    async ({ check, owner: person }) => {
      const { page } = person;
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const progress = page.getByRole('status', { name: 'Validation' });
      await progress.getByText('Run finished').waitFor();
      await progress.getByText('Passing', { exact: true }).waitFor();
      await check(person);
    },
  ],
  [
    'an owner: edits it with the difference beside, and sees the change approved',
    async (walk) => {
      const { check, owner: person, lead, pass } = walk;
      const { page } = person;
      const { contract } = chosen(walk);
      await person.tab('Document');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Edit the contract in YAML' }).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(`\ntermsOfUse: Ask the team first, ${pass}.`);
      const changes = page.getByRole('region', { name: 'What saving would change' });
      await changes.getByText(`Ask the team first, ${pass}.`).waitFor();
      await check(person);
      await page.getByRole('button', { name: /^Save/, disabled: false }).click();
      await person.heading(`Proposed change of ${contract}`);
      await lead.open('Home');
      await lead.act(lead.row('Waits for you', contract).first(), 'Approve');
      await lead.said('You approved the change.');
      await page.reload();
      await page.getByText(/^It has ended on/).waitFor();
      await check(person);
    },
  ],
  [
    'an owner: edits it by the form, with a rule in words, and sees the change approved',
    async (walk) => {
      const { check, owner: person, lead, stage } = walk;
      const { page } = person;
      const { contract, contractFqn } = chosen(walk);
      await person.openContract(contract, contractFqn);
      await person.tab('Document');
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Form', { exact: true }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('combobox', { name: 'Add a rule' }).click();
      await page.getByRole('option', { name: 'It has at least … owners', exact: true }).click();
      const rule = page.getByRole('group', { name: 'Rule 3' });
      await rule.getByRole('textbox', { name: 'Owners at least' }).fill('1');
      await rule.getByText('It has at least 1 owners', { exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'What happens if I save this' })
        .getByText(/^\d+ of \d+ promises pass now/)
        .waitFor();
      await check(person);
      await page.getByRole('button', { name: /^Save/, disabled: false }).click();
      await person.heading(`Proposed change of ${contract}`);
      await lead.open('Home');
      await lead.act(lead.row('Waits for you', contract).first(), 'Approve');
      await lead.said('You approved the change.');
      await page.reload();
      await page.getByText(/^It has ended on/).waitFor();
      const { semantics } = await stage.world.client.must<{ semantics: { name: string; rule?: unknown }[] }>(
        'GET',
        `/dataContracts/name/${contractFqn}`,
      );
      expect(semantics).toContainEqual(
        expect.objectContaining({ name: 'has_owners', rule: { '>=': [{ length: { var: 'owners' } }, 1] } }),
      );
    },
  ],
  [
    'an owner: reads its history, and the difference of two versions',
    async (walk) => {
      const { check, owner: person, pass } = walk;
      const { page } = person;
      const { contract, contractFqn } = chosen(walk);
      await person.openContract(contract, contractFqn);
      await person.tab('History');
      await page
        .getByRole('tabpanel')
        .getByRole('row')
        .filter({ hasText: 'Passing' })
        .getByText(/\d\d:\d\d/)
        .first()
        .waitFor();
      await check(person);
      await person.tab('Versions');
      const versions = page.getByRole('list', { name: 'Versions' });
      await versions.getByText(`Ask the team first, ${pass}.`).waitFor();
      await check(person);
    },
  ],
  [
    'an owner: adds an expectation on the data by a form, after trying it',
    async (walk) => {
      const { check, owner: person, lead, stage } = walk;
      const { page } = person;
      const { contract, contractFqn, contractId } = stage.broken;
      await person.openContract(contract, contractFqn);
      await person.tab('Terms');
      await page.getByRole('button', { name: 'Add a check' }).click();
      await person.choose('Column', stage.repeated.column);
      await person.choose('Check', 'Each value is unique');
      await check(person);
      await person.dialog.getByRole('button', { name: 'Try on the data' }).click();
      const found = person.dialog.getByRole('status', { name: 'Trial' });
      await found.getByText(stage.repeated.found, { exact: true }).waitFor();
      await check(person);
      await person.dialog.getByRole('button', { name: 'Add the check' }).click();
      await person.heading(`Proposed change of ${contract}`);
      await lead.page.goto(page.url());
      await lead.heading(`Proposed change of ${contract}`);
      await lead.act(lead.page.getByRole('main'), 'Approve');
      await lead.said('You approved the change.');
      await page.reload();
      await page.getByText(/^It has ended on/).waitFor();
      const { qualityExpectations } = await stage.world.client.must<{ qualityExpectations: { name: string }[] }>(
        'GET',
        `/dataContracts/${contractId}?fields=qualityExpectations`,
      );
      expect(qualityExpectations.map(({ name }) => name)).toContain('columnValuesToBeUnique');
    },
  ],
  [
    'an owner: describes the table in its place, and names an owner and takes that back',
    async (walk) => {
      const { check, owner: person, pass, stage } = walk;
      const { page } = person;
      const { table } = chosen(walk);
      const name = table.split('.').at(-1) ?? table;
      const owners = async () =>
        (await stage.world.client.must<{ owners: { name: string }[] }>('GET', `/tables/name/${table}?fields=owners`))
          .owners;
      await person.open('Home');
      await person.find(name, table);
      await page.getByRole('button', { name: 'Edit the description' }).click();
      await person.write('Description', `What comes in, ${pass}.`);
      await check(person);
      await person.confirm('Save');
      await person.said(`The description of ${name} is saved.`);
      await page.getByRole('main').getByText(`What comes in, ${pass}.`).first().waitFor();
      const before = await owners();
      await page.getByRole('button', { name: 'Edit the owners' }).click();
      await person.dialog.getByRole('combobox', { name: 'People' }).fill(OWNER);
      await person.dialog.getByRole('option', { name: OWNER }).click();
      await check(person);
      await person.confirm('Save');
      await person.keeps(`The owners of ${name} are saved.`);
      await page.getByRole('main').getByRole('link', { name: OWNER, exact: true }).first().waitFor();
      expect((await owners()).map((one) => one.name)).toContain(OWNER);
      await person.undo();
      await page
        .getByRole('main')
        .getByRole('link', { name: OWNER, exact: true })
        .first()
        .waitFor({ state: 'detached' });
      expect(await owners()).toEqual(before);
    },
  ],
  [
    'an owner: describes a column',
    async (walk) => {
      const { check, owner: person, pass } = walk;
      const { page } = person;
      await page
        .getByRole('button', { name: /^Edit the column / })
        .first()
        .click();
      await person.write('Description', `Counted from one, ${pass}.`);
      await check(person);
      await person.confirm('Save');
      await page.getByRole('row').getByText(`Counted from one, ${pass}.`).waitFor();
    },
  ],
  [
    'an owner: a rule that fails leads an engineer to its cure, which they take back',
    async ({ check, engineer: person, stage: { downstream, world } }) => {
      const { page } = person;
      const name = downstream.table.split('.').at(-1) ?? downstream.table;
      const owners = async () => {
        const path = `/tables/name/${downstream.table}?fields=owners`;
        return (await world.client.must<{ owners: { name: string }[] }>('GET', path)).owners.map((one) => one.name);
      };
      await person.openContract(downstream.contract, downstream.contractFqn);
      await page.getByRole('link', { name: `Edit the owners of ${name} →` }).click();
      await person.dialog.getByRole('combobox', { name: 'Teams' }).fill(READERS);
      await person.dialog.getByRole('option', { name: READERS }).click();
      await check(person);
      await person.confirm('Save');
      await person.keeps(`The owners of ${name} are saved.`);
      expect(await owners()).toEqual([READERS]);
      await person.undo();
      await page.getByRole('main').getByText('No owner', { exact: true }).first().waitFor();
      expect(await owners()).toEqual([]);
    },
  ],
];
