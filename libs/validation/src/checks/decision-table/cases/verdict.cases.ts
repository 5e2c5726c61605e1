import type { ExecutionStatus } from '../../types';

/** `[total, …names of what failed]`; for an SLA which targets are met, and its notes. */
export interface Found {
  readonly schema?: readonly [total: number, ...failed: string[]];
  readonly semantics?: readonly [total: number, ...failed: string[]];
  readonly quality?: readonly [total: number, ...failed: string[]];
  readonly sla?: readonly [met: { readonly [target: string]: boolean }, ...notes: string[]];
}

export type VerdictCase = readonly [title: string, found: Found, status: ExecutionStatus, result: string];

const PASSED: Found = { schema: [2], semantics: [1], quality: [3], sla: [{ latencyMet: true }] };

const STATUS: VerdictCase[] = [
  ['no dimension', {}, 'Success', 'The contract has nothing to check.'],
  [
    'dimensions that counted nothing',
    { schema: [0], semantics: [0], quality: [0], sla: [{}] },
    'Success',
    'The contract has nothing to check.',
  ],
  ['one passed', { schema: [2] }, 'Success', 'All checks passed: 2 columns.'],
  ['all passed', PASSED, 'Success', 'All checks passed: 2 columns, 1 semantics rule, 3 quality tests, 1 SLA target.'],
  ['one of each', { schema: [1], quality: [1] }, 'Success', 'All checks passed: 1 column, 1 quality test.'],
  [
    'two SLA targets',
    { sla: [{ refreshFrequencyMet: true, latencyMet: true }] },
    'Success',
    'All checks passed: 2 SLA targets.',
  ],
  ['one failed, alone', { schema: [2, 'a'] }, 'Failed', '1 of 2 columns failed (a).'],
  ['one failed of two', { schema: [2, 'a'], semantics: [1] }, 'PartialSuccess', '1 of 2 columns failed (a).'],
  [
    'semantics failed of four',
    { ...PASSED, semantics: [2, 'r'] },
    'PartialSuccess',
    '1 of 2 semantics rules failed (r).',
  ],
  ['quality failed of four', { ...PASSED, quality: [3, 't'] }, 'PartialSuccess', '1 of 3 quality tests failed (t).'],
  ['SLA failed of four', { ...PASSED, sla: [{ latencyMet: false }] }, 'PartialSuccess', 'SLA not met (latency).'],
  [
    'three failed of four',
    { ...PASSED, schema: [2, 'a'], quality: [3, 't'], sla: [{ latencyMet: false }] },
    'PartialSuccess',
    '1 of 2 columns failed (a); 1 of 3 quality tests failed (t); SLA not met (latency).',
  ],
  [
    'both failed',
    { schema: [2, 'a', 'b'], semantics: [1, 'r'] },
    'Failed',
    '2 of 2 columns failed (a, b); 1 of 1 semantics rule failed (r).',
  ],
  [
    'all four failed',
    { schema: [1, 'a'], semantics: [1, 'r'], quality: [1, 't'], sla: [{ availabilityMet: false }] },
    'Failed',
    '1 of 1 column failed (a); 1 of 1 semantics rule failed (r); 1 of 1 quality test failed (t); SLA not met (availability).',
  ],
  [
    'one that counted nothing is no success',
    { schema: [1, 'a'], semantics: [0] },
    'Failed',
    '1 of 1 column failed (a).',
  ],
  [
    'an SLA that asks for nothing is no success',
    { schema: [1, 'a'], sla: [{}] },
    'Failed',
    '1 of 1 column failed (a).',
  ],
];

const SLA: VerdictCase[] = [
  [
    'evidence of refreshes alone',
    { sla: [{ refreshFrequencyMet: false, latencyMet: false }, 'refreshFrequency: late', 'latency: no evidence (x)'] },
    'Failed',
    'SLA not met (refresh frequency, latency).',
  ],
  [
    'evidence of arrivals alone',
    { sla: [{ refreshFrequencyMet: false, latencyMet: false }, 'refreshFrequency: no evidence (x)', 'latency: slow'] },
    'Failed',
    'SLA not met (refresh frequency, latency).',
  ],
  [
    'one target missed',
    { sla: [{ refreshFrequencyMet: true, latencyMet: false }, 'latency: too slow'] },
    'Failed',
    'SLA not met (latency).',
  ],
  [
    'no evidence of refreshes',
    { sla: [{ refreshFrequencyMet: false }, 'refreshFrequency: no evidence (x)'] },
    'Failed',
    'SLA not met (refresh frequency).',
  ],
  [
    'no evidence of arrivals',
    { sla: [{ latencyMet: false }, 'latency: no evidence (x)'] },
    'Failed',
    'SLA not met (latency).',
  ],
  [
    'no evidence of availability',
    { sla: [{ availabilityMet: false }, 'availability: no evidence (x)'] },
    'Failed',
    'SLA not met (availability).',
  ],
  [
    'no evidence of the daily time',
    { sla: [{ availabilityMet: false }, 'availabilityTime: no evidence (x)'] },
    'Failed',
    'SLA not met (availability).',
  ],
  [
    'evidence that another target lacks',
    {
      schema: [1],
      sla: [
        { refreshFrequencyMet: false, availabilityMet: false },
        'refreshFrequency: no evidence (x)',
        'availability: 5 %',
      ],
    },
    'PartialSuccess',
    'SLA not met (refresh frequency, availability).',
  ],
];

/** Names of the given length that differ in their last letter. */
const named = (length: number, ...ends: string[]): string[] => ends.map((end) => 'n'.repeat(length - 1) + end);
/** The end of such a name, truncated to a length. */
const cut = (length: number, end: string): string => `…${'n'.repeat(length - 2)}${end}`;
const three = (length: number): string => ['x', 'y', 'z'].map((end) => cut(length, end)).join(', ');
const names = named(300, 'x', 'y', 'z');
const more = Array.from({ length: 997 }, () => 'm');

const NAMES: VerdictCase[] = [
  ['three are named', { quality: [9, 'a', 'b', 'c'] }, 'Failed', '3 of 9 quality tests failed (a, b, c).'],
  [
    'the fourth is counted',
    { quality: [9, 'a', 'b', 'c', 'd'] },
    'Failed',
    '4 of 9 quality tests failed (a, b, c and 1 more).',
  ],
  [
    'the rest is counted',
    { quality: [9, 'a', 'b', 'c', 'd', 'e'] },
    'Failed',
    '5 of 9 quality tests failed (a, b, c and 2 more).',
  ],
  [
    'a name of 256 letters is whole',
    { schema: [2, ...named(256, 'x')] },
    'Failed',
    `1 of 2 columns failed (${'n'.repeat(255)}x).`,
  ],
  [
    'of a longer one the end',
    { schema: [2, ...named(257, 'x')] },
    'Failed',
    `1 of 2 columns failed (${cut(256, 'x')}).`,
  ],
  [
    'letters of two units count once',
    { schema: [2, '👍'.repeat(256)] },
    'Failed',
    `1 of 2 columns failed (${'👍'.repeat(256)}).`,
  ],
  ['three long ones: 100 letters each', { schema: [3, ...names] }, 'Failed', `3 of 3 columns failed (${three(100)}).`],
  [
    'six long ones: 60',
    { schema: [3, ...names], semantics: [3, ...names] },
    'Failed',
    `3 of 3 columns failed (${three(60)}); 3 of 3 semantics rules failed (${three(60)}).`,
  ],
  [
    'nine long ones: 30',
    { schema: [3, ...names], semantics: [3, ...names], quality: [3, ...names] },
    'Failed',
    `3 of 3 columns failed (${three(30)}); 3 of 3 semantics rules failed (${three(30)}); 3 of 3 quality tests failed (${three(30)}).`,
  ],
  [
    'and all that is missed beside: 20',
    {
      ...{
        schema: [9e12, ...names, ...more],
        semantics: [9e12, ...names, ...more],
        quality: [9e12, ...names, ...more],
      },
      sla: [{ refreshFrequencyMet: false, latencyMet: false, availabilityMet: false }],
    },
    'Failed',
    `1000 of 9000000000000 columns failed (${three(20)} and 997 more); 1000 of 9000000000000 semantics rules failed (${three(20)} and 997 more); ` +
      `1000 of 9000000000000 quality tests failed (${three(20)} and 997 more); ` +
      'SLA not met (refresh frequency, latency, availability).',
  ],
  // The sentence has 27 characters besides the names.
  [
    'a sentence of 500 characters',
    { schema: [2, ...named(237, 'x'), ...named(236, 'y')] },
    'Failed',
    `2 of 2 columns failed (${named(237, 'x')[0]}, ${named(236, 'y')[0]}).`,
  ],
  [
    'one of 501',
    { schema: [2, ...named(237, 'x'), ...named(237, 'y')] },
    'Failed',
    `2 of 2 columns failed (${cut(100, 'x')}, ${cut(100, 'y')}).`,
  ],
];

/** The status of a run, and its summary sentence. */
export const VERDICTS: readonly VerdictCase[] = [...STATUS, ...SLA, ...NAMES];
