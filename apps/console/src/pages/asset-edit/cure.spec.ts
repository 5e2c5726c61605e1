import { curedPart } from './cure';

const CASES: readonly (readonly [title: string, rule: unknown, part: string | undefined])[] = [
  ['owners', { '!!': { var: 'owners' } }, 'owners'],
  ['owners by an operator', { isOwner: ['finance'] }, 'owners'],
  ['a description, as a text of JSON', '{"!!": [{"var": ["description", ""]}]}', 'description'],
  ['a member of the domains', { '==': [{ var: 'domains.0.name' }, 'sales'] }, 'domains'],
  ['tags, item by item', { some: [{ var: 'tags' }, { '==': [{ var: 'tagFQN' }, 'PII.None'] }] }, 'tags'],
  ['the tier', { some: [{ var: 'tags' }, { in: ['Tier.', { var: 'tagFQN' }] }] }, 'tier'],
  ['the name', { matchesRegex: [{ var: 'name' }, '^a'] }, undefined],
  ['two parts', { and: [{ '!!': { var: 'owners' } }, { '!!': { var: 'description' } }] }, undefined],
  ['the columns', { all: [{ var: 'columns' }, { '!!': { var: 'description' } }] }, undefined],
  ['when it was changed', { isUpdatedAfter: [{ var: 'owners' }, 5] }, undefined],
  ['no JSON', '{', undefined],
];

describe('the cure of a rule', () => {
  it.each(CASES)('about %s', (_title, rule, part) => {
    expect(curedPart({ name: 'a rule', rule })).toBe(part);
  });

  it('follows from the name where the rule has no condition', () => {
    expect(curedPart({ name: 'hasTier' })).toBe('tier');
    expect(curedPart({ name: 'the team is nice' })).toBeUndefined();
  });
});
