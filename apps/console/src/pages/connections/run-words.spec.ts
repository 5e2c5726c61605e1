import type { DataRun } from '../../api/connections';
import { startOf, summaryOf } from './run-words';

const run = (members: Partial<DataRun>): DataRun => ({
  id: '0d6f7c3e-5a1b-4c8e-9f2d-7b3a1e4c5d60',
  kind: 'crawl',
  status: 'Success',
  timestamp: 0,
  trigger: 'manual',
  requestedBy: 'admin',
  attempts: 1,
  ...members,
});

describe('what a data run has come to', () => {
  it('is how far it is while it goes on', () => {
    expect(summaryOf(run({ status: 'Running', progress: { done: 3, total: 12 } }))).toBe('3 of 12');
  });

  it('is the counts of a crawl that are not zero, and its warnings', () => {
    expect(summaryOf(run({ counts: { tables: 2, created: 2, deleted: 0, schemas: 1 }, warningCount: 1 }))).toBe(
      '2 tables, 2 created, 1 schema, 1 warning',
    );
  });

  it('is the number of checks, with those that did not pass', () => {
    const checks = (['Success', 'Failed', 'Aborted', 'Failed'] as const).map((status) => ({ name: 'one', status }));
    expect(summaryOf(run({ kind: 'check', status: 'PartialSuccess', checks }))).toBe('4 checks, 2 failed, 1 aborted');
  });

  it('is the message of a run that ended badly, and of one without figures', () => {
    const message = 'LogIn: password authentication failed';
    expect(summaryOf(run({ kind: 'connectionTest', status: 'Failed', message }))).toBe(message);
    expect(summaryOf(run({ kind: 'connectionTest', message: 'The source can be read' }))).toBe(
      'The source can be read',
    );
  });
});

describe('the start of a data run', () => {
  it('says who ran it manually, else by what it was started', () => {
    expect(startOf(run({}))).toBe('Run manually by admin');
    expect(startOf(run({ trigger: 'schedule' }))).toBe('Run by schedule');
    expect(startOf(run({ trigger: 'contract' }))).toBe('Run for a contract');
  });
});
