import { eventually } from '../../../support/eventually';
import { settled } from '../../support/chromium';
import type { Person } from '../../support/person';
import { COLLEAGUE, CONTACT, ENGINEER, OWNERS, type Stage, type Subject } from './stage';
import type { Step } from './walk';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1360, height: 860 };
const LARGE_DESK = { width: 1440, height: 900 };

interface Incident {
  readonly status: string;
  readonly assignee?: { readonly name: string };
  readonly resolution?: string;
}

/** The newest incident of a contract, as the API answers it. */
async function incidentOf({ world }: Stage, { contractId }: Subject): Promise<Incident | undefined> {
  const path = `/dataContracts/incidents?contract=${contractId}&status=all&limit=1`;
  return (await world.client.must<{ data: Incident[] }>('GET', path)).data[0];
}

const banner = ({ page }: Person) => page.getByRole('region', { name: 'Open incident' });

/** What the list of incidents has, page by page; of each the status and its duration lie within the window. */
async function readIncidents({ page }: Person): Promise<string[]> {
  const incidents = page.getByRole('region', { name: 'Incidents' });
  const names = incidents.getByRole('button', { name: /^Unfold incident of / });
  const next = incidents.getByRole('button', { name: 'Next' });
  const width = page.viewportSize()?.width ?? 0;
  const read: string[] = [];
  for (;;) {
    await names.first().waitFor();
    const labels = await Promise.all(
      (await names.all()).map(async (one) => (await one.getAttribute('aria-label')) ?? ''),
    );
    for (const label of ['Status', 'For']) {
      const cells = await incidents.locator(`[data-label="${label}"]`).all();
      expect(cells).toHaveLength(labels.length);
      for (const cell of cells) {
        const { x, width: own } = (await cell.boundingBox()) ?? { x: -1, width: 0 };
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + own).toBeLessThanOrEqual(width);
      }
    }
    read.push(...labels);
    if ((await next.count()) === 0) return read;
    await next.click();
    await incidents.getByRole('button', { name: labels[0] ?? '', exact: true }).waitFor({ state: 'detached' });
  }
}

export const ON_CALL: readonly Step[] = [
  [
    'on call: the status of each open incident, on a desk and on a phone',
    async ({ check, engineer: person, stage: { world } }) => {
      const { page } = person;
      const { paging } = await world.client.must<{ paging: { total: number } }>(
        'GET',
        '/dataContracts/incidents?limit=1',
      );
      for (const window of [LARGE_DESK, PHONE]) {
        await page.setViewportSize(window);
        await person.open('Home');
        await person.open('Governance');
        const read = await readIncidents(person);
        expect([read.length, new Set(read).size]).toEqual([paging.total, paging.total]);
        await check(person);
      }
      await page.setViewportSize(DESK);
    },
  ],
  [
    'on call: what broke, why and since when, from what is mine',
    async ({ check, stage: { broken }, engineer: person }) => {
      const { page } = person;
      await person.open('Home');
      await page.getByRole('link', { name: 'Mine', exact: true }).click();
      await page
        .getByRole('heading', { name: /^Failing\b/ })
        .first()
        .waitFor();
      await check(person);
      await person.follow(broken.contractFqn);
      await person.heading(broken.contract);
      await page
        .getByText(/: [1-9]\d* of \d+ rows fail/)
        .first()
        .waitFor();
      await page.getByText('Status for', { exact: true }).waitFor();
      await check(person);
    },
  ],
  [
    'on call: which column and which rows, by the SQL of its check',
    async ({ check, engineer: person, stage: { broken } }) => {
      const { page } = person;
      const rows = page.getByRole('region', { name: 'SQL for the failing rows' });
      await rows.getByText(/[1-9]\d* rows? fails?/).waitFor();
      expect(await rows.locator('pre').allTextContents()).toEqual([expect.stringMatching(/select[\s\S]+null/i)]);
      const link = rows.getByRole('link');
      const name = (await link.textContent()) ?? '';
      await link.click();
      await person.heading(name);
      await check(person);
      await page.goBack();
      await person.heading(broken.contract);
    },
  ],
  [
    'on call: whom it hits, and how to reach them',
    async ({ check, engineer: person, stage: { downstream } }) => {
      const { page } = person;
      await person.tab('Impact');
      await page.getByRole('link', { name: downstream.contract, exact: true }).waitFor();
      await check(person);
      await person.tab('Governance');
      await person.row('Consumers', 'Invoices of the month').getByText(CONTACT).waitFor();
      await check(person);
    },
  ],
  [
    'on call: the cause, from what follows from it',
    async ({ check, engineer: person, stage: { broken, downstream } }) => {
      await person.tab('Impact');
      await person.follow(downstream.contractFqn);
      await person.heading(downstream.contract);
      await banner(person).getByText('It follows from').waitFor();
      await check(person);
      await banner(person).getByRole('link', { name: broken.contract }).click();
      await person.heading(broken.contract);
      await banner(person)
        .getByText(/1 more follow/)
        .waitFor();
    },
  ],
  [
    'on call: takes it, gives it to a colleague, and takes that back',
    async ({ engineer: person, stage }) => {
      const within = banner(person);
      await person.act(within, 'Assign to me');
      await person.said('Assigned to you.');
      // The buttons move when it goes.
      await within.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
      await person.act(within, 'Assign', () =>
        person.dialog.getByRole('combobox', { name: 'To whom' }).fill(COLLEAGUE),
      );
      await person.keeps(`Assigned to ${COLLEAGUE}.`);
      await within.getByText(COLLEAGUE).waitFor();
      await person.undo();
      await within.getByText(ENGINEER).waitFor();
      expect(await incidentOf(stage, stage.broken)).toMatchObject({
        status: 'Assigned',
        assignee: { name: ENGINEER },
      });
    },
  ],
  [
    'on call: snoozes it, mutes the contract, and comments',
    async ({ check, engineer: person, pass }) => {
      const within = banner(person);
      await person.act(within, 'Snooze', () => person.choose('How long', 'until 08:00'));
      await person.said(/^Snoozed until .* 08:00:00\.$/);
      await person.act(within, 'Mute', () => person.write('Reason', `A backfill runs, ${pass}.`));
      await within.getByText(/muted until/).waitFor();
      await check(person);
      await person.act(within, 'Unmute');
      await within.getByText(/muted until/).waitFor({ state: 'detached' });
      await person.act(within, 'Comment', () => person.write('Comment', `The source is late, ${pass}.`));
      await person.said('The comment is added.');
    },
  ],
  [
    'on call: finds it in the list, and reads what happened',
    async ({ check, engineer: person, pass, stage: { broken } }) => {
      const { page } = person;
      await person.open('Governance');
      const owner = page.getByRole('search', { name: 'Filter incidents' }).getByLabel('Owner');
      await owner.fill(OWNERS);
      await owner.press('Enter');
      await page.waitForURL(/owner=/);
      const incidents = page.getByRole('table', { name: 'Incidents' });
      await incidents.getByRole('button', { name: new RegExp(`^Unfold incident of .*${broken.contract}`) }).click();
      await person
        .row('History of the incident', `The source is late, ${pass}.`)
        .getByText(/\d\d:\d\d/)
        .waitFor();
      await check(person);
      await person.follow(broken.contractFqn);
      await person.heading(broken.contract);
    },
  ],
  [
    'on call: resolves it with what follows from it',
    async ({ check, engineer: person, pass, stage }) => {
      await person.act(banner(person), 'Resolve', async () => {
        await person.dialog.getByRole('checkbox', { name: /follows? from it/ }).check();
        await person.write('What was done', `Reloaded, ${pass}.`);
        await check(person);
      });
      await person.said(/^Resolved: fixed\. Done for 1 incident downstream as well\.$/);
      await banner(person).waitFor({ state: 'detached' });
      for (const subject of [stage.broken, stage.downstream])
        expect(await incidentOf(stage, subject)).toMatchObject({ status: 'Resolved', resolution: 'Fixed' });
    },
  ],
  [
    'on call: runs it again on a phone from its notice, which opens a new incident',
    async ({ check, engineer: person, stage }) => {
      const { page } = person;
      const { broken, downstream } = stage;
      await page.setViewportSize(PHONE);
      await person.open('Inbox');
      const notice = person.row('Notices', broken.contract);
      await notice.getByRole('link', { name: 'Contract failed' }).first().click();
      await person.heading(broken.contract);
      await page.getByRole('button', { name: 'Run again' }).click();
      await page.getByRole('status', { name: 'Validation' }).getByText('Run finished').waitFor();
      await page.getByRole('button', { name: 'Assign to me' }).waitFor();
      await check(person);
      await page.setViewportSize(DESK);
      await page.getByRole('link', { name: 'All about the contract' }).click();
      await person.tab('Impact');
      await person.follow(downstream.contractFqn);
      await person.heading(downstream.contract);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('status', { name: 'Validation' }).getByText('Run finished').waitFor();
      await settled(page);
      for (const subject of [broken, downstream])
        await eventually(
          () => incidentOf(stage, subject),
          (incident) => incident !== undefined && incident.status !== 'Resolved',
        );
    },
  ],
];
