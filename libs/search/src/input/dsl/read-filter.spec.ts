import fc from 'fast-check';
import { AppError } from '@app/common';
import type { BoundQuery } from '../../query/bound-query';
import { bindQueryText } from '../binding/bind-query-text';
import { readFilter } from './read-parameter';

const NOW = Date.UTC(2024, 4, 15, 12, 30);
const DAY = 86_400_000;
const ID = '3f2b8c1e-0000-4000-8000-00000000000a';

const read = (filter: unknown): BoundQuery => readFilter('query_filter', JSON.stringify(filter), { now: NOW });
const keyword = (field: string, ...values: (string | number | boolean)[]): BoundQuery => ({
  kind: 'keyword',
  field,
  values,
  boost: 1,
});
const table = { term: { entityType: 'table' } };
const TABLE = keyword('entityType', 'table');
const ALL: BoundQuery = { kind: 'all', boost: 1 };
const NONE: BoundQuery = { kind: 'none' };
const bool = (parts: object): object => ({
  kind: 'bool',
  must: [],
  should: [],
  filter: [],
  mustNot: [],
  minimumShouldMatch: 0,
  boost: 1,
  ...parts,
});
const range = (field: string, ends: object): unknown => ({ kind: 'range', field, boost: 1, ...ends });

describe('readFilter', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', {}, ALL],
    ['the query alone', table, TABLE],
    ['the query below query', { query: table }, TABLE],
    ['match_all', { match_all: { boost: 2 } }, { kind: 'all', boost: 2 }],
    ['match_none', { match_none: {} }, NONE],
    ['a keyword, lower-cased', { term: { 'tier.tagFQN': 'Tier.TIER1' } }, keyword('tier.tagFQN', 'tier.tier1')],
    ['a keyword, in NFC', { term: { 'owners.name': 'Mu\u0308ller' } }, keyword('owners.name', 'm\u00fcller')],
    ['the long form', { term: { id: { value: 'A', boost: 3 } } }, { ...keyword('id', 'a'), boost: 3 }],
    ['.keyword of what is one', { term: { 'tier.tagFQN.keyword': 'Tier' } }, keyword('tier.tagFQN', 'tier')],
    ['.keyword of a text', { term: { 'name.keyword': 'Orders' } }, keyword('name.keyword', 'orders')],
    [
      'a text field, not analysed',
      { term: { name: 'Orders' } },
      { kind: 'constant', query: { kind: 'term', field: 'name', token: 'Orders', boost: 1 }, boost: 1 },
    ],
    ['a boolean', { term: { deleted: 'false' } }, keyword('deleted', false)],
    ['a number', { term: { totalVotes: '3' } }, keyword('totalVotes', 3)],
    [
      'terms',
      { terms: { entityType: ['Table', 'topic'], boost: 2 } },
      { ...keyword('entityType', 'table', 'topic'), boost: 2 },
    ],
    ['no terms', { terms: { entityType: [] } }, NONE],
    ['an unmapped field', { term: { nowhere: 'x' } }, NONE],
    ['ids', { ids: { values: [ID.toUpperCase(), 'none'] } }, { kind: 'ids', values: [ID], boost: 1 }],
    ['ids that are none', { ids: { values: ['1'] } }, NONE],
    ['an object that exists', { exists: { field: 'tier' } }, { kind: 'exists', fields: ['tier.tagFQN'], boost: 1 }],
    ['constant_score', { constant_score: { filter: table, boost: 4 } }, { kind: 'constant', query: TABLE, boost: 4 }],
    [
      'dis_max',
      { dis_max: { queries: [table], tie_breaker: 0.3 } },
      { kind: 'best', queries: [TABLE], tieBreaker: 0.3, boost: 1 },
    ],
    [
      'boosting',
      { boosting: { positive: table, negative: { match_all: {} }, negative_boost: 0.5 } },
      { kind: 'boosting', positive: TABLE, negative: ALL, negativeBoost: 0.5, boost: 1 },
    ],
    [
      'nested, and only its own fields',
      { nested: { path: 'owners', query: { bool: { must: [{ term: { 'owners.name': 'Ann' } }, table] } } } },
      { kind: 'nested', path: 'owners', query: bool({ must: [keyword('owners.name', 'ann'), NONE] }), boost: 1 },
    ],
    [
      'a wildcard',
      { wildcard: { 'name.keyword': { value: 'Or?er\\**' } } },
      {
        kind: 'pattern',
        field: 'name.keyword',
        pattern: { type: 'wildcard', parts: ['o', 'r', { any: 'one' }, 'e', 'r', '*', { any: 'many' }] },
        boost: 1,
      },
    ],
    ['a wildcard for all', { wildcard: { 'tier.tagFQN': '*' } }, { kind: 'exists', fields: ['tier.tagFQN'], boost: 1 }],
    [
      'a prefix, folded',
      { prefix: { name: 'Käu' } },
      { kind: 'pattern', field: 'name', pattern: { type: 'prefix', text: 'kau' }, boost: 1 },
    ],
    [
      'a fuzzy word',
      { fuzzy: { name: { value: 'custmer', fuzziness: 'AUTO', prefix_length: 1 } } },
      {
        kind: 'pattern',
        field: 'name',
        pattern: { type: 'fuzzy', text: 'custmer', edits: 2, prefixLength: 1 },
        boost: 1,
      },
    ],
    [
      'a range of dates',
      { range: { updatedAt: { gte: 'now-7d/d' } } },
      range('updatedAt', { from: { value: Math.floor((NOW - 7 * DAY) / DAY) * DAY, inclusive: true } }),
    ],
    [
      'a range in a zone',
      { range: { updatedAt: { lt: '2024-01-01', time_zone: '+02:00' } } },
      range('updatedAt', { to: { value: Date.UTC(2023, 11, 31, 22), inclusive: false } }),
    ],
    [
      'a range of seconds',
      { range: { updatedAt: { gt: 1_700_000_000, lte: '1700000001', format: 'epoch_second' } } },
      range('updatedAt', {
        from: { value: 1_700_000_000_000, inclusive: false },
        to: { value: 1_700_000_001_000, inclusive: true },
      }),
    ],
    [
      'a range that is open',
      { range: { totalVotes: { gt: null, lte: 5 } } },
      range('totalVotes', { to: { value: 5, inclusive: true } }),
    ],
    ['a query text', { query_string: { query: 'name:orders' } }, bindQueryText('name:orders', { now: NOW })],
    [
      'a query text with fields',
      {
        query_string: {
          query: 'a AND deleted:false',
          fields: ['name', 'displayName^2'],
          default_operator: 'AND',
          fuzziness: 'AUTO',
        },
      },
      bindQueryText('a AND deleted:false', {
        now: NOW,
        defaultOperator: 'and',
        defaultFields: [
          { field: 'name', weight: 1 },
          { field: 'displayName', weight: 2 },
        ],
      }),
    ],
    [
      'a phrase',
      { match_phrase: { name: { query: 'fact orders', slop: 2 } } },
      bindQueryText('name:"fact orders"~2', { now: NOW }),
    ],
    ['a match without words', { match: { name: '--' } }, NONE],
    ['a match without words that means all', { match: { name: { query: '--', zero_terms_query: 'all' } } }, ALL],
  ])('reads %s', (_what, filter, bound) => {
    expect(read(filter)).toEqual(bound);
  });

  it.each<[string, object, object]>([
    ['nothing', {}, ALL],
    ['should alone', { should: [table, table] }, bool({ should: [TABLE, TABLE], minimumShouldMatch: 1 })],
    [
      'should alone, none asked for',
      { should: [table], minimum_should_match: 0 },
      bool({ should: [TABLE], minimumShouldMatch: 1 }),
    ],
    ['should beside must', { must: table, should: [table] }, bool({ must: [TABLE], should: [TABLE] })],
    ['should beside filter', { filter: table, should: table }, bool({ filter: [TABLE], should: [TABLE] })],
    [
      'a percentage',
      { should: [table, table, table, table], minimum_should_match: '75%' },
      bool({ should: [TABLE, TABLE, TABLE, TABLE], minimumShouldMatch: 3 }),
    ],
    [
      'more than there are',
      { should: [table], minimum_should_match: 2 },
      bool({ should: [TABLE], minimumShouldMatch: 2 }),
    ],
    ['must_not alone', { must_not: [table] }, bool({ mustNot: [TABLE] })],
  ])('reads a bool of %s', (_what, body, bound) => {
    expect(read({ bool: body })).toEqual(bound);
  });

  it.each([
    [{ match: { name: 'fact orders' } }, 'should', 1],
    [{ match: { name: { query: 'fact orders', operator: 'and' } } }, 'must', 0],
    [{ match: { name: { query: 'a b c d', minimum_should_match: '75%' } } }, 'should', 3],
    [{ multi_match: { query: 'a b', fields: ['name'], operator: 'AND' } }, 'must', 0],
  ] as const)('counts the words of %j', (filter, list, least) => {
    const words = read(filter);
    expect(words).toMatchObject({ kind: 'bool', minimumShouldMatch: least });
    expect((words as unknown as Record<string, unknown[]>)[list]?.length).toBeGreaterThan(1);
  });

  it('takes 1,024 clauses, 20 deep', () => {
    const should = Array.from({ length: 1_022 }, () => table);
    expect(read({ bool: { should } })).toMatchObject({ kind: 'bool' });
    const deep = (levels: number): unknown => (levels === 0 ? table : { bool: { must: [deep(levels - 1)] } });
    expect(() => read(deep(19))).not.toThrow();
  });

  it('takes blank text as everything', () => {
    expect(readFilter('query_filter', ' ', { now: NOW })).toEqual(ALL);
  });

  it('begins every path with the name as it was spelt', () => {
    expect(() => readFilter('queryFilter', '{"script":{}}', { now: NOW })).toThrow(
      /^queryFilter\.script: is not allowed here; allowed are bool, /,
    );
  });

  const names = [
    'bool',
    'must',
    'should',
    'term',
    'terms',
    'match',
    'name',
    'deleted',
    'query',
    'value',
    'boost',
    'range',
    'gte',
    'regexp',
    'wildcard',
    'nested',
    'path',
    'fields',
    'functions',
    'exists',
    'field',
    'query_string',
    'simple_query_string',
    'updatedAt',
  ];
  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom('table', 'now-1d', '75%', 'a* AND (b)', 'name'),
      ),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('node'), { maxKeys: 3 }),
    ),
  }));

  it('answers anything with a query or with a 400', () => {
    fc.assert(
      fc.property(tree.node, (value) => {
        try {
          read(value);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('answers any text with a query or with a 400', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          readFilter('post_filter', text, { now: NOW });
        } catch (error) {
          if (!(error instanceof AppError) || !error.message.startsWith('post_filter')) throw error;
        }
      }),
    );
  });
});
