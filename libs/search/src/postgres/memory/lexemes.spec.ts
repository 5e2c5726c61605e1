import { lexemesOf } from './lexemes';

const read = (tsvector: string): [string, readonly number[]][] =>
  lexemesOf(tsvector).map(({ lexeme, positions }) => [lexeme, positions]);

describe('lexemesOf', () => {
  it.each<[string, [string, number[]][]]>([
    ['', []],
    ["'n:order':1", [['n:order', [1]]]],
    [
      "'c:a':3,7,16383 'n:b':2",
      [
        ['c:a', [3, 7, 16383]],
        ['n:b', [2]],
      ],
    ],
    ["'n:o''brien':1", [["n:o'brien", [1]]]],
    [
      "'n:a\\\\b':1 'n:x'' | ''n:raw':4",
      [
        ['n:a\\b', [1]],
        ["n:x' | 'n:raw", [4]],
      ],
    ],
    [
      "'n:a b':5 'n:c'",
      [
        ['n:a b', [5]],
        ['n:c', []],
      ],
    ],
  ])('reads %s', (tsvector, lexemes) => {
    expect(read(tsvector)).toEqual(lexemes);
  });

  it('says where it is not what PostgreSQL writes', () => {
    expect(() => read("'n:a':1 b")).toThrow('at 8');
  });
});
