import fc from 'fast-check';
import type { Aggregations, BoundQuery, IndexedDocument } from '@app/search';
import { readAggregations } from '../../../libs/search/src/input/dsl/read-parameter';
import { describeElastic } from '../../integration/search-elastic/support/elastic-world';
import { request } from '../../integration/search/postgres.fixture';
import { anyDocument } from '../../support/search/random-query';
import { BothEngines } from './engines.fixture';

const DOCUMENTS = 200;
const SEED = 7;
const START = Date.UTC(2024, 0, 30, 22);
/** Documents lie a day apart, so that calendars and zones matter. */
const DAY = 86_400_000;

const QUERY: BoundQuery = { kind: 'exists', fields: ['owners', 'tags.tagFQN'], boost: 1 };
const VISIBLE: BoundQuery = { kind: 'keyword', field: 'deleted', values: [false], boost: 1 };

const terms = (field: string, more: object = {}): object => ({ terms: { field, size: 20, ...more } });

const ASKED: Readonly<Record<string, object>> = {
  'terms of a keyword': terms('entityType'),
  'terms of many values': terms('tags.tagFQN'),
  'terms of a text': terms('name'),
  'terms of numbers': terms('totalVotes'),
  'terms of booleans': terms('deleted'),
  'terms of dates': terms('updatedAt'),
  'terms of nothing': terms('nowhere'),
  'fewer terms than there are': terms('name.keyword', { size: 3 }),
  'rare terms left out': terms('name.keyword', { min_doc_count: 2 }),
  'terms by key': terms('tags.tagFQN', { order: { _key: 'desc' } }),
  'terms with those that miss them': terms('tags.tagFQN', { missing: 'None' }),
  'some terms': terms('tags.tagFQN', { include: ['PII.None', 'a=b'] }),
  'all but some terms': terms('tags.tagFQN', { exclude: ['PII.None', 'a=b'] }),
  'terms by a metric': {
    ...terms('tags.tagFQN', { order: { v: 'asc' } }),
    aggs: { v: { sum: { field: 'updatedAt' } } },
  },
  'terms by a part of a metric': {
    ...terms('tags.tagFQN', { order: [{ 's.max': 'desc' }, { _key: 'asc' }] }),
    aggs: { s: { stats: { field: 'totalVotes' } } },
  },
  'terms below terms': {
    ...terms('entityType'),
    aggs: { t: { ...terms('tags.tagFQN'), aggs: { n: { cardinality: { field: 'name.keyword' } } } } },
  },
  'a filter': { filter: { match: { description: 'order' } }, aggs: { t: terms('entityType') } },
  'filters by name': {
    filters: {
      filters: { live: { term: { deleted: false } }, order: { prefix: { name: 'ord' } } },
      other_bucket: true,
    },
  },
  'filters without names': {
    filters: { filters: [{ term: { deleted: false } }, { match_none: {} }] },
    aggs: { m: { max: { field: 'updatedAt' } } },
  },
  missing: { missing: { field: 'description' } },
  'missing values': { missing: { field: 'tags.tagFQN' }, aggs: { t: terms('entityType') } },
  everything: { global: {}, aggs: { t: terms('deleted'), v: { value_count: { field: 'tags.tagFQN' } } } },
  elements: {
    nested: { path: 'owners' },
    aggs: { n: { ...terms('owners.name'), aggs: { back: { reverse_nested: {} } } } },
  },
  'elements that match': {
    nested: { path: 'columns' },
    aggs: { f: { filter: { term: { 'columns.dataType': 'INT' } }, aggs: { t: terms('columns.tags') } } },
  },
  days: { date_histogram: { field: 'updatedAt', fixed_interval: '2d' } },
  months: { date_histogram: { field: 'updatedAt', calendar_interval: 'month' } },
  'weeks in a zone': { date_histogram: { field: 'updatedAt', calendar_interval: '1w', time_zone: 'America/New_York' } },
  'days in an offset': {
    date_histogram: { field: 'updatedAt', calendar_interval: 'day', time_zone: '+05:30', min_doc_count: 1 },
  },
  'days from six on': { date_histogram: { field: 'updatedAt', fixed_interval: '1d', offset: '+6h' } },
  numbers: { histogram: { field: 'totalVotes', interval: 2 }, aggs: { a: { avg: { field: 'totalVotes' } } } },
  'numbers from one on': { histogram: { field: 'totalVotes', interval: 3, offset: 1, min_doc_count: 1 } },
  ranges: {
    range: { field: 'totalVotes', ranges: [{ from: 2 }, { to: 0 }, { from: 0, to: 2.5, key: 'some' }] },
    aggs: { t: terms('entityType') },
  },
  'ranges of dates': {
    date_range: { field: 'updatedAt', ranges: [{ to: START + 3 * DAY }, { from: START + 3 * DAY }] },
  },
  'a page of a composite': {
    composite: {
      size: 3,
      sources: [{ a: { terms: { field: 'entityType' } } }, { b: { terms: { field: 'tags.tagFQN', order: 'desc' } } }],
    },
  },
  'a later page of a composite': {
    composite: {
      size: 4,
      sources: [{ a: { terms: { field: 'tags.tagFQN', missing_bucket: true } } }],
      after: { a: 'a=b' },
    },
  },
  min: { min: { field: 'updatedAt' } },
  avg: { avg: { field: 'totalVotes' } },
  sum: { sum: { field: 'totalVotes' } },
  'avg of nothing': { avg: { field: 'nowhere' } },
  stats: { stats: { field: 'totalVotes' } },
  'stats of dates': { stats: { field: 'updatedAt' } },
  value_count: { value_count: { field: 'owners.name' } },
  cardinality: { cardinality: { field: 'tags.tagFQN' } },
  'top hits': {
    ...terms('entityType'),
    aggs: { h: { top_hits: { size: 2, sort: [{ totalVotes: 'desc' }], _source: ['name', 'owners.name'] } } },
  },
  'best hits': { top_hits: { size: 3, from: 1 } },
};

/** Doubles that were added up in another order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'number' ? Number(part.toPrecision(6)) : part)),
  );

/** Whether terms that are too rare count among the others is said in two ways. */
function comparable(answer: unknown, asked: object): unknown {
  if (!JSON.stringify(asked).includes('min_doc_count')) return answer;
  return JSON.parse(JSON.stringify(answer, (key, part: unknown) => (key === 'sum_other_doc_count' ? undefined : part)));
}

describeElastic('aggregations on both engines', () => {
  let engines: BothEngines;

  beforeAll(async () => {
    const sample = fc.sample(anyDocument, { numRuns: DOCUMENTS, seed: SEED });
    const documents: IndexedDocument[] = sample.map((document, at) => ({
      node: String(at + 1),
      document: { ...document, id: `id-${at}`, updatedAt: START + document.updatedAt * DAY },
    }));
    engines = await BothEngines.open(documents);
  });
  afterAll(() => engines.close());

  async function answers(aggregations: Aggregations): Promise<unknown[]> {
    const asked = request(QUERY, { aggregations, permission: VISIBLE, size: 0 });
    const both = await Promise.all([engines.postgres.engine.search(asked), engines.elastic.engine.search(asked)]);
    return both.map((answer) => rounded(answer.aggregations));
  }

  it.each(Object.entries(ASKED))('are the same: %s', async (_name, asked) => {
    const [postgres, elastic] = await answers(readAggregations('aggs', JSON.stringify({ it: asked }), { now: START }));
    expect(comparable(elastic, asked)).toEqual(comparable(postgres, asked));
    expect(JSON.stringify(postgres)).not.toBe('{}');
  });
});
