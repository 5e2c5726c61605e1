import { ANALYST, OWNER, READERS } from './stage';
import { chosen } from './owner';
import type { Step, Walk } from './walk';

const invited = (walk: Walk, party: string) => walk.owner.row('Open invitations', party);

/** An owner asks who reads a table to say so, and is answered. */
export const INVITING: readonly Step[] = [
  [
    'an owner: invites a consumer, withdraws that, and takes it back',
    async (walk) => {
      const { check, owner: person, pass } = walk;
      const { page } = person;
      const { contract, contractFqn } = chosen(walk);
      await person.openContract(contract, contractFqn);
      await person.tab('Governance');
      await page.getByRole('button', { name: 'Invite a consumer' }).click();
      await person.dialog.getByRole('combobox', { name: 'Who' }).fill(ANALYST);
      await person.write('Message', `Your report reads it, ${pass}.`);
      await check(person);
      await person.confirm('Invite');
      await person.said(`${ANALYST} is invited.`);
      await invited(walk, ANALYST).getByText(`Your report reads it, ${pass}.`).waitFor();
      await check(person);
      await page.getByRole('button', { name: `Withdraw the invitation of ${ANALYST}` }).click();
      await person.keeps(`The invitation of ${ANALYST} is withdrawn.`);
      await invited(walk, ANALYST).waitFor({ state: 'detached' });
      await person.undo();
      await invited(walk, ANALYST).waitFor();
    },
  ],
  [
    'a consumer: is invited, and says what they rely on',
    async (walk) => {
      const { check, analyst: person, owner, pass } = walk;
      const { page } = person;
      const { contract } = chosen(walk);
      await person.open('Home');
      const waiting = person.row('Waits for you', contract).filter({ hasText: `Your report reads it, ${pass}.` });
      await waiting.waitFor();
      await check(person);
      await waiting.getByRole('link', { name: 'Answer' }).click();
      await person.heading(contract);
      const banner = page.getByRole('region', { name: 'Invitation' });
      await banner.getByText(`${OWNER} asks you to say what you rely on.`).waitFor();
      await check(person);
      await banner.getByRole('button', { name: 'I rely on this' }).click();
      await person.write('Purpose', `Monthly report, ${pass}`);
      await person.confirm('Declare');
      await banner.waitFor({ state: 'detached' });
      await person.tab('Governance');
      await person.row('Consumers', `Monthly report, ${pass}`).waitFor();
      await person.open('Home');
      await waiting.waitFor({ state: 'detached' });
      await owner.page.reload();
      await owner.row('Consumers', `Monthly report, ${pass}`).waitFor();
      expect(await invited(walk, ANALYST).count()).toBe(0);
    },
  ],
  [
    'an owner: invites a team, one of which declines, and reads why',
    async (walk) => {
      const { check, analyst, owner: person, pass } = walk;
      const { page } = person;
      const { contract } = chosen(walk);
      await page.getByRole('button', { name: 'Invite a consumer' }).click();
      await person.dialog.getByText('Team', { exact: true }).click();
      await person.dialog.getByRole('combobox', { name: 'Who' }).fill(READERS);
      await person.confirm('Invite');
      await invited(walk, READERS).waitFor();
      await analyst.open('Inbox');
      await analyst
        .row('Notices', contract)
        .filter({ hasText: 'invited' })
        .first()
        .getByRole('link', { name: 'Consumer invited' })
        .click();
      await analyst.heading(contract);
      const banner = analyst.page.getByRole('region', { name: 'Invitation' });
      await banner.getByText(`${OWNER} asks your team ${READERS} to say what you rely on.`).waitFor();
      await analyst.act(banner, 'Decline', async () => {
        await analyst.write('Reason', `We moved on, ${pass}.`);
        await check(analyst);
      });
      await analyst.said('The invitation is declined.');
      await banner.waitFor({ state: 'detached' });
      await person.open('Inbox');
      const answered = person.row('Notices', contract).filter({ hasText: 'Invitation answered' });
      await answered.filter({ hasText: `${ANALYST} declined: "We moved on, ${pass}."` }).waitFor();
      await answered.filter({ hasText: `${ANALYST} accepted` }).waitFor();
      await check(person);
    },
  ],
];
