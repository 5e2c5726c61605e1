import fc from 'fast-check';
import type { IndexedDocument, SearchAnswer } from '@app/search';
import { readFilter } from '../../../libs/search/src/input/dsl/read-parameter';
import { describeElastic } from '../../integration/search-elastic/support/elastic-world';
import { request } from '../../integration/search/postgres.fixture';
import { anyDocument } from '../../support/search/random-query';
import { BothEngines } from './engines.fixture';

const DOCUMENTS = 200;
const SEED = 11;
const START = Date.UTC(2024, 0, 1);
const NOW = START + 12 * 3_600_000;

const words = { match: { description: 'order daily' } };
const tagged = { exists: { field: 'tags' } };
const votes = (more: object = {}): object => ({ field_value_factor: { field: 'totalVotes', missing: 0, ...more } });
const scored = (more: object): object => ({ function_score: { query: words, ...more } });
const weights = [
  { filter: tagged, weight: 3 },
  { filter: { term: { entityType: 'topic' } }, weight: 0.5 },
];

const ASKED: Readonly<Record<string, object>> = {
  match: words,
  'match, all words': { match: { description: { query: 'order daily', operator: 'and' } } },
  'match, some words': {
    match: { description: { query: 'order daily fact customer', minimum_should_match: '2<75%' } },
  },
  'match with typos': { match: { name: { query: 'ordre custmoer', fuzziness: 'AUTO' } } },
  'match of a keyword': { match: { 'owners.name': 'Team Ä' } },
  match_phrase: { match_phrase: { description: 'order fact' } },
  'match_phrase with slop': { match_phrase: { description: { query: 'fact order', slop: 3 } } },
  match_phrase_prefix: { match_phrase_prefix: { description: 'order fa' } },
  match_bool_prefix: { match_bool_prefix: { description: 'daily cust' } },
  'multi_match, best': { multi_match: { query: 'order daily', fields: ['name^3', 'description'], tie_breaker: 0.3 } },
  'multi_match, most': {
    multi_match: { query: 'order daily', fields: ['name^3', 'description'], type: 'most_fields' },
  },
  'multi_match, cross': {
    multi_match: { query: 'order daily', fields: ['name', 'description'], type: 'cross_fields', operator: 'and' },
  },
  'multi_match, phrase': { multi_match: { query: 'order fact', fields: ['name', 'description'], type: 'phrase' } },
  'multi_match everywhere': { multi_match: { query: 'orders' } },
  query_string: { query_string: { query: 'name:ord* AND (daily OR fact) -customer' } },
  simple_query_string: {
    simple_query_string: { query: '"order fact" | daily + -raw*', fields: ['description', 'name'] },
  },
  'a token as it is': { term: { name: 'order' } },
  'a wildcard': { wildcard: { 'name.keyword': '*or?er*' } },
  'a prefix': { prefix: { name: 'FAC' } },
  'a regular expression': { regexp: { name: '(order|fact)s?' } },
  'a fuzzy word': { fuzzy: { name: { value: 'oredr', fuzziness: 2 } } },
  'a range of dates': { range: { updatedAt: { gte: 'now-3d/d', lt: '2024-01-09', time_zone: '+01:00' } } },
  'a range of keywords': { range: { 'name.keyword': { gte: 'd', lte: 'm' } } },
  'a range of tokens': { range: { name: { gt: 'fact', lte: 'server' } } },
  'elements, each for itself': {
    nested: {
      path: 'owners',
      query: { bool: { must: [{ term: { 'owners.name': 'anna' } }, { term: { 'owners.type': 'user' } }] } },
    },
  },
  'elements by words': {
    nested: {
      path: 'columns',
      query: {
        bool: {
          must: [{ match: { 'columns.name': 'order' } }],
          must_not: [{ exists: { field: 'columns.description' } }],
        },
      },
    },
  },
  boosting: { boosting: { positive: words, negative: tagged, negative_boost: 0.3 } },
  dis_max: { dis_max: { queries: [words, { match: { name: 'order' } }], tie_breaker: 0.4, boost: 2 } },
  'functions, multiplied': scored({ functions: weights }),
  'functions, added': scored({ functions: weights, score_mode: 'sum', boost_mode: 'sum' }),
  'functions, added to what is boosted': scored({ functions: weights, boost_mode: 'sum', boost: 3 }),
  'functions, averaged': scored({ functions: weights, score_mode: 'avg', boost_mode: 'avg' }),
  'functions, the first': scored({ functions: weights, score_mode: 'first', boost_mode: 'replace' }),
  'functions, the greatest': scored({ functions: weights, score_mode: 'max', boost_mode: 'max' }),
  'functions, the least': scored({ functions: weights, score_mode: 'min', boost_mode: 'min' }),
  'functions, limited': scored({ functions: weights, max_boost: 2, boost: 3 }),
  'functions, enough of them': scored({ functions: weights, boost_mode: 'replace', min_score: 1 }),
  'no functions': scored({}),
  'a weight alone': scored({ weight: 4 }),
  'a field value': scored(votes({ modifier: 'ln1p', factor: 2 })),
  'a field value that is missing': scored(votes({ missing: 5, modifier: 'sqrt' })),
  'a field value, squared, with a weight': scored({
    functions: [{ ...votes({ modifier: 'square' }), weight: 2 }],
    boost_mode: 'sum',
  }),
  'a field value of two logarithms': scored({
    functions: [votes({ modifier: 'log1p' }), votes({ modifier: 'log2p' })],
    score_mode: 'sum',
  }),
  'functions of functions': { function_score: { query: scored({ functions: weights }), weight: 2, boost_mode: 'sum' } },
};

/** Nearly the same: floats against doubles, and statistics that are rounded. */
const near = (one: number, other: number): boolean => Math.abs(one - other) <= 0.005 * Math.max(one, other) + 1e-6;

describeElastic('clauses on both engines', () => {
  let engines: BothEngines;

  beforeAll(async () => {
    const sample = fc.sample(anyDocument, { numRuns: DOCUMENTS, seed: SEED });
    const documents: IndexedDocument[] = sample.map((document, at) => ({
      node: String(at + 1),
      document: {
        ...document,
        id: `id-${at}`,
        updatedAt: START + document.updatedAt * 86_400_000,
        // As the catalog has them.
        ...(typeof document['totalVotes'] === 'number' && { totalVotes: Math.abs(document['totalVotes']) }),
      },
    }));
    engines = await BothEngines.open(documents);
  });
  afterAll(() => engines.close());

  const scores = ({ hits }: SearchAnswer): [string, number][] =>
    hits.map(({ id, score }): [string, number] => [id, score ?? 0]).sort(([a], [b]) => (a < b ? -1 : 1));

  it.each(Object.entries(ASKED))('find and score the same: %s', async (name, asked) => {
    const query = readFilter('query_filter', JSON.stringify(asked), { now: NOW });
    const both = request(query, { source: false });
    const [postgres, elastic] = await Promise.all([
      engines.postgres.engine.search(both),
      engines.elastic.engine.search(both),
    ]);
    const [ours, theirs] = [scores(postgres), scores(elastic)];
    expect(theirs.map(([id]) => id)).toEqual(ours.map(([id]) => id));
    expect(ours.length).toBeGreaterThan(0);
    // How often a sloppy phrase occurs is counted in two ways that are near to each other.
    if (name.includes('slop') || name.includes('phrase_prefix')) return;
    expect(ours.filter(([, score], at) => !near(score, theirs[at]?.[1] ?? NaN))).toEqual([]);
  });
});
