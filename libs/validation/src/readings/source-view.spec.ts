import { sortRules } from '@app/contracts';
import type { Reading } from '@app/data';
import { checkQuality } from '../checks/quality-check';
import { checkSla } from '../checks/sla-check';
import { overallVerdict, type Dimensions } from '../checks/verdict';
import { blocks, sourceView, unaskedView } from './source-view';

const NOW = Date.UTC(2026, 10, 20, 10);
const RULES = [
  { name: 'a', type: 'library', metric: 'rowCount', mustBe: 1 },
  { name: 'b', type: 'library', metric: 'rowCount', mustBe: 2, severity: 'warning' },
  { name: 'words', type: 'text' },
];
const CONTRACT = { rules: RULES, columnName: undefined, expected: ['t1', 't2'], now: NOW };

const keysOf = (rules: unknown): string[] => sortRules(rules).tests.map(({ key }) => key);
const entry = (name: string, index: number, more: object) => ({ name, rule: { contract: 'c', index }, ...more });

function reading(more: Partial<Reading> = {}): Reading {
  return {
    ...{ id: 'r', service: '1', status: 'Success', startedAt: NOW - 50, endedAt: NOW, reason: null, message: 'fine' },
    request: { tables: [{ table: '7', testCases: ['t1'] }], contract: { node: '9', id: 'c' } },
    outcome: {
      reading: { readAt: NOW - 40, statements: 2, columns: 'read', rules: keysOf(RULES), notRun: ['words'] },
      checks: [
        { name: 'x', testCase: { id: 't1' }, status: 'Success' },
        entry('a', 0, { status: 'Failed', message: 'Found 3, expected 1' }),
        entry('b (2)', 1, { status: 'Aborted', message: 'nobody answers', reason: 'sourceUnreachable' }),
      ],
    },
    ...more,
  };
}

const OUTAGE = reading({
  status: 'Aborted',
  reason: 'noDataWorker',
  message: 'no worker',
  outcome: null,
  startedAt: null,
});

describe('the findings of readings', () => {
  it('are the outcomes of rules, by their place', () => {
    const view = sourceView(reading(), [], CONTRACT);
    expect(view).toMatchObject({
      ...{ columns: 'read', notRun: ['words'], sla: { byColumn: false } },
      data: { runId: 'r', readAt: NOW - 40, statements: 2, executionTime: 50 },
    });
    expect(view.unread).toBeUndefined();
    expect(view.rules).toMatchObject([
      { newest: { status: 'Failed', result: 'Found 3, expected 1', timestamp: NOW - 50 } },
      { newest: { status: 'Aborted' }, severity: 'warning', blockedBy: 'sourceUnreachable' },
    ]);
    expect([...view.missing]).toEqual([]);
  });

  it('of a reading that ended without any are blocked, and so is what it was to compute', () => {
    const view = sourceView(OUTAGE, [], CONTRACT);
    expect(view).toMatchObject({ unread: { reason: 'noDataWorker' }, columns: 'unread', notRun: ['words'] });
    expect(view.rules.map(({ blockedBy }) => blockedBy)).toEqual(['noDataWorker', 'noDataWorker']);
    expect([...view.missing]).toEqual([['t1', { reason: 'noDataWorker', message: 'no worker' }]]);
  });

  it('of another service concern its test cases alone', () => {
    const other = { ...OUTAGE, id: 'o', request: { tables: [{ table: '8', testCases: ['t2'] }] } };
    const view = sourceView(reading(), [other], CONTRACT);
    expect(view.unread).toBeUndefined();
    expect([...view.missing.keys()]).toEqual(['t2']);
  });

  it('of a contract that was changed meanwhile are not taken for those of other rules', () => {
    const rules = [{ ...RULES[0], name: 'other' }, RULES[1]];
    const view = sourceView(reading(), [], { ...CONTRACT, rules });
    expect(view.rules[0]).toMatchObject({
      ref: { name: 'other' },
      newest: { status: 'Aborted' },
      blockedBy: 'internal',
    });
  });

  it.each([
    [{ reason: 'columnNotFound', message: 'no column x' }, { silence: 'no column x' }],
    [{ reason: 'noValues', message: 'empty' }, { silence: 'empty' }],
    [{ reason: 'timedOut', message: 'slow' }, { unread: { reason: 'timedOut', message: 'slow' } }],
  ] as const)('of a column of times that says nothing: %j', (time, sla) => {
    const outcome = { reading: { statements: 0, columns: 'read', rules: [], notRun: [], time }, checks: [] } as const;
    expect(sourceView(reading({ outcome }), [], { ...CONTRACT, columnName: 'x' }).sla).toEqual({
      byColumn: true,
      ...sla,
    });
  });

  it.each(['fileMalformed', 'columnNotFound'] as const)(
    'of a table that no reader can read break its promises: %s',
    (reason) => {
      const message = 'Line 3 of s/x.csv cannot be read';
      const aborted = { status: 'Aborted', message, reason } as const;
      const outcome = {
        reading: { statements: 0, columns: 'unread', rules: keysOf(RULES), notRun: ['words'] },
        checks: [{ name: 'x', testCase: { id: 't1' }, ...aborted }, entry('a', 0, aborted), entry('b (2)', 1, aborted)],
      } as const;
      const view = sourceView(reading({ ...aborted, outcome }), [], { ...CONTRACT, columnName: 'x' });
      expect(view).toMatchObject({ broken: { reason, message }, columns: 'unread', sla: { byColumn: true } });
      expect(view.unread).toBeUndefined();
      expect(view.sla.unread).toBeUndefined();
      expect(view.rules.map(({ blockedBy }) => blockedBy)).toEqual([undefined, undefined]);
    },
  );

  it('where nothing was asked are all blocked', () => {
    const view = unaskedView({ reason: 'noDataAccess', message: 'suspended' }, CONTRACT);
    expect(view).toMatchObject({ columns: 'unread', sla: { unread: { reason: 'noDataAccess' } } });
    expect([...view.missing.keys()]).toEqual(['t1', 't2']);
    expect(view.rules).toHaveLength(2);
  });

  it.each([
    ['sourceUnreachable', true],
    ['noValues', true],
    ['timedOut', true],
    ['badParameter', false],
    ['tableNotFound', false],
    ['customSqlOff', false],
    [undefined, false],
  ])('%s blocks: %s', (reason, isBlocked) => expect(blocks(reason)).toBe(isBlocked));
});

describe('a verdict on what could not be read', () => {
  const blocked = { ref: { name: 'b' }, newest: { status: 'Aborted', timestamp: NOW }, blockedBy: 'timedOut' } as const;
  const failed = { ref: { name: 'f' }, newest: { status: 'Failed', timestamp: NOW } } as const;
  const passed = { ref: { name: 'p' }, newest: { status: 'Success', timestamp: NOW } } as const;
  const semantics = { passed: 1, failed: 0, total: 1, failedRules: [], notEvaluated: [] };
  const schema = { passed: 2, failed: 0, total: 2, failedFields: [], details: [] };

  it.each<[string, Dimensions, string]>([
    ['nothing failed', { quality: checkQuality([blocked, passed]) }, 'Aborted'],
    ['beside what passed', { quality: checkQuality([blocked]), semantics }, 'Aborted'],
    ['one failed', { quality: checkQuality([blocked, failed]) }, 'Failed'],
    ['one failed, beside what passed', { quality: checkQuality([blocked, failed]), semantics }, 'PartialSuccess'],
    ['columns as they were seen', { schema: { ...schema, blockedBy: 'hostUnknown' } }, 'Aborted'],
    [
      'columns that failed as they were seen',
      { schema: { ...schema, passed: 1, failed: 1, failedFields: ['x'], blockedBy: 'hostUnknown' } },
      'Failed',
    ],
    ['another dimension failed', { schema: { ...schema, blockedBy: 'x' }, quality: checkQuality([failed]) }, 'Failed'],
  ])('%s', (_title, dimensions, status) => {
    expect(overallVerdict(dimensions).status).toBe(status);
  });

  it('names what was not judged, and why', () => {
    expect(overallVerdict({ quality: checkQuality([blocked]), semantics }).result).toBe(
      'Not all could be judged (timedOut): 1 of 1 quality test could not be computed (b). ' +
        'Test b: could not be computed (timedOut) at 2026-11-20 10:00 UTC.',
    );
  });

  it('counts a blocked test case as not passed', () => {
    expect(checkQuality([blocked, failed, passed])).toMatchObject({
      ...{ passed: 1, failed: 2, total: 3, blocked: 1, blockedBy: 'timedOut' },
    });
    expect(checkQuality([{ ...blocked, severity: 'info' }])).toMatchObject({ total: 0, failed: 0 });
  });

  const none = { refreshes: [], arrivals: [], availability: [], now: NOW };
  const unread = { reason: 'sourceUnreachable', message: 'nobody answers' };

  it.each([
    ['a refresh that is not known', { refreshFrequency: 'P1D' }, none, ['refreshFrequencyMet']],
    ['one that evidence meets', { refreshFrequency: 'P1D' }, { ...none, refreshes: [NOW - 1] }, undefined],
    [
      'the age of data, whatever was read before',
      { maxLatency: 'P1D' },
      { ...none, arrivals: [{ timestamp: NOW - 5, dataTimestamp: NOW - 6 }] },
      ['latencyMet'],
    ],
    [
      'availability, which an outage is evidence of',
      { availability: 99 },
      { ...none, availability: [{ timestamp: NOW - 5, available: false }] },
      undefined,
    ],
    ['one that is overdue by what is known', { refreshFrequency: 'P1D' }, { ...none, refreshes: [1] }, undefined],
    ['the time of a day', { availabilityTime: '06:00' }, none, ['availabilityMet']],
  ])('of an SLA: %s', (_title, sla, evidence, blockedTargets) => {
    expect(checkSla({ sla, evidence, reading: { unread, byColumn: true } })?.blocked).toEqual(blockedTargets);
  });

  it('an SLA that stored evidence breaks fails the contract, whatever could not be read', () => {
    const check = { sla: { refreshFrequency: 'P1D' }, evidence: { ...none, refreshes: [1] } };
    const sla = checkSla({ ...check, reading: { unread, byColumn: false } })!;
    expect(sla.notes).toEqual([expect.stringMatching(/^refreshFrequency: last refreshed at 1970-01-01/)]);
    expect(overallVerdict({ sla }).status).toBe('Failed');
  });

  it('says why an SLA has no evidence', () => {
    const reading = { byColumn: true, silence: 'The table has no column x' };
    expect(checkSla({ sla: { refreshFrequency: 'P1D' }, evidence: none, reading })).toMatchObject({
      ...{ sla: { refreshFrequencyMet: false } },
      notes: ['refreshFrequency: no evidence (no refresh is known); The table has no column x'],
    });
  });
});
