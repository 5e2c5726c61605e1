import { foldText } from '../../../libs/search/src/analysis/text-form';
import { normalRegexp } from '../../../libs/search/src/input/binding/regexp-syntax';
import { QueryError } from '../../../libs/search/src/input/language/query-error';
import { tokenMatcher } from '../../../libs/search/src/query/token-matcher';
import { describeUnless } from '../../support/unless-refused';
import { askLucene, LUCENE_REFUSAL, toHex } from './lucene-oracle';
import { seeded } from './random-query';

/** How many pairs of a pattern and a token are asked about. */
const PAIRS = Number(process.env.LUCENE_PAIRS ?? 1_000);

const PIECES = [
  'a',
  'B',
  'ß',
  '订',
  '.',
  '*',
  '+',
  '?',
  '|',
  '(',
  ')',
  '[ab]',
  '[^a-b]',
  '[A-C_]',
  '{2}',
  '{0,2}',
  '{1,}',
];
const ESCAPED = [
  '\\.',
  '\\ ',
  '\\/',
  '\\-',
  '_',
  ' ',
  '-',
  ',',
  ':',
  '%',
  '=',
  '!',
  '\\~',
  '\\"',
  '\\&',
  '\\@',
  '\\#',
  '[\\]\\-]',
];
const LETTERS = ['a', 'b', 'c', 's', '订', '.', '_', '-', ' ', '/'];

describeUnless(LUCENE_REFUSAL, 'patterns against Lucene itself', () => {
  const random = seeded(5);
  const several = (from: readonly string[], most: number): string =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => from[Math.floor(random() * from.length)]).join('');

  it('finds the tokens that its regular expressions find', () => {
    const pairs = Array.from({ length: PAIRS * 4 }, () => ({
      expression: normalOrRefused(several([...PIECES, ...PIECES, ...ESCAPED], 6)),
      token: several(LETTERS, 4),
    })).flatMap(({ expression, token }) => (expression === undefined ? [] : [{ expression, token }]));
    const answers = askLucene(
      'regexp',
      pairs.map(({ expression, token }) => `${toHex(expression)} ${toHex(token)}`),
    );
    const differing = pairs.filter(
      ({ expression, token }, index) => String(tokenMatcher({ type: 'regexp', expression })(token)) !== answers[index],
    );
    expect(differing).toEqual([]);
    expect(answers.filter((answer) => answer === 'true').length).toBeGreaterThan(PAIRS / 20);
  });

  it('counts edits as it does', () => {
    const pairs = Array.from({ length: PAIRS }, () => ({
      text: several(['a', 'b', 'c'], 6),
      token: several(['a', 'b', 'c'], 6),
      edits: Math.floor(random() * 3) as 0 | 1 | 2,
    }));
    const answers = askLucene(
      'fuzzy',
      pairs.map(({ text, token, edits }) => `${toHex(text)} ${toHex(token)} ${edits}`),
    );
    const differing = pairs.filter(
      ({ text, token, edits }, index) =>
        String(tokenMatcher({ type: 'fuzzy', text, edits, prefixLength: 0 })(token)) !== answers[index],
    );
    expect(differing).toEqual([]);
    expect(answers.filter((answer) => answer === 'true').length).toBeGreaterThan(PAIRS / 20);
  });
});

function normalOrRefused(written: string): string | undefined {
  try {
    return normalRegexp(written, foldText);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}
