import { settled } from '../../support/chromium';
import type { Step } from './walk';

export const LEAD: readonly Step[] = [
  [
    'a lead: coverage by domain and by service',
    async ({ check, lead: person, stage: { domain, service } }) => {
      const { page } = person;
      await person.open('Coverage');
      await page.getByRole('region', { name: 'The last 30 days' }).waitFor();
      await check(person);
      for (const scope of [domain, service]) {
        await page.getByRole('table').getByRole('link', { name: scope, exact: true }).click();
        await person.heading(`Coverage of ${scope}`);
        await page.getByRole('region', { name: 'Assets' }).getByRole('row').nth(1).waitFor();
        await check(person);
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Coverage' }).click();
        await person.heading('Coverage');
      }
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
