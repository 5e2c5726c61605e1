import type { StandardOperator } from '../rule-operator';
import { MOST_CHARACTERS, MOST_ITEMS } from './rule-error';
import { asText, list, VALUE_OPERATIONS } from './value-operation';

const ASSET = { name: 'orders', empty: '', none: null, zero: 0, off: false, owners: [{ name: 'anna' }], 'a b': 1 };

const value = (operator: string, args: readonly unknown[], context: unknown = ASSET): unknown =>
  VALUE_OPERATIONS[operator as Exclude<StandardOperator, 'if'> & keyof typeof VALUE_OPERATIONS](args, context);

const NAN = Number.NaN;

describe('the standard operators', () => {
  it.each<[operator: string, args: unknown[], result: unknown]>([
    ['var', ['name'], 'orders'],
    ['var', ['owners.0.name'], 'anna'],
    ['var', ['nothing'], null],
    ['var', ['nothing', 5], 5],
    ['var', ['none', 5], 5],
    ['var', ['none'], null],
    ['var', ['zero', 5], 0],
    ['var', ['empty', 5], ''],
    ['var', ['off', 5], false],
    ['var', ['name', 5], 'orders'],
    ['var', [''], ASSET],
    ['var', [null], ASSET],
    ['var', [], ASSET],
    ['var', [{}], null],
    ['var', [['name']], null],
    ['var', [true], null],
    ['missing', ['name', 'nothing', 'none', 'empty', 'zero', 'off'], ['nothing', 'none', 'empty']],
    ['missing', [['name', 'nothing']], ['nothing']],
    ['missing', [], []],
    ['missing_some', [1, ['name', 'nothing']], []],
    ['missing_some', [2, ['name', 'nothing']], ['nothing']],
    ['missing_some', [2, ['name', 'zero', 'nothing']], []],
    ['missing_some', ['1', ['name']], []],
    ['missing_some', [1, 'name'], []],
    ['missing_some', [0, ['nothing']], []],
    ['==', [1, '1'], true],
    ['==', [1, 2], false],
    ['==', [null, undefined], true],
    ['==', [null, 0], false],
    ['==', [0, null], false],
    ['==', [null, false], false],
    ['==', ['', 0], true],
    ['==', [true, 1], true],
    ['==', [[1], 1], false],
    ['==', [1, [1]], false],
    [
      '==',
      [
        [1, { a: 2 }],
        [1, { a: 2 }],
      ],
      true,
    ],
    ['==', [{ a: 1 }, { a: 2 }], false],
    ['!=', [1, '1'], false],
    ['!=', [1, 2], true],
    ['!=', [undefined, null], false],
    ['===', [1, '1'], false],
    ['===', [1, 1], true],
    ['===', [null, undefined], true],
    ['===', [undefined, null], true],
    ['===', [null, false], false],
    ['===', [[1], [1]], true],
    ['!==', [1, '1'], true],
    ['!==', [1, 1], false],
    ['!==', [undefined, null], false],
    ['!==', [null, undefined], false],
    ['!', [[]], true],
    ['!', [[0]], false],
    ['!', [0], true],
    ['!', ['0'], false],
    ['!!', [[]], false],
    ['!!', [[0]], true],
    ['!!', [''], false],
    ['!!', [{}], true],
    ['>', [2, 1], true],
    ['>', [1, 1], false],
    ['>', ['b', 'a'], true],
    ['>', ['10', 9], true],
    ['>', ['10', '9'], false],
    ['>', ['a', 'a'], false],
    ['>=', [1, 1], true],
    ['>=', [0, 1], false],
    ['>=', ['a', 'a'], true],
    ['>=', ['a', 'b'], false],
    ['<', [1, 2], true],
    ['<', [1, 1], false],
    ['<', [1, 2, 3], true],
    ['<', [1, 2, 2], false],
    ['<', [2, 2, 3], false],
    ['<', [1, 3, 2], false],
    ['<', [null, 1], true],
    ['<', [undefined, 1], true],
    ['<', [-1, null], true],
    ['<', ['x', 1], false],
    ['<', [1, 'x'], false],
    ['<', [[0], 1], false],
    ['<', [1, [2]], false],
    ['<', [false, true], true],
    ['<=', [1, 1], true],
    ['<=', [2, 1], false],
    ['<=', [1, 1, 1], true],
    ['<=', [1, 2, 1], false],
    ['<=', ['a', 'a'], true],
    ['<=', ['b', 'a'], false],
    ['<=', [null, 0], true],
    ['<=', [undefined, 0], true],
    ['<=', ['A', {}], false],
    ['<', ['A', {}], false],
    ['max', [3, 1, 2], 3],
    ['max', [[3, 1, 2]], 3],
    ['max', [['3', 1]], 3],
    ['max', [], -Infinity],
    ['max', [1, [2]], NAN],
    ['min', [3, 1, 2], 1],
    ['min', [[3, 1, 2]], 1],
    ['min', [], Infinity],
    ['+', [1, '2', 3], 6],
    ['+', ['1.5kg'], 1.5],
    ['+', [[1, 2]], 3],
    ['+', [], 0],
    ['+', [null], NAN],
    ['+', [true], 1],
    ['+', [1, undefined], NAN],
    ['*', [2, 3, '4'], 24],
    ['*', [[2, 3]], 6],
    ['*', [], 1],
    ['-', [5, 3], 2],
    ['-', [5], -5],
    ['-', ['5', '3'], 2],
    ['/', [6, 4], 1.5],
    ['/', [1, 0], Infinity],
    ['%', [7, 4], 3],
    ['merge', [1, [2, [3]], []], [1, 2, [3]]],
    ['merge', [], []],
    ['in', ['b', ['a', 'b']], true],
    ['in', ['c', ['a', 'b']], false],
    ['in', [{ a: 1 }, [{ a: 1 }]], true],
    ['in', [1, ['1']], false],
    ['in', ['rde', 'orders'], true],
    ['in', ['x', 'orders'], false],
    ['in', [1, 'a1'], true],
    ['in', [null, 'a'], true],
    ['in', ['a', null], false],
    ['in', ['a', { a: 1 }], false],
    ['cat', ['a', 1, true, null, undefined], 'a1true'],
    ['cat', [[1, 'b'], { c: null }], '[1,"b"]{"c":null}'],
    ['cat', [], ''],
    ['substr', ['jsonlogic', 4], 'logic'],
    ['substr', ['jsonlogic', -5], 'logic'],
    ['substr', ['😀ab', 1, 1], 'a'],
    ['substr', ['a😀b', -2, 1], '😀'],
    ['substr', ['jsonlogic', 1, 3], 'son'],
    ['substr', ['jsonlogic', 4, -2], 'log'],
    ['substr', ['jsonlogic', -5, 2], 'lo'],
    ['substr', ['jsonlogic', 4, 0], ''],
    ['substr', ['jsonlogic', 4, -9], ''],
    ['substr', ['jsonlogic', 4, -5], ''],
    ['substr', ['jsonlogic', 0, '3'], 'jsonlogic'],
    ['substr', ['jsonlogic'], 'jsonlogic'],
    ['substr', ['jsonlogic', null, 4], 'json'],
    ['substr', [12345, 1, 2], '23'],
    ['log', ['a'], 'a'],
    ['log', [false], false],
    ['log', [], null],
  ])('%s of %j is %j', (operator, args, result) => {
    expect(value(operator, args)).toEqual(result);
  });

  it('make lists and texts up to a bound', () => {
    const items = Array.from({ length: MOST_ITEMS - 1 }, () => 0);
    expect(value('merge', [items, 1])).toHaveLength(MOST_ITEMS);
    expect(() => value('merge', [items, 1, 2])).toThrow('made a list of more than 1000000 items');
    expect(() => value('merge', [items, [1, 2]])).toThrow('made a list of more than 1000000 items');
    const text = 'x'.repeat(MOST_CHARACTERS - 1);
    expect(value('cat', [text, 'y'])).toHaveLength(MOST_CHARACTERS);
    expect(() => value('cat', [text, 'yz'])).toThrow('made a text of more than 4000000 characters');
  });
});

it('a list is seen by the places of its items', () => {
  expect([value('var', [1], ['a', 'b']), value('var', ['1'], ['a', 'b'])]).toEqual(['b', 'b']);
});

describe('a value as text', () => {
  it('is counted while it is made: names, texts, and four characters for all else', () => {
    const long = 'x'.repeat(MOST_CHARACTERS - 10);
    // The object itself counts 4, the name 1, then the text: 5 less than the limit.
    expect(asText({ a: long })).toHaveLength(MOST_CHARACTERS - 10 + 8);
    expect(() => asText({ a: long, b: 'yz', c: 1 })).toThrow('made a text of more than 4000000 characters');
    expect(() => asText({ a: `${long}123456` })).toThrow('made a text of more than 4000000 characters');
    expect(() => asText({ a: `${long}12345` })).not.toThrow();
    expect(() => asText({ a: `${long}1`, bcdef: '' })).toThrow('made a text of more than 4000000 characters');
  });
});

describe('what is no list', () => {
  it.each([[null], [undefined], ['ab'], [{ length: 1 }], [5]])('%j counts as an empty one', (given) => {
    expect(list(given)).toEqual([]);
  });

  it('a list is itself', () => {
    const items = [1];
    expect(list(items)).toBe(items);
  });
});
