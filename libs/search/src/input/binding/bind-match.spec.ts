import { said } from '../cases/said.cases';
import { bindMatch, bindPhrase, type MatchOptions, type PhraseOptions } from './bind-match';

const CLOCK = { now: 0 };
const FIELDS = [
  { field: 'name', weight: 2 },
  { field: 'description', weight: 1 },
];

const match = (text: string, options: MatchOptions = {}, fields = FIELDS) =>
  said(bindMatch(fields, text, options, CLOCK));
const phrase = (text: string, options: PhraseOptions = {}, fields = FIELDS) =>
  said(bindPhrase(fields, text, options, CLOCK));

describe('a match', () => {
  it.each<[string, string, MatchOptions]>([
    ['best((name:daily^2 name:orders^2) (description:daili description:order))', 'Daily orders', {}],
    [
      'best((+name:daily^2 +name:orders^2) (+description:daili +description:order))',
      'daily orders',
      { operator: 'and' },
    ],
    ['((name:a^2 name:b^2) (description:a description:b))', 'a b', { across: 'most' }],
    ['(+best(name:a^2 description:a) +best(name:b^2 description:b))', 'a b', { across: 'cross', operator: 'and' }],
    [
      'best((name:a^2 name:b^2 name:c^2)@2 (description:a description:b description:c)@2)',
      'a b c',
      { minimumShouldMatch: () => 2 },
    ],
    ['best((name:a^2)@2 (description:a)@2)', 'a', { minimumShouldMatch: () => 2 }],
    ['best(name:orders~1^2 description:order~1)', 'orders', { fuzziness: 1 }],
    ['best((name:a^2 name:orders~2^2) (description:a description:order~2))', 'a orders', { fuzziness: 'auto' }],
    ['best((name:daily^2 name:ord…^2) (description:daili description:ord…))', 'daily ord', { prefix: true }],
    ['best(name:a^2 description:a)~0.3^5', 'a', { tieBreaker: 0.3, boost: 5 }],
    ['none', '!?', {}],
  ])('%s', (wanted, text, options) => {
    expect(match(text, options)).toBe(wanted);
  });

  it('compares fields that are not analysed with the text as it is', () => {
    const fields = [
      { field: 'name', weight: 1 },
      { field: 'tags.tagFQN', weight: 4 },
      { field: 'nothing', weight: 9 },
    ];
    expect(match('PII Email', {}, fields)).toBe('best((name:pii name:email) tags.tagFQN=pii email^4)');
    expect(() => match('many', {}, [{ field: 'totalVotes', weight: 1 }])).toThrow(/totalVotes is a number/);
    expect(match('a', {}, [{ field: 'nothing', weight: 1 }])).toBe('none');
  });
});

describe('a phrase', () => {
  it.each<[string, string, PhraseOptions]>([
    ['best(name:"daily orders"^2 description:"daili order")', 'daily orders', {}],
    ['best(name:"daily orders"~2^2 description:"daili order"~2)^3', 'daily orders', { slop: 2, boost: 3 }],
    ['best(name:"daily ordering…"^2 description:"daili ordering…")', 'daily ordering', { prefix: true }],
    ['best(name:ordering…^2 description:ordering…)', 'Ordering', { prefix: true }],
    ['none', '', {}],
  ])('%s', (wanted, text, options) => {
    expect(phrase(text, options)).toBe(wanted);
  });

  it('is a prefix of a keyword where its last word may go on', () => {
    expect(phrase('PII.E', { prefix: true }, [{ field: 'tags.tagFQN', weight: 1 }])).toBe('tags.tagFQN:pii.e…');
  });
});
