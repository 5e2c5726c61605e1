import fc from 'fast-check';
import { diffRules } from './diff-rules';

type Rule = Record<string, unknown>;
const told = (before: Rule[], after: Rule[]): string =>
  diffRules(before, after)
    .map(({ path, compatibility }) => `${path.slice('odcsQualityRules.'.length)} ${compatibility}`)
    .join(', ');
const one = (before: Rule, after: Rule): string => told([{ name: 'r', ...before }], [{ name: 'r', ...after }]);
const rows = (more: Rule): Rule => ({ metric: 'rowCount', ...more });
const share = (more: Rule): Rule => ({ metric: 'nullValues', column: 'c', unit: 'percent', ...more });
const invalid = (args: Rule, more: Rule = { mustBe: 0 }): Rule => ({
  metric: 'invalidValues',
  column: 'c',
  arguments: args,
  ...more,
});
const missing = (words: unknown, more: Rule = { mustBe: 0 }): Rule => ({
  metric: 'missingValues',
  column: 'c',
  arguments: { missingValues: words },
  ...more,
});

describe('a quality rule is changed', () => {
  it.each<[Rule, Rule, string]>([
    [rows({ mustBe: 0 }), rows({ mustBeLessThan: 1 }), 'r info'],
    [share({ mustBe: 0 }), share({ mustBeLessThan: 1 }), 'r breaking'],
    [share({ mustBeGreaterThan: 10 }), share({ mustBeGreaterThan: 100 }), 'r compatible'],
    [rows({ mustBeGreaterThan: 10 }), rows({ mustBeGreaterOrEqualTo: 11 }), 'r info'],
    [rows({ mustNotBe: 0 }), rows({ mustBeGreaterThan: 0 }), 'r info'],
    [{ type: 'sql', query: 'q', mustNotBe: 0 }, { type: 'sql', query: 'q', mustBeGreaterThan: 0 }, 'r compatible'],
    [rows({ mustBe: 5 }), rows({}), 'r breaking'],
    [rows({}), rows({ mustBe: 5 }), 'r compatible'],
    [rows({ mustBeBetween: [5, 1] }), rows({ mustBeBetween: [1, 5] }), 'r breaking'],
    [rows({ mustBe: true }), rows({ mustBe: 1 }), 'r info'],
    [{ ...rows({ mustBeLessThan: 5 }), unit: 'rows' }, { ...rows({ mustBeLessThan: 5 }), unit: 'percent' }, 'r info'],
    [share({ mustBeLessThan: 5, unit: undefined }), share({ mustBeLessThan: 5 }), 'r breaking'],
    [share({ mustBe: 0, unit: undefined }), share({ mustBe: 0 }), 'r info'],
    [
      { metric: 'freshness', unit: 'hours', mustBeLessThan: 24 },
      { metric: 'freshness', unit: 'd', mustBeLessThan: 1 },
      'r info',
    ],
    [
      { metric: 'freshness', unit: 'minutes', mustBeLessThan: 60 },
      { metric: 'freshness', unit: 'hours', mustBeLessThan: 2 },
      'r breaking',
    ],
    [{ type: 'sql', query: 'q', mustBe: 1 }, { type: 'sql', query: 'q', mustBe: 1, unit: 'percent' }, 'r breaking'],
    [{ type: 'sql', query: 'q', mustBe: 1 }, { type: 'sql', query: 'q', mustBe: 1, unit: 'EUR' }, 'r info'],
    [{ type: 'sql', query: 'q', mustBe: 1 }, { type: 'sql', query: 'p', mustBe: 1 }, 'r breaking'],
    [share({ mustBe: 0 }), share({ mustBe: 0, column: 'd' }), 'r breaking'],
    [rows({ mustBe: 0 }), share({ mustBe: 0 }), 'r breaking'],
    [rows({ mustBe: 0 }), { type: 'text', description: 'd' }, 'r breaking'],
    [invalid({ validValues: ['a'] }), invalid({ validValues: ['a', 'b'] }), 'r breaking'],
    [invalid({ validValues: ['a', 'b'] }), invalid({ validValues: ['b'] }), 'r compatible'],
    [invalid({ validValues: ['a', 'b'] }), invalid({ validValues: ['b', 'a'] }), 'r info'],
    [invalid({ validValues: [1] }), { ...invalid({}), validValues: ['1'] }, 'r info'],
    [invalid({ validValues: ['a'] }, {}), invalid({ validValues: ['a'] }, { mustBe: 0 }), 'r info'],
    [
      invalid({ validValues: ['a', 'b'] }, { mustBeGreaterThan: 1 }),
      invalid({ validValues: ['b'] }, { mustBeGreaterThan: 1 }),
      'r breaking',
    ],
    [invalid({ validValues: ['a'] }), invalid({ validValues: ['a'], pattern: 'x' }), 'r compatible'],
    [invalid({ pattern: 'x' }), invalid({ pattern: 'x', validValues: ['a'] }), 'r compatible'],
    [invalid({ pattern: 'x' }), invalid({ pattern: 'y' }), 'r breaking'],
    [invalid({ pattern: 'x', validValues: ['a'] }), invalid({ validValues: ['a'] }), 'r breaking'],
    [missing(['-', 'n/a']), missing(['-']), 'r breaking'],
    [missing(['-']), missing(['n/a', '-']), 'r compatible'],
    [missing(['-', null]), missing(['-']), 'r info'],
    [
      { metric: 'duplicateValues', mustBe: 0, arguments: { properties: ['a', 'b'] } },
      { metric: 'duplicateValues', mustBe: 0, arguments: { properties: ['b', 'a'] } },
      'r info',
    ],
    [
      { metric: 'duplicateValues', mustBe: 0, arguments: { properties: ['a'] } },
      { metric: 'duplicateValues', mustBe: 0, arguments: { properties: ['a', 'b'] } },
      'r breaking',
    ],
    [rows({ mustBe: 1 }), rows({ mustBe: 1, severity: 'warn' }), 'r breaking'],
    [rows({ mustBe: 1, severity: 'Info' }), rows({ mustBe: 1, severity: 'error' }), 'r compatible'],
    [rows({ mustBe: 1, severity: 'info' }), rows({ mustBe: 2, severity: 'warn' }), 'r info'],
    [
      rows({ mustBe: 1 }),
      rows({ mustBe: 1, description: 'd', dimension: 'accuracy', schedule: 's', businessImpact: 'i', tags: ['t'] }),
      'r info',
    ],
    [{ type: 'text', description: 'a' }, { type: 'text', description: 'b' }, 'r info'],
    [
      { type: 'custom', engine: 'e', implementation: 'a' },
      { type: 'custom', engine: 'e', implementation: 'b' },
      'r breaking',
    ],
    [
      { rule: 'validValues', validValues: ['a'] },
      { metric: 'invalidValues', arguments: { validValues: ['a'] }, mustBe: 0 },
      'r info',
    ],
  ])('%j → %j: %s', (before, after, expected) => {
    expect(one(before, after)).toBe(expected);
  });
});

describe('rules are found again', () => {
  const r = { name: 'r', metric: 'rowCount', mustBe: 1 };
  const nulls = { metric: 'nullValues', column: 'c', mustBe: 0 };

  it.each<[string, Rule[], Rule[], string]>([
    ['unchanged', [r], [r], ''],
    ['removed', [r], [], 'r breaking'],
    ['added', [], [r], 'r compatible'],
    ['a text removed', [{ type: 'text', name: 't', description: 'd' }], [], 't breaking'],
    ['in another order', [r, nulls], [nulls, r], ''],
    ['renamed', [r], [{ ...r, name: 's' }], 'r info'],
    ['renamed and looser', [r], [{ ...r, name: 's', mustBe: 2 }], 'r breaking'],
    [
      'without names, one of two removed',
      [nulls, { ...nulls, column: 'd' }],
      [{ ...nulls, column: 'd' }],
      'nullValues c breaking',
    ],
    ['of one name, one of two removed', [r, { ...nulls, name: 'r' }], [{ ...nulls, name: 'r' }], 'r breaking'],
    [
      'texts without names, one of two removed',
      [
        { type: 'text', description: 'a' },
        { type: 'text', description: 'b' },
      ],
      [{ type: 'text', description: 'b' }],
      'text breaking',
    ],
    ['equal ones are counted', [nulls, nulls], [nulls], 'nullValues c 2 breaking'],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });
});

describe('the operators of a rule', () => {
  const limit = fc.integer({ min: -1, max: 12 }).map((half) => half / 2);
  const pair = fc.tuple(limit, limit).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  const operators = fc.record(
    {
      ...{ mustBe: limit, mustNotBe: limit, mustBeGreaterThan: limit, mustBeGreaterOrEqualTo: limit },
      ...{ mustBeLessThan: limit, mustBeLessOrEqualTo: limit, mustBeBetween: pair, mustNotBeBetween: pair },
    },
    { requiredKeys: [] },
  );
  const TESTS: Record<string, (value: number, bound: never) => boolean> = {
    mustBe: (value, bound: number) => value === bound,
    mustNotBe: (value, bound: number) => value !== bound,
    mustBeGreaterThan: (value, bound: number) => value > bound,
    mustBeGreaterOrEqualTo: (value, bound: number) => value >= bound,
    mustBeLessThan: (value, bound: number) => value < bound,
    mustBeLessOrEqualTo: (value, bound: number) => value <= bound,
    mustBeBetween: (value, [least, most]: [number, number]) => value >= least && value <= most,
    mustNotBeBetween: (value, [least, most]: [number, number]) => value < least || value > most,
  };
  const allows = (rule: Rule, value: number): boolean =>
    Object.entries(rule).every(([name, bound]) => TESTS[name]!(value, bound as never));

  it.each<[string, Rule, number[]]>([
    ['whole numbers', { metric: 'rowCount' }, [...Array.from({ length: 20 }, (_, i) => i), 1e6]],
    [
      'percentages',
      { metric: 'nullValues', column: 'c', unit: '%' },
      [...Array.from({ length: 40 }, (_, i) => i / 4), 100],
    ],
    ['numbers', { type: 'sql', query: 'q' }, [...Array.from({ length: 60 }, (_, i) => i / 4 - 5), -1e6, 1e6]],
  ])('allow %s: weaker where one is newly allowed', (_, rule, numbers) => {
    fc.assert(
      fc.property(operators, operators, (before, after) => {
        fc.pre(Object.keys(before).length > 0 && Object.keys(after).length > 0);
        const isWeaker = numbers.some((value) => allows(after, value) && !allows(before, value));
        const isStricter = numbers.some((value) => allows(before, value) && !allows(after, value));
        const expected = isWeaker ? 'breaking' : isStricter ? 'compatible' : 'info';
        const [found] = diffRules([{ ...rule, ...before }], [{ ...rule, ...after }]);
        expect(found?.compatibility ?? 'info').toBe(expected);
      }),
      { numRuns: 1_500 },
    );
  });
});
