import { loadSettings } from '@app/config';
import { JobProducer, type JobType } from '@app/queue';
import type { Locator } from 'playwright-core';
import { sourceDatabase } from '../../../e2e/data/source-database';
import { Receiver } from '../../../support/receiver';
import { violationsOf } from '../../support/accessibility';
import { LEAD } from './stage';
import type { Step, Walk } from './walk';

/** What is named in this walk. */
const named = (name: string, { round }: Walk): string => `${name}_${round}`;

/** From a connection string to a contract in force. */
const MOST_CLICKS = 10;

/** What the two walks set in turn. */
const OFTEN = ['every day at 06:00', 'on Mondays at 06:00'] as const;

export const ADMINISTRATOR: readonly Step[] = [
  [
    'an administrator: a role, a user who has it, and a team of that user',
    async (walk) => {
      const { check, administrator: person } = walk;
      const { page } = person;
      const [role, user, team] = [named('watching', walk), named('watcher', walk), named('watchers', walk)];
      const begin = async (section: string, kind: string, name: string) => {
        await person.tab(section);
        await page.getByRole('button', { name: `New ${kind}` }).click();
        await person.dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      };
      const choose = async (list: string, name: string) => {
        await person.dialog.getByRole('combobox', { name: list }).fill(name);
        await page.getByRole('option', { name, exact: true }).click();
      };
      await person.open('Administration');
      await begin('Roles', 'role', role);
      await choose('Policies', 'DataConsumerPolicy');
      await person.confirm('Create role');
      await begin('Users', 'user', user);
      await person.write('E-mail address', `${user}@example.com`);
      await choose('Roles', role);
      await check(person);
      await person.confirm('Create user');
      await begin('Teams', 'team', team);
      await choose('Users', user);
      await person.confirm('Create team');
      await page.getByRole('row').filter({ hasText: team }).getByText(user).waitFor();
      await check(person);
      await person.tab('Users');
      const row = page.getByRole('row').filter({ hasText: `${user}@example.com` });
      await row.getByText(role, { exact: true }).waitFor();
      await row.getByText(team).waitFor();
      await check(person);
    },
  ],
  [
    'an administrator: finds a person, sees when they were there last, and deactivates one who never was',
    async (walk) => {
      const { check, administrator: person } = walk;
      const { page } = person;
      const never = named('watcher', walk);
      const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name}@example.com` });
      const find = async (name: string) => {
        const filter = page.getByRole('combobox', { name: 'Find a person' });
        await filter.fill(name);
        await filter.press('Enter');
        await page.waitForURL(new RegExp(`user=${name}`));
      };
      await person.tab('Users');
      await page.getByRole('columnheader', { name: 'Last seen' }).waitFor();
      await find(LEAD);
      await rowOf(LEAD).getByRole('cell').nth(4).locator('time').waitFor();
      await check(person);
      await find(never);
      await rowOf(never).getByText('Never', { exact: true }).waitFor();
      await rowOf(never)
        .getByRole('button', { name: `Deactivate ${never}` })
        .click();
      await person.confirm('Deactivate');
      await person.said(`${never} is deactivated.`);
      await rowOf(never).getByText('deactivated', { exact: true }).waitFor();
      await check(person);
    },
  ],
  [
    'an administrator: a token, shown once and revoked',
    async (walk) => {
      const { check, administrator: person } = walk;
      const { page } = person;
      const token = named('nightly', walk);
      await person.tab('Tokens');
      await page.getByRole('textbox', { name: 'Name of a new token' }).fill(token);
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText('Copy it now: it is not shown again.').waitFor();
      await check(person);
      const revoke = page.getByRole('button', { name: new RegExp(`^Revoke ${token}`) });
      await revoke.click();
      await revoke.waitFor({ state: 'detached' });
    },
  ],
  [
    'an administrator: a webhook, tried, edited, paused and deleted',
    async (walk) => {
      const { check, administrator: person } = walk;
      const { page } = person;
      const hook = named('pager', walk);
      const receiver = await Receiver.start();
      try {
        await person.tab('Notifications');
        await page.getByRole('textbox', { name: 'Name of a new subscription' }).fill(hook);
        await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
        await page.getByRole('button', { name: 'Subscribe' }).click();
        await page.getByRole('button', { name: `Test ${hook}` }).click();
        await page.getByText(`${hook}: the message arrived, answer 204`).waitFor();
        expect(receiver.received).toHaveLength(1);
        const renamed = named('duty', walk);
        await page.getByRole('button', { name: `Edit ${hook}` }).click();
        await person.write('Name', renamed);
        await person.dialog.getByRole('checkbox', { name: 'A contract recovers' }).uncheck();
        await check(person);
        await person.confirm('Save');
        await page.getByRole('button', { name: `Test ${renamed}` }).click();
        await page.getByText(`${renamed}: the message arrived, answer 204`).waitFor();
        expect(receiver.received).toHaveLength(2);
        await page.getByRole('button', { name: `Pause ${renamed}` }).click();
        await page.getByRole('row').filter({ hasText: renamed }).getByText('paused').waitFor();
        await check(person);
        await page.getByRole('button', { name: `Delete ${renamed}` }).click();
        await page.getByRole('row').filter({ hasText: renamed }).waitFor({ state: 'detached' });
      } finally {
        await receiver.down();
      }
    },
  ],
  [
    'an administrator: from a connection string to a contract in force, in at most ten clicks',
    async (walk) => {
      const { check, administrator: person } = walk;
      const { page } = person;
      const name = named('returns', walk);
      const source = await sourceDatabase('create table sales.returned (return_id bigint primary key, reason text)');
      const { hostPort, database } = source.config;
      const login = `${source.role}:${encodeURIComponent(source.password)}`;
      let clicks = 0;
      const click = async (target: Locator) => {
        clicks += 1;
        await target.click();
      };
      try {
        await click(
          page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Connections', exact: true }),
        );
        await click(page.getByRole('link', { name: 'Connect a database' }));
        await person.heading('Connect a database');
        const given = page.getByLabel('Connection string (optional)');
        await given.fill(`postgresql://${login}@${hostPort}/${database}`);
        await given.press('Enter');
        expect(await given.inputValue()).not.toContain(source.password);
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
        await click(page.getByRole('button', { name: 'Test', exact: true }));
        await page.getByRole('region', { name: 'Connection test' }).getByText('Read a row').waitFor();
        await check(person);
        await click(page.getByRole('button', { name: 'Save and crawl' }));
        await person.heading(name);
        const create = page.getByRole('link', { name: 'Create a contract: returned' });
        await create.waitFor();
        await check(person);
        expect(await page.content()).not.toContain(source.password);
        await click(create);
        await person.heading('New contract');
        const make = page.getByRole('button', { name: 'Create the contract' });
        await make.and(page.locator(':enabled')).waitFor();
        await click(make);
        await person.heading('returned_contract');
        await page.getByText('Active', { exact: true }).first().waitFor();
        expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
      } finally {
        await source.drop();
      }
    },
  ],
  [
    'an administrator: a run of data is cancelled, run again and cancelled from the list of runs',
    async (walk) => {
      const { check, administrator: person, stage } = walk;
      const { page } = person;
      const name = named('slow', walk);
      const source = await sourceDatabase('create view sales.waits as select 1 as id, pg_sleep(300)::text as rest');
      const service = `/services/databaseServices/name/${name}`;
      const { client } = stage.world;
      try {
        const connection = { config: source.config };
        await client.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres', connection });
        await client.must('PUT', `${service}/dataAccess`, {});
        await client.must('POST', `${service}/crawls`, undefined, { prefer: 'wait=60' });
        const table = `${name}.${source.config.database}.sales.waits`;
        await client.must('POST', `/tables/name/${table}/profiles`, {}, { prefer: 'respond-async' });
        await person.open('Connections');
        await page.getByRole('table', { name: 'Database services' }).getByRole('link', { name, exact: true }).click();
        await person.heading(name);
        const cancel = page.getByRole('button', { name: 'Cancel: Profile of waits' });
        await cancel.waitFor();
        await check(person);
        await cancel.click();
        await person.said('The run was cancelled.');
        const again = page.getByRole('button', { name: 'Run again: Profile of waits' });
        await again.click();
        await cancel.click();
        await again.nth(1).waitFor();
      } finally {
        await source.drop();
      }
    },
  ],
  [
    'an administrator: a source is tested, crawled and crawled by a schedule, each run is seen',
    async ({ check, administrator: person, stage: { service }, round }) => {
      const { page } = person;
      await person.open('Connections');
      await check(person);
      await page.getByRole('table', { name: 'Database services' }).getByRole('link', { name: service }).click();
      await person.heading(service);
      const runs = page.getByRole('table', { name: 'Runs' });
      const newest = runs.getByRole('row').nth(1);
      for (const [button, said, run] of [
        ['Test', 'The connection is being tested.', 'Test'],
        ['Crawl', 'The source is being crawled.', 'Crawl'],
      ] as const) {
        const before = await runs.getByRole('row').count();
        await page.getByRole('button', { name: button, exact: true }).click();
        await person.said(said);
        await runs.getByRole('row').nth(before).waitFor();
        await newest.filter({ hasText: run }).filter({ hasText: 'Passed' }).waitFor();
      }
      await page
        .getByRole('button', { name: /^Unfold Crawl of / })
        .first()
        .click();
      await page.getByText('Asked for').waitFor();
      await check(person);
      await page.getByRole('button', { name: 'Edit the schedule of crawls' }).click();
      const cron = `${30 + round} 4 * * *`;
      await page.getByRole('textbox', { name: 'Cron expression' }).fill(cron);
      await page.getByRole('button', { name: 'Save the schedule' }).click();
      await page.getByText(cron).first().waitFor();
      await check(person);
    },
  ],
  [
    'an administrator: the schedule of a contract, and the list of all schedules',
    async ({ check, administrator: person, stage: { relied }, round }) => {
      const { page } = person;
      await person.openContract(relied.contract, relied.contractFqn);
      await page.getByRole('button', { name: /^(Edit the schedule|Schedule runs)$/ }).click();
      await page.getByRole('combobox', { name: 'Run' }).click();
      await page.getByRole('option', { name: OFTEN[round] }).click();
      await page.getByRole('button', { name: 'Save the schedule' }).click();
      await person.said('The schedule is set.');
      await check(person);
      await person.open('Administration');
      await person.tab('Schedules');
      await page
        .getByRole('row')
        .filter({ hasText: relied.contract })
        .getByText(/0 6 \* \* [*1]/)
        .waitFor();
      await check(person);
    },
  ],
  [
    'an administrator: pauses a queue, cancels the run that waits in it, resumes it, and runs again',
    async ({ check, administrator: person, stage: { relied } }) => {
      const { page } = person;
      await person.tab('Queues');
      await page.getByRole('button', { name: 'Pause validation', exact: true }).click();
      await page.getByRole('button', { name: 'Resume validation', exact: true }).waitFor();
      await check(person);
      await person.openContract(relied.contract, relied.contractFqn);
      const run = page.getByRole('button', { name: 'Run', exact: true });
      const progress = page.getByRole('status', { name: 'Validation' });
      await run.click();
      await progress.getByText('Its queue validation is paused').waitFor();
      // The button that waits for the end of the run never comes to rest here.
      expect(await violationsOf(page)).toEqual([]);
      await progress.getByRole('button', { name: 'Cancel the run' }).click();
      await progress.getByText('Aborted').waitFor();
      await person.open('Administration');
      await person.tab('Queues');
      await page.getByRole('button', { name: 'Resume validation', exact: true }).click();
      await page.getByRole('button', { name: 'Pause validation', exact: true }).waitFor();
      await person.openContract(relied.contract, relied.contractFqn);
      await run.click();
      await progress.getByText('Run finished').waitFor();
      await progress.getByText('Passing', { exact: true }).waitFor();
    },
  ],
  [
    'an administrator: work that no worker could do, sent again and removed',
    async (walk) => {
      const { check, administrator: person, stage } = walk;
      const { page } = person;
      const job = named('validate-later', walk);
      const jobs = new JobProducer(loadSettings({ ...stage.world.service.environment }));
      const later: JobType<unknown> = { queue: 'validation', name: job, parse: (payload) => payload };
      await jobs.send(later, { runId: 'walk' }, { id: job, lane: 'urgent' });
      await jobs.onApplicationShutdown();
      await person.open('Administration');
      await person.tab('Queues');
      const row = page.getByRole('region', { name: 'Failed jobs' }).getByRole('row').filter({ hasText: job });
      await row.waitFor();
      await check(person);
      const sent = page.waitForResponse(/parked\/[0-9a-f]+\/retry$/);
      await row.getByRole('button', { name: `Send again ${job}` }).click();
      expect((await sent).status()).toBe(200);
      await row.getByRole('button', { name: `Remove ${job}` }).click();
      await page.getByText('No job is parked').waitFor();
    },
  ],
  [
    'an administrator: who did what, by person and day',
    async ({ check, administrator: person, stage: { relied } }) => {
      const { page } = person;
      await person.tab('Audit');
      const filter = page.getByRole('combobox', { name: 'Person' });
      await filter.fill(LEAD);
      await filter.press('Enter');
      await page.waitForURL(/user=/);
      await page.getByLabel('Day', { exact: true }).fill(new Date().toISOString().slice(0, 10));
      await page.waitForURL(/day=/);
      await page.getByRole('row').filter({ hasText: relied.contractFqn }).first().waitFor();
      await check(person);
    },
  ],
];
