import { expressionOf, likeWithin } from './regular-expression';

const regexp = (expression: string) => expressionOf({ type: 'regexp', expression }, 'lines');

describe('a pattern as an expression of PostgreSQL', () => {
  it.each([
    ['ab', 'ab'],
    ['a.b', 'a[^\\n]b'],
    ['(a|b)+c?', '(?:a|b)+c?'],
    ['a\\.b\\d', 'a\\.bd'],
    ['[a-c^]', '[\\U00000061-\\U00000063\\U0000005e]'],
    ['[^a]', '[^\\n\\U00000061]'],
    ['[[:alpha:]', '[\\U0000005b\\U0000003a\\U00000061\\U0000006c\\U00000070\\U00000068\\U00000061\\U0000003a]'],
    ['a{2}b{2,}c{2,5}', 'a{2}b{2,}c{2,5}'],
    ['^$', '\\^\\$'],
  ])('%s', (expression, expected) => {
    expect(regexp(expression)).toBe(expected);
  });

  it('takes all of a wildcard but its stars and question marks as it stands', () => {
    const parts = ['a.b%', { any: 'many' as const }, '_c', { any: 'one' as const }];
    expect(expressionOf({ type: 'wildcard', parts }, 'nothing')).toBe('a\\.b%.*_c.');
    expect(likeWithin({ type: 'wildcard', parts })).toBe('%a.b\\%%\\_c_%');
  });
});
