import { abbreviate, truncate } from './truncate';

describe.each([
  ['truncate', truncate, 'abc', 'ab', '👍'],
  ['abbreviate', abbreviate, 'ab…', 'a…', '👍…'],
] as const)('%s', (_, shortened, three, two, pair) => {
  it('leaves a text that is not too long as it is', () => {
    expect([shortened('', 3), shortened('abc', 3), shortened('👍', 2)]).toEqual(['', 'abc', '👍']);
  });

  it('cuts a longer one to the length', () => {
    expect([shortened('abcd', 3), shortened('abcd', 2)]).toEqual([three, two]);
  });

  it('keeps a character of two units whole or leaves it out', () => {
    const all = Array.from({ length: 5 }, (_one, at) => shortened('a👍👍', at + 1));
    expect(all.every((text) => Buffer.from(text).toString() === text)).toBe(true);
    expect(shortened('👍👍👍', pair.length)).toBe(pair);
  });
});
