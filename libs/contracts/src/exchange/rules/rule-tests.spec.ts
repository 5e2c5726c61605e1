import { sortRules } from './rule-tests';

const library = (members: object) => ({ type: 'library', ...members });

describe('rules of a contract as test cases', () => {
  it.each([
    ['by metric', library({ metric: 'nullValues', column: 'v', mustBe: 0 }), ['nullValues', 'nullValues v', ['v']]],
    ['of the table', library({ metric: 'rowCount', mustBeGreaterThan: 1 }), ['rowCount', 'rowCount', []]],
    [
      'in the words of 3.0',
      library({ rule: 'duplicateCount', column: 'v', mustBe: 0 }),
      ['duplicateValues', 'duplicateValues v', ['v']],
    ],
    ['without a type', { metric: 'freshness', column: 'at', mustBeLessThan: 2 }, ['freshness', 'freshness at', ['at']]],
    ['SQL', { type: 'sql', name: 'q', query: 'SELECT 0', mustBe: 0 }, ['sql', 'q', []]],
    [
      'invalid values without an operator',
      library({ metric: 'invalidValues', column: 'v', validValues: [1] }),
      ['invalidValues', 'invalidValues v', ['v']],
    ],
    [
      'of a nested column',
      library({ metric: 'nullValues', column: 'a."b.c"', mustBe: 0 }),
      ['nullValues', 'nullValues a b.c', ['a', 'b.c']],
    ],
  ])('are computed: %s', (_title, rule, [metric, name, column]) => {
    expect(sortRules([rule]).tests).toMatchObject([{ metric, name, column }]);
  });

  it.each([
    [{ type: 'text', name: 'be nice' }, 'be nice'],
    [{ type: 'custom', engine: 'soda' }, 'custom'],
    [library({ metric: 'rowCount' }), 'rowCount'],
    [{ type: 'sql', query: 'SELECT 0' }, 'sql'],
    [{ type: 'sql', name: 'q', mustBe: 0 }, 'q'],
    [{}, 'a rule without a name'],
  ])('are not computed: %j', (rule, name) => {
    expect(sortRules([rule])).toEqual({ tests: [], others: [name] });
  });

  it('have parameters as imports write them, and their description and severity', () => {
    const rule = library({ name: 'n', metric: 'nullValues', column: 'v', mustBeBetween: [0, 2], unit: 'percent' });
    expect(sortRules([{ ...rule, description: 'why', severity: 'warning' }]).tests).toMatchObject([
      {
        parameters: [
          { name: 'mustBeBetween', value: '[0,2]' },
          { name: 'unit', value: 'percent' },
        ],
        ...{ description: 'why', severity: 'warning' },
      },
    ]);
  });

  it('keep their key while they are edited, and equals are told apart by their place', () => {
    const keys = (...rules: object[]): string[] => sortRules(rules).tests.map(({ key }) => key);
    const named = library({ name: 'n', metric: 'nullValues', column: 'v', mustBe: 0 });
    expect(keys(named)).toEqual(keys({ ...named, metric: 'rowCount', mustBe: 3 }));
    const bare = library({ metric: 'nullValues', column: 'v', mustBe: 0 });
    expect(keys(bare)).toEqual(keys({ ...bare, mustBe: 1 }));
    expect(new Set(keys(bare, bare, named, named, { ...bare, column: 'w' })).size).toBe(5);
  });

  it('are none where the contract has none', () => {
    for (const rules of [undefined, null, 'x', [], [1, null]])
      expect(sortRules(rules)).toEqual({ tests: [], others: [] });
  });
});
