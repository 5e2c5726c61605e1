import { cut, valueText } from './value-text';

describe('valueText', () => {
  it.each<[unknown, string]>([
    [null, 'missing'],
    [undefined, 'missing'],
    ['', 'an empty text'],
    ['gold', '"gold"'],
    ['a "b"', '"a \\"b\\""'],
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
    [[], 'an empty list'],
    [[1, 'a', null, true], '[1, "a", missing, true]'],
    [[1, 2, 3, 4, 5], '[1, 2, 3, 4, 5]'],
    [[1, 2, 3, 4, 5, 6], 'a list of 6'],
    [[1, {}], 'a list of 2'],
    [['x'.repeat(50), 'x'.repeat(50), 'x'.repeat(50)], `[${`"${'x'.repeat(50)}", `.repeat(3).slice(0, 119)}…]`],
    [{}, 'an empty object'],
    [{ a: 1 }, 'an object'],
    [5, '5'],
    [false, 'false'],
  ])('%j is %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});

describe('cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['', 0, ''],
    // Three characters, though each takes two code units.
    ['👍👍👍', 3, '👍👍👍'],
    ['👍👍👍👍', 3, '👍👍…'],
    ['a👍b👍', 4, 'a👍b👍'],
    ['👍👍👍x', 3, '👍👍…'],
    ['👍'.repeat(100), 3, '👍👍…'],
  ])('%s to %i is %s', (text, length, result) => {
    expect(cut(text, length)).toBe(result);
  });
});
