import { readFile } from 'node:fs/promises';
import { settled } from '../../support/chromium';
import type { Person } from '../../support/person';
import { LEAD as LEADER, OWNER, OWNERS, TIER } from './stage';
import type { Step } from './walk';

/** The report of the page of coverage, by another key. */
async function groupBy({ page }: Person, words: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText(words, { exact: true }).click();
  await page.getByRole('table', { name: `By ${words.toLowerCase()}`, exact: true }).waitFor();
}

/** What the columns of a table say, by their headings, from the first row to the last. */
async function columnsOf({ page }: Person, name: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const table = page.getByRole('table', { name, exact: true });
  const heads = await table.getByRole('columnheader').allTextContents();
  const rows = await Promise.all(
    (await table.getByRole('row').all()).slice(1).map((row) => row.getByRole('cell').allTextContents()),
  );
  return new Map(heads.map((head, at) => [head.trim(), rows.map((cells) => cells[at]!.trim())]));
}

/** Saves the report as a file, and compares its sums with those of the page. */
async function compareFile(person: Person, name: string, shown: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const { page } = person;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(name);
  await person.said('The report is saved as CSV.');
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  const sum = (values: readonly (string | undefined)[]): number => values.reduce((all, one) => all + Number(one), 0);
  const inFile = (column: string): number => sum(lines.map((line) => line.split(',')[head.split(',').indexOf(column)]));
  expect(lines).toHaveLength(shown.get('Contracts')!.length);
  expect(inFile('contracts')).toBe(sum(shown.get('Contracts')!));
  expect(inFile('notJudged')).toBe(sum(shown.get('Not judged')!));
  expect(inFile('covered')).toBe(
    sum(shown.get('With a contract')!.map((text) => (text === '–' ? '0' : text.split(' of ')[0]))),
  );
}

export const LEAD: readonly Step[] = [
  [
    'a lead: coverage by domain and by service',
    async ({ check, lead: person, stage: { domain, service } }) => {
      const { page } = person;
      await person.open('Coverage');
      await page.getByRole('region', { name: 'The last 30 days' }).waitFor();
      await check(person);
      for (const [by, scope] of [
        ['Domain', domain],
        ['Service', service],
      ] as const) {
        await groupBy(person, by);
        await person.row(`By ${by.toLowerCase()}`, scope).getByRole('link', { name: scope, exact: true }).click();
        await person.heading(`Coverage of ${scope}`);
        await page.getByRole('region', { name: 'Assets' }).getByRole('row').nth(1).waitFor();
        await check(person);
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Coverage' }).click();
        await person.heading('Coverage');
      }
    },
  ],
  [
    'a lead: the worst team over 90 days, its contracts, and the report as a file',
    async ({ check, lead: person }) => {
      const { page } = person;
      await person.open('Coverage');
      await page.getByRole('radiogroup', { name: 'Days' }).getByText('90 days', { exact: true }).click();
      await page.getByRole('region', { name: 'The last 90 days' }).waitFor();
      await groupBy(person, 'Team');
      await check(person);
      const shown = await columnsOf(person, 'By team');
      const rates = shown.get('Pass rate')!.map((text) => (text === '–' ? 101 : Number(text.replace(' %', ''))));
      expect(rates).toEqual([...rates].sort((a, b) => a - b));
      await compareFile(person, 'contracts-by-team-90-days.csv', shown);
      const row = person.row('By team', OWNERS);
      const contracts = Number(await row.getByRole('cell').nth(1).textContent());
      expect(contracts).toBeGreaterThan(0);
      await row.getByRole('link', { name: new RegExp(`^${contracts} contracts? of ${OWNERS}$`) }).click();
      await person.heading('Contracts');
      await page.getByRole('status').getByText(`${contracts} contract`).waitFor();
      await check(person);
      await page.goBack();
      await person.row('By team', OWNERS).waitFor();
    },
  ],
  [
    'a lead: coverage by tier, sorted by coverage',
    async ({ check, lead: person, stage: { relied } }) => {
      const { page } = person;
      await person.open('Coverage');
      await groupBy(person, 'Tier');
      await check(person);
      await compareFile(person, 'contracts-by-tier-30-days.csv', await columnsOf(person, 'By tier'));
      const table = page.getByRole('table', { name: 'By tier' });
      await table.getByRole('button', { name: 'Contracts' }).click();
      await table.getByRole('columnheader', { name: 'Contracts' }).and(page.locator('[aria-sort=ascending]')).waitFor();
      const counts = (await columnsOf(person, 'By tier')).get('Contracts')!.map(Number);
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
      await person.row('By tier', TIER).getByRole('link', { name: TIER, exact: true }).click();
      await person.heading('Contracts');
      await person.row('Contracts', relied.contract).first().waitFor();
      await check(person);
    },
  ],
  [
    'a lead: the policy of a domain',
    async ({ check, lead: person, stage }) => {
      const { page } = person;
      await person.open('Governance');
      await page.getByRole('link', { name: 'Contract policies' }).click();
      await person.heading('Contract policies');
      await page.getByRole('button', { name: 'Set a policy' }).click();
      await person.dialog.getByRole('combobox', { name: 'Full name' }).fill(stage.domain.slice(0, 4));
      await person.dialog.getByRole('option', { name: stage.domain, exact: true }).click();
      await person.choose(
        'A change of a contract',
        'A change needs a review, a breaking one also the consent of consumers',
      );
      await person.write('Time to decide', '14');
      await check(person);
      await person.confirm('Set the policy');
      // The second time it replaces the first one.
      await person.said(/^The policy is (set|changed)\.$/);
      await person.row('Contract policies', stage.domain).getByText('14 days to decide').waitFor();
      await check(person);
    },
  ],
  [
    'a lead: which policy applies to a contract, and an objective of it',
    async ({ check, lead: person, pass, stage: { domain, relied } }) => {
      const { page } = person;
      await person.openContract(relied.contract, relied.contractFqn);
      await person.tab('Governance');
      await person
        .row('Policy', /^Changes/)
        .getByRole('link', { name: domain })
        .waitFor();
      await page.getByRole('button', { name: 'Add an objective' }).click();
      await person.write('Name', `good days, ${pass}`);
      await person.write('Target in percent', '95');
      await check(person);
      await person.confirm('Add the objective');
      await person.row('Objectives', `good days, ${pass}`).getByText('95 %', { exact: true }).waitFor();
      await settled(page);
      await check(person);
    },
  ],
  [
    'a lead: who may what on an asset of a domain that they own',
    async ({ check, lead: person, stage: { relied } }) => {
      const { page } = person;
      await person.find(relied.table.split('.').at(-1)!, relied.table);
      await person.tab('About');
      const rights = page.getByRole('region', { name: 'Who may what here' });
      const chosen = rights.getByRole('combobox', { name: 'Person' });
      await chosen.fill(OWNER);
      await chosen.press('Enter');
      await rights.getByRole('table', { name: `Rights of ${OWNER}` }).waitFor();
      await person.row(`Rights of ${OWNER}`, 'EditAll').getByText('allowed', { exact: false }).first().waitFor();
      await check(person);
    },
  ],
  [
    'a lead: the audit by person and day, as CSV',
    async ({ check, lead: person, stage: { relied } }) => {
      const { page } = person;
      await person.open('Administration');
      await person.tab('Audit');
      const filter = page.getByRole('combobox', { name: 'Person' });
      await filter.fill(LEADER);
      await filter.press('Enter');
      await page.waitForURL(/user=/);
      await page.getByLabel('Day', { exact: true }).fill(new Date().toLocaleDateString('sv-SE'));
      await page.waitForURL(/day=/);
      const shown = page.getByRole('row').filter({ hasText: relied.contractFqn });
      await shown.first().waitFor();
      await check(person);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('audit.csv');
      await person.said('The audit is saved as CSV.');
      const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      expect(head).toMatch(/^time,userName,outcome,operation,/);
      expect(rows.length).toBeGreaterThanOrEqual(await shown.count());
      expect(new Set(rows.map((row) => row.split(',')[1]))).toEqual(new Set([LEADER]));
      expect(rows.join()).toContain(relied.contractFqn);
    },
  ],
];

/** Decisions on what a consumer and the owner have begun. */
export const DECIDING: readonly Step[] = [
  [
    'a lead: decides on a proposal where it waits',
    async ({ check, lead: person, pass, stage: { relied, world } }) => {
      const { page } = person;
      await person.open('Home');
      const waiting = person.row('Waits for you', relied.contract).first();
      await waiting.getByRole('link', { name: 'A proposal to review' }).click();
      await person.heading(`Proposed change of ${relied.contract}`);
      await page.getByText(`asked ${pass}`).first().waitFor();
      await check(person);
      await person.act(page.getByRole('main'), 'Approve');
      await person.said('You approved the change.');
      await page.getByText(/^It has ended on/).waitFor();
      await check(person);
      const { termsOfUse } = await world.client.must<{ termsOfUse: string }>(
        'GET',
        `/dataContracts/${relied.contractId}`,
      );
      expect(termsOfUse).toBe(`For reports alone, asked ${pass}.`);
    },
  ],
  [
    'a consumer: is asked about a breaking change, and objects',
    async ({ check, engineer: owner, lead, analyst: person, pass, stage: { relied } }) => {
      await owner.openContract(relied.contract, relied.contractFqn);
      await owner.page.getByRole('button', { name: 'Delete', exact: true }).click();
      await owner.dialog.getByText(/^A change waits for the approval of/).waitFor();
      await check(owner);
      await owner.dialog.getByRole('button', { name: 'Delete the contract' }).click();
      await owner.heading(`Proposed deletion of ${relied.contract}`);
      await lead.open('Home');
      await lead.act(lead.row('Waits for you', relied.contract).first(), 'Approve');
      await lead.said('You approved the deletion.');
      await person.open('Inbox');
      await person.row('Notices', relied.contract).first().waitFor();
      await check(person);
      await person.open('Home');
      await person.page.getByRole('link', { name: /^A proposal that needs your consent/ }).click();
      await person.act(person.page.getByRole('main'), 'Object', () => person.write('Reason', `We need it, ${pass}.`));
      await person.page.getByRole('cell', { name: `We need it, ${pass}.` }).waitFor();
      await check(person);
      await owner.page.reload();
      await owner.act(owner.page.getByRole('main'), 'Withdraw');
      await owner.page.getByText(/^It has ended on .*: withdrawn/).waitFor();
    },
  ],
];
