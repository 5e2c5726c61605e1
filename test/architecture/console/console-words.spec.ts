import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(__dirname, '../../../apps/console/src');

/** Texts that pages do not show, each with the one that says the same in the words of the field. */
const INSTEAD: Readonly<Record<string, string>> = {
  "'Start'": 'Home',
  "Everybody's": 'All',
  "label: 'Success'": 'Passing',
  "label: 'Failed'": 'Failing',
  'Partial success': 'Some checks failing',
  'Broken now': 'Failing',
  'Broken contracts': 'Failing contracts',
  "'Holding'": 'Passing',
  'Of them hold': 'Passing',
  'Hold now': 'Pass rate',
  'Contracts that hold': 'Passing contracts',
  'Held, last 30 days': 'Pass rate, last 30 days',
  'in part': 'partly',
  "'Verdict'": 'Status',
  "'Promise'": 'Terms',
  "'Promised'": 'Expected',
  'asked for by hand': 'Run manually',
  "'manual run'": 'Run manually',
  'one of a batch': 'Bulk run',
  "'bulk run'": 'Bulk run',
  "'Run by'": 'Run manually by …, Run by schedule',
  'only when asked for': 'Not scheduled',
  'There by': 'Due by',
  'Late at most': 'Maximum delay',
  'Late by at most': 'Maximum delay',
  'Kept for': 'Retention',
  "'Available'": 'Availability',
  'Validate chosen': 'Run selected',
  'Choose all of this page': 'Select all on this page',
  'State of the contract': 'Status',
  'Last validation': 'Last result',
  '>Why<': 'Reason',
  '>When<': 'Last run',
  'Write one': 'Create a contract',
  'In force at once': 'Status: Active or Draft',
  'What must be true': 'Condition',
  'No other columns': 'No additional columns',
  'none of its own': 'Inherited from …',
  'nothing is promised about it': 'No contract yet',
  'One hop': 'Level 1; Fewer levels, More levels',
  'lie downstream': 'downstream',
  'assets lie': 'assets downstream',
  'Whom to tell': 'Owners',
  'The same as a table<': 'Show as table',
  'In no {facet}': 'No {facet}',
  'In no domain': 'No domain',
  'By other words': 'More results',
  'Nobody is told of anything yet': 'No subscriptions yet',
  'Tells that': 'Events',
  'label="By"': 'Channel',
  'Lives for': 'Expires after',
  'Make it': 'Create token',
  'Make the ': 'Create user, Create rule',
  'What for': 'Description',
  "'Kind'": 'Type',
  'label={`Change ': 'Edit',
  'Parked jobs': 'Failed jobs',
  "'Lane'": 'Queue',
  'Save, and break readers': 'Save breaking change',
  'What keeps it from being saved': 'Fix before saving',
  'This page has a fault': 'Something went wrong',
  'The service is away': "Can't reach the server",
  'Rows that fail': 'SQL for the failing rows',
};

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
  .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8').replaceAll('&apos;', "'")] as const);

describe('the texts of the console', () => {
  it.each(Object.entries(INSTEAD))('do not say "%s" but "%s"', (old) => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter(([, text]) => text.includes(old)).map(([file]) => file)).toEqual([]);
  });
});
