import type { QualityExpectation, TestCaseStatus } from '../../quality-check';

/**
 * Test cases as `name status[!severity][: message]`; `-` stands for no result. Every result is dated 10:00 on 20
 * November 2026.
 */
export type QualityCase = readonly [
  title: string,
  tests: readonly string[],
  counts: readonly [passed: number, failed: number, total: number, score: number],
  details: readonly (readonly [name: string, message: string])[],
  warnings?: readonly (readonly [name: string, message: string])[],
];

const TIMESTAMP = Date.UTC(2026, 10, 20, 10);
const AT = '2026-11-20 10:00 UTC';

export const QUALITY: readonly QualityCase[] = [
  ['nothing expected', [], [0, 0, 0, 100], []],
  ['all succeeded', ['a Success', 'b Success'], [2, 0, 2, 100], []],
  ['one failed', ['a Success', 'b Failed'], [1, 1, 2, 50], [['b', `failed at ${AT}`]]],
  [
    'one failed, with words of its own',
    ['a Failed: 3 rows are null'],
    [0, 1, 1, 0],
    [['a', `failed at ${AT}: 3 rows are null`]],
  ],
  ['aborted is no pass', ['a Aborted'], [0, 1, 1, 0], [['a', `was aborted at ${AT}`]]],
  [
    'aborted, with words of its own',
    ['a Aborted: out of memory'],
    [0, 1, 1, 0],
    [['a', `was aborted at ${AT}: out of memory`]],
  ],
  ['queued is no pass', ['a Queued'], [0, 1, 1, 0], [['a', `is queued, so it has no outcome yet at ${AT}`]]],
  ['no result is no pass', ['a -'], [0, 1, 1, 0], [['a', 'no result']]],
  ['three of four', ['a Success', 'b Success', 'c Success', 'd -'], [3, 1, 4, 75], [['d', 'no result']]],
  [
    'one of three',
    ['a Success', 'b Failed', 'c -'],
    [1, 2, 3, (1 / 3) * 100],
    [
      ['b', `failed at ${AT}`],
      ['c', 'no result'],
    ],
  ],
  [
    'none of two',
    ['a Failed', 'b Aborted'],
    [0, 2, 2, 0],
    [
      ['a', `failed at ${AT}`],
      ['b', `was aborted at ${AT}`],
    ],
  ],
  [
    'seven of eight',
    [...'abcdefg'].map((name) => `${name} Success`).concat('h Failed'),
    [7, 1, 8, 87.5],
    [['h', `failed at ${AT}`]],
  ],
  ['words of a success are not shown', ['a Success: fine'], [1, 0, 1, 100], []],
  [
    'details keep the order of the contract',
    ['z Failed', 'a -'],
    [0, 2, 2, 0],
    [
      ['z', `failed at ${AT}`],
      ['a', 'no result'],
    ],
  ],
  [
    'severity error fails as without one',
    ['a Failed!error'],
    [0, 1, 1, 0],
    [['a', `failed at ${AT} (severity error)`]],
  ],
  ['severity high fails', ['a -!high'], [0, 1, 1, 0], [['a', 'no result (severity high)']]],
  ['info that failed is a warning', ['a Failed!info'], [0, 0, 0, 100], [], [['a', `failed at ${AT} (severity info)`]]],
  [
    'warning is as warn',
    ['a Success', 'b -!Warning', 'c Success!INFO'],
    [1, 0, 1, 100],
    [],
    [['b', 'no result (severity Warning)']],
  ],
  ['severity error that succeeds', ['a Success!error'], [1, 0, 1, 100], []],
  ['severity and words', ['a Failed!high: 2 of 9'], [0, 1, 1, 0], [['a', `failed at ${AT} (severity high): 2 of 9`]]],
  ['warn that failed is a warning', ['a Failed!warn'], [0, 0, 0, 100], [], [['a', `failed at ${AT} (severity warn)`]]],
  ['warn without a result is a warning', ['a -!warn'], [0, 0, 0, 100], [], [['a', 'no result (severity warn)']]],
  [
    'warn that was aborted is a warning',
    ['a Aborted!warn'],
    [0, 0, 0, 100],
    [],
    [['a', `was aborted at ${AT} (severity warn)`]],
  ],
  [
    'warn that is queued is a warning',
    ['a Queued!warn'],
    [0, 0, 0, 100],
    [],
    [['a', `is queued, so it has no outcome yet at ${AT} (severity warn)`]],
  ],
  ['warn that succeeded is nothing', ['a Success!warn'], [0, 0, 0, 100], []],
  ['warn in capitals', ['a Failed!WARN'], [0, 0, 0, 100], [], [['a', `failed at ${AT} (severity WARN)`]]],
  ['warn raises no score', ['a Failed', 'b Success!warn'], [0, 1, 1, 0], [['a', `failed at ${AT}`]]],
  [
    'warn lowers no score',
    ['a Success', 'b Failed!warn'],
    [1, 0, 1, 100],
    [],
    [['b', `failed at ${AT} (severity warn)`]],
  ],
  [
    'one of each',
    ['a Success', 'b Failed', 'c Failed!warn', 'd -!warn', 'e -', 'f Success!warn'],
    [1, 2, 3, (1 / 3) * 100],
    [
      ['b', `failed at ${AT}`],
      ['e', 'no result'],
    ],
    [
      ['c', `failed at ${AT} (severity warn)`],
      ['d', 'no result (severity warn)'],
    ],
  ],
];

export function expectation(text: string): QualityExpectation {
  const [, name = '', status = '-', severity, result] =
    /^(\S+) ([A-Za-z]+|-)(?:!([A-Za-z]+))?(?:: (.*))?$/.exec(text) ?? [];
  const ref = { id: `id-${name}`, name: `name-${name}`, fullyQualifiedName: name };
  const newest = { status: status as TestCaseStatus, timestamp: TIMESTAMP, ...(result && { result }) };
  return { ref, ...(status !== '-' && { newest }), ...(severity && { severity }) };
}
