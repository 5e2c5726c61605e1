import type { Locator } from 'playwright-core';
import { eventually } from '../../../support/eventually';
import { settled } from '../../support/chromium';
import type { Person } from '../../support/person';
import { TIER } from './stage';
import type { Step } from './walk';

const HOOK = 'https://hooks.example.org/alerts';

/** A card of a lineage, by the link in it. */
const cardOf = ({ page }: Person, fqn: string): Locator =>
  page.locator('.react-flow__node').filter({ has: page.getByRole('link', { name: nameOf(fqn), exact: true }) });

const nameOf = (fqn: string): string => fqn.split('.').at(-1) ?? fqn;

export const CONSUMER: readonly Step[] = [
  [
    'a consumer: what it is',
    async ({ check, analyst: person, stage: { relied, described, column } }) => {
      const { page } = person;
      await person.open('Home');
      await person.find(nameOf(relied.table).slice(0, 5), relied.table);
      await page.getByText(described).first().waitFor();
      await page.getByRole('tabpanel').getByText(column, { exact: true }).first().waitFor();
      const usable = page.getByRole('region', { name: 'Can I use it' });
      await usable.getByText('Passing', { exact: true }).waitFor();
      await usable.getByText(/^for /).waitFor();
      await usable.getByText('Fresh as of', { exact: true }).waitFor();
      await usable.getByText(/^Terms: For reports alone/).waitFor();
      await usable.getByText(TIER, { exact: true }).waitFor();
      await check(person);
    },
  ],
  [
    'a consumer: whom they ask',
    async ({ check, analyst: person }) => {
      const { page } = person;
      await page.getByRole('link', { name: 'platform_team' }).first().click();
      await person.heading('platform_team');
      await check(person);
      await page.goBack();
    },
  ],
  [
    'a consumer: where a column comes from',
    async ({ check, analyst: person, stage: { relied, upstream, upstreamColumn, column } }) => {
      const { page } = person;
      await person.heading(nameOf(relied.table));
      await page.getByRole('link', { name: 'Lineage' }).last().click();
      await page.getByRole('heading', { name: `Lineage of ${nameOf(relied.table)}` }).waitFor();
      const card = cardOf(person, relied.table);
      await cardOf(person, upstream).waitFor();
      await card.getByRole('button', { name: /^\d+ columns? of / }).click();
      await card.getByRole('button', { name: column, exact: true }).click();
      const source = `${nameOf(upstream)}.${upstreamColumn}`;
      await page.getByRole('list', { name: 'Comes from' }).getByText(source, { exact: true }).first().waitFor();
      await check(person);
    },
  ],
  [
    'a consumer: sees the line between two columns, and goes along it by keys',
    async ({ check, analyst: person, stage: { relied, upstream, upstreamColumn, column } }) => {
      const { page } = person;
      const source = cardOf(person, upstream).getByRole('button', { name: upstreamColumn, exact: true });
      await cardOf(person, relied.table).getByRole('button', { name: column, exact: true }).focus();
      await page.keyboard.press('ArrowLeft');
      await eventually(() => source.evaluate((element) => element === element.ownerDocument.activeElement));
      await page.locator('.graph-line-lit').first().waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Leave the path' }).click();
      await page.getByRole('list', { name: 'Comes from' }).waitFor({ state: 'detached' });
      await settled(page);
      await check(person);
      await page.getByRole('link', { name: relied.table, exact: true }).click();
      await person.heading(nameOf(relied.table));
    },
  ],
  [
    'a consumer: whether they may use it – status, since when, freshness, terms',
    async ({ check, analyst: person, stage: { relied } }) => {
      const { page } = person;
      await person.follow(relied.contractFqn);
      await person.heading(relied.contract);
      await page.getByText('Passing', { exact: true }).first().waitFor();
      await page.getByText('Status for', { exact: true }).waitFor();
      await check(person);
      await person.tab('Terms');
      await page.getByText('Refreshed every', { exact: true }).waitFor();
      await page.getByText(/^For reports alone/).waitFor();
      await check(person);
    },
  ],
  [
    'a consumer: subscribes to this one',
    async ({ check, analyst: person, pass, stage: { relied } }) => {
      const { page } = person;
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await person.write('Name of the subscription', `Alerts of ${relied.contract}, ${pass}`);
      await person.choose('Channel', 'Webhook');
      await person.write('URL', HOOK);
      await check(person);
      await person.confirm('Subscribe');
      await person.said(`Subscribed to ${relied.contract}.`);
      await page.getByRole('link', { name: /^Subscribed/ }).click();
      await person.row('Subscriptions', `Alerts of ${relied.contract}, ${pass}`).waitFor();
      await check(person);
      await page.goBack();
      await person.heading(relied.contract);
    },
  ],
  [
    'a consumer: relies on it, by its columns',
    async ({ check, analyst: person, pass, stage: { column } }) => {
      const { page } = person;
      await person.tab('Governance');
      await page.getByRole('button', { name: 'I rely on this' }).click();
      const purpose = person.dialog.getByRole('textbox', { name: 'Purpose' });
      await purpose.waitFor();
      // What was declared the first time is there to be changed.
      if ((await purpose.inputValue()) === '') {
        const columns = person.dialog.getByRole('combobox', { name: 'Columns' });
        await columns.fill(column);
        await person.dialog.getByRole('option', { name: column, exact: true }).click();
        await columns.press('Escape');
      }
      await purpose.fill(`Weekly planning, ${pass}`);
      await check(person);
      await person.confirm('Declare');
      await person.row('Consumers', `Weekly planning, ${pass}`).getByText(column).waitFor();
      expect(await person.row('Consumers', 'Weekly planning').count()).toBe(1);
      await check(person);
    },
  ],
  [
    'a consumer: asks for a change, which waits for its review',
    async ({ check, analyst: person, pass, stage: { relied } }) => {
      const { page } = person;
      await person.tab('Document');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const text = page.getByRole('textbox', { name: 'Edit the contract in YAML' });
      await text.getByText('termsOfUse').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Shift+Home');
      await page.keyboard.type(`termsOfUse: For reports alone, asked ${pass}.`);
      await page.getByRole('button', { name: /^Save/, disabled: false }).click();
      await person.heading(`Proposed change of ${relied.contract}`);
      await page.getByText(/^It waits for the approval of/).waitFor();
      await check(person);
    },
  ],
];
