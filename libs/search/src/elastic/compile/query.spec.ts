import type { BoundQuery } from '../../query/bound-query';
import { compileQuery } from './query';

const ALL: BoundQuery = { kind: 'all', boost: 1 };
const term = (token: string, field = 'name'): BoundQuery => ({ kind: 'term', field, token, boost: 2 });
const bool = (more: object): BoundQuery => ({
  ...{ kind: 'bool', must: [], should: [], filter: [], mustNot: [], minimumShouldMatch: 0, boost: 1 },
  ...more,
});
const constant = (filter: object, boost = 1): object => ({ constant_score: { filter, boost } });
const compiledBool = (more: object): object => ({
  bool: { must: [], should: [], filter: [], must_not: [], boost: 1, ...more },
});
const phrase = (tokens: readonly string[], more: object = {}): BoundQuery => ({
  kind: 'phrase',
  field: 'description',
  tokens,
  slop: 0,
  prefix: false,
  boost: 1,
  ...more,
});
const matchPhrase = (query: string, slop = 0): object => ({
  match_phrase: { 'text.description': { query, slop, analyzer: 'catalog_exact', boost: 1 } },
});

describe('compileQuery', () => {
  it.each<[string, BoundQuery, object]>([
    ['a token', term('orders'), { term: { 'text.name': { value: 'orders', boost: 2 } } }],
    ['a stemmed token', term('order', 'name.stem'), { term: { 'text.name.stem': { value: 'order', boost: 2 } } }],
    [
      'a token of a field that is stemmed only',
      term('order', 'description'),
      { term: { 'text.description': { value: 'order', boost: 2 } } },
    ],
    ['a field that is not mapped', term('x', '_id'), { term: { unmapped: { value: 'x', boost: 2 } } }],
    ['a field that every object has', term('x', 'constructor'), { term: { unmapped: { value: 'x', boost: 2 } } }],
    [
      'keywords',
      { kind: 'keyword', field: 'owners.name', values: ['a', 'b'], boost: 3 },
      constant({ terms: { 'value.owners_name': ['a', 'b'] } }, 3),
    ],
    [
      'existence',
      { kind: 'exists', fields: ['owners.name', 'tags'], boost: 1 },
      constant({ terms: { exists: ['owners.name', 'tags'] } }),
    ],
    ['ids', { kind: 'ids', values: ['a'], boost: 1 }, constant({ terms: { id: ['a'] } })],
    [
      'a range of dates',
      {
        kind: 'range',
        field: 'updatedAt',
        from: { value: 2020, inclusive: true },
        to: { value: 1e300, inclusive: false },
        boost: 1,
      },
      constant({ range: { 'value.updatedAt': { gte: 2020, lt: 8.64e15, format: 'epoch_millis' } } }),
    ],
    [
      'a range of tokens',
      { kind: 'range', field: 'name', from: { value: 'a', inclusive: false }, boost: 1 },
      constant({ range: { 'text.name': { gt: 'a' } } }),
    ],
    ['a bool without clauses', bool({}), compiledBool({ filter: [{ match_all: {} }] })],
    [
      'a pure negation',
      bool({ mustNot: [ALL] }),
      compiledBool({ filter: [{ match_all: {} }], must_not: [{ match_all: { boost: 1 } }] }),
    ],
    ['more than there is', bool({ should: [ALL], minimumShouldMatch: 2 }), { match_none: {} }],
    [
      'a wildcard',
      {
        kind: 'pattern',
        field: 'name.keyword',
        pattern: { type: 'wildcard', parts: ['a*', { any: 'one' }, '\\', { any: 'many' }] },
        boost: 1,
      },
      constant({ wildcard: { 'value.name_keyword': { value: 'a\\*?\\\\*' } } }),
    ],
    [
      'a regular expression',
      { kind: 'pattern', field: 'name', pattern: { type: 'regexp', expression: 'a.*' }, boost: 1 },
      constant({ regexp: { 'text.name': { value: 'a.*', flags: 'NONE' } } }),
    ],
    ['a phrase', phrase(['a', 'b'], { slop: 1 }), matchPhrase('a b', 1)],
    [
      'a phrase that goes on',
      phrase(['a', 'b', 'c'], { prefix: true }),
      {
        bool: {
          must: [matchPhrase('a b')],
          filter: [
            {
              match_phrase_prefix: {
                'text.description': { query: 'a b c', slop: 0, analyzer: 'catalog_exact', max_expansions: 1_024 },
              },
            },
          ],
        },
      },
    ],
    [
      'elements, which are asked by their own fields',
      {
        kind: 'nested',
        path: 'owners',
        query: bool({ must: [{ kind: 'keyword', field: 'owners.name', values: ['a'], boost: 1 }, term('x')] }),
        boost: 1,
      },
      constant({
        nested: {
          path: 'element.owners',
          score_mode: 'none',
          query: compiledBool({
            must: [
              constant({ terms: { 'element.owners.value.owners_name': ['a'] } }),
              { term: { unmapped: { value: 'x', boost: 2 } } },
            ],
          }),
        },
      }),
    ],
  ])('says %s in the DSL of the server', (_what, query, compiled) => {
    expect(compileQuery(query)).toEqual(compiled);
  });

  it('sends what is too deep as texts of their own, which the server reads one after the other', () => {
    const deep = (levels: number): BoundQuery => (levels === 0 ? term('orders') : bool({ must: [deep(levels - 1)] }));
    const levelsOf = (text: string): number => text.split('"bool"').length - 1;
    const unwrapped = (text: string): string[] => {
      const [, inner] = /"wrapper":\{"query":"([^"]*)"/.exec(text) ?? [];
      return inner === undefined ? [text] : [text, ...unwrapped(Buffer.from(inner, 'base64').toString())];
    };
    const texts = unwrapped(JSON.stringify(compileQuery(deep(64))));
    expect(texts.map(levelsOf)).toEqual([9, 10, 10, 10, 10, 10, 5]);
    expect(texts.at(-1)).toContain('orders');
  });
});
