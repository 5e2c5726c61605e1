import type { BoundQuery } from '@app/search';
import { askedValues, narrowedQuery, type Narrowing } from './narrowed-query';

const narrowing: Narrowing = {
  isPartial: (field) => field.startsWith('owners.'),
  allows: (_, value) => value === 'bea',
  childTypes: ['dashboard'],
  speaksOfChildren: (field) => field.startsWith('children.'),
};
const NONE: BoundQuery = { kind: 'none' };
const owners = (...values: string[]): BoundQuery => ({ kind: 'keyword', field: 'owners.name', values, boost: 1 });
const pattern = (field: string): BoundQuery => ({
  kind: 'pattern',
  field,
  pattern: { type: 'prefix', text: 'a' },
  boost: 1,
});
const bool = (clauses: object): BoundQuery => ({
  ...{ kind: 'bool', must: [], should: [], filter: [], mustNot: [], minimumShouldMatch: 0, boost: 1 },
  ...clauses,
});

describe('narrowedQuery', () => {
  it.each<[string, BoundQuery, BoundQuery]>([
    ['a visible value stays', owners('bea'), owners('bea')],
    ['a hidden one is left out', owners('ann', 'bea'), owners('bea')],
    ['hidden ones alone find nothing', owners('ann'), NONE],
    ['a pattern finds nothing', pattern('owners.name'), NONE],
    ['a pattern elsewhere stays', pattern('service.name'), pattern('service.name')],
    [
      'existence looks at other fields',
      { kind: 'exists', fields: ['owners.id', 'email'], boost: 1 },
      { kind: 'exists', fields: ['email'], boost: 1 },
    ],
    ['existence of it alone', { kind: 'exists', fields: ['owners.id'], boost: 1 }, NONE],
    [
      'inside of clauses',
      bool({ must: [owners('ann')], mustNot: [owners('ann')] }),
      bool({ must: [NONE], mustNot: [NONE] }),
    ],
    [
      'inside of arrays',
      { kind: 'nested', path: 'owners', query: owners('ann'), boost: 1 },
      { kind: 'nested', path: 'owners', query: NONE, boost: 1 },
    ],
    [
      'inside of constants',
      { kind: 'constant', query: owners('ann'), boost: 1 },
      { kind: 'constant', query: NONE, boost: 1 },
    ],
    [
      'inside of the best of',
      { kind: 'best', queries: [owners('ann')], tieBreaker: 0, boost: 1 },
      { kind: 'best', queries: [NONE], tieBreaker: 0, boost: 1 },
    ],
  ])('%s', (_, query, expected) => {
    expect(narrowedQuery(query, narrowing)).toEqual(expected);
  });

  it('children are looked for where they are no entities', () => {
    const query = pattern('children.name');
    const dashboards: BoundQuery = { kind: 'keyword', field: 'entityType', values: ['dashboard'], boost: 1 };
    expect(narrowedQuery(query, narrowing)).toEqual(bool({ must: [query], mustNot: [dashboards] }));
  });

  it('knows every value that is asked for', () => {
    const asked: unknown[] = [];
    const boosting: BoundQuery = {
      kind: 'boosting',
      positive: owners('a'),
      negative: owners('b'),
      negativeBoost: 1,
      boost: 1,
    };
    const best: BoundQuery = { kind: 'best', queries: [boosting, owners('c')], tieBreaker: 0, boost: 1 };
    const constant: BoundQuery = { kind: 'constant', query: owners('d'), boost: 1 };
    askedValues(bool({ must: [best], should: [constant], filter: [owners('e')], mustNot: [owners('f')] }), (_, value) =>
      asked.push(value),
    );
    expect(asked.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
