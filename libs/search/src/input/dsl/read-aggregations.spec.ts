import type { Aggregations } from '../../query/aggregation';
import { noneOf } from '../../query/build-query';
import { readAggregations } from './read-parameter';

const NOW = Date.UTC(2024, 4, 15, 12, 30);
const read = (aggregations: unknown): Aggregations =>
  readAggregations('aggregations', JSON.stringify(aggregations), { now: NOW });
const bucket = (fields: object, below: object = {}): unknown => ({ bucket: fields, below });
const terms = {
  type: 'terms',
  field: 'entityType',
  size: 10,
  minDocCount: 1,
  order: [
    { by: '_count', direction: 'desc' },
    { by: '_key', direction: 'asc' },
  ],
};

describe('readAggregations', () => {
  it.each<[string, unknown, unknown]>([
    ['terms', { terms: { field: 'entityType' } }, bucket(terms)],
    ['terms of a text: of its keyword', { terms: { field: 'name' } }, bucket({ ...terms, field: 'name.keyword' })],
    ['terms of an unmapped field', { terms: { field: 'nowhere' } }, bucket({ ...terms, field: 'nowhere' })],
    [
      'terms in full',
      {
        terms: {
          field: 'tags.tagFQN',
          size: 5,
          min_doc_count: 2,
          order: [{ _key: 'asc' }],
          missing: 'None',
          include: ['A', 'B'],
          exclude: ['C'],
        },
      },
      bucket({
        ...terms,
        field: 'tags.tagFQN',
        size: 5,
        minDocCount: 2,
        order: [{ by: '_key', direction: 'asc' }],
        missing: 'none',
        include: ['a', 'b'],
        exclude: ['c'],
      }),
    ],
    [
      'terms by a metric below',
      { terms: { field: 'entityType', order: { 's.avg': 'asc' } }, aggs: { s: { stats: { field: 'totalVotes' } } } },
      bucket(
        {
          ...terms,
          order: [
            { by: 's.avg', direction: 'asc' },
            { by: '_key', direction: 'asc' },
          ],
        },
        { s: { metric: { type: 'stats', field: 'totalVotes' } } },
      ),
    ],
    ['a filter', { filter: { match_all: {} } }, bucket({ type: 'filter', query: { kind: 'all', boost: 1 } })],
    [
      'filters by name',
      { filters: { filters: { x: { match_all: {} } }, other_bucket_key: 'rest' } },
      bucket({ type: 'filters', filters: { x: { kind: 'all', boost: 1 } }, keyed: true, otherKey: 'rest' }),
    ],
    [
      'filters without names',
      { filters: { filters: [{ match_none: {} }] } },
      bucket({ type: 'filters', filters: { 0: { kind: 'none' } }, keyed: false }),
    ],
    [
      'missing, which is a filter',
      { missing: { field: 'tier.tagFQN' } },
      bucket({ type: 'filter', query: noneOf([{ kind: 'exists', fields: ['tier.tagFQN'], boost: 1 }]) }),
    ],
    ['global', { global: {} }, bucket({ type: 'global' })],
    [
      'nested and back',
      { nested: { path: 'owners' }, aggregations: { r: { reverse_nested: {} } } },
      bucket({ type: 'nested', path: 'owners' }, { r: bucket({ type: 'reverseNested' }) }),
    ],
    [
      'a histogram of months',
      { date_histogram: { field: 'updatedAt', calendar_interval: '1M', time_zone: 'Europe/Berlin' } },
      bucket({
        type: 'dateHistogram',
        field: 'updatedAt',
        interval: { calendar: 'month' },
        timeZone: 'Europe/Berlin',
        offsetMs: 0,
        minDocCount: 0,
      }),
    ],
    [
      'a histogram of spans',
      { date_histogram: { field: 'updatedAt', fixed_interval: '12h', offset: '-6h', min_doc_count: 1 } },
      bucket({
        type: 'dateHistogram',
        field: 'updatedAt',
        interval: { fixedMs: 43_200_000 },
        timeZone: 'UTC',
        offsetMs: -21_600_000,
        minDocCount: 1,
      }),
    ],
    [
      'a histogram',
      { histogram: { field: 'totalVotes', interval: 5 } },
      bucket({ type: 'histogram', field: 'totalVotes', interval: 5, offset: 0, minDocCount: 0 }),
    ],
    [
      'ranges of numbers',
      { range: { field: 'totalVotes', ranges: [{ to: 5 }, { from: 5, key: 'many' }] } },
      bucket({ type: 'range', field: 'totalVotes', date: false, ranges: [{ to: 5 }, { from: 5, key: 'many' }] }),
    ],
    [
      'ranges of dates',
      { date_range: { field: 'updatedAt', ranges: [{ from: '2024-05', to: 'now/d' }] } },
      bucket({
        type: 'range',
        field: 'updatedAt',
        date: true,
        ranges: [{ from: Date.UTC(2024, 4, 1), to: Date.UTC(2024, 4, 15) }],
      }),
    ],
    [
      'composite',
      {
        composite: {
          size: 3,
          sources: [{ t: { terms: { field: 'entityType', order: 'desc' } } }],
          after: { t: 'Table' },
        },
      },
      bucket({
        type: 'composite',
        size: 3,
        sources: [{ name: 't', field: 'entityType', direction: 'desc', missingBucket: false }],
        after: { t: 'table' },
      }),
    ],
    ['a metric', { max: { field: 'updatedAt' } }, { metric: { type: 'max', field: 'updatedAt' } }],
    ['value_count', { value_count: { field: 'id' } }, { metric: { type: 'value_count', field: 'id' } }],
    [
      'cardinality',
      { cardinality: { field: 'id', precision_threshold: 100 } },
      { metric: { type: 'cardinality', field: 'id' } },
    ],
    [
      'top hits',
      { top_hits: { size: 2, sort: [{ updatedAt: { order: 'desc' } }, 'name.keyword', '_score'], _source: 'name' } },
      {
        metric: {
          type: 'topHits',
          size: 2,
          from: 0,
          sort: [
            { by: 'updatedAt', direction: 'desc' },
            { by: 'name.keyword', direction: 'asc' },
            { by: '_score', direction: 'desc' },
            { by: 'id', direction: 'asc' },
          ],
          source: ['name'],
        },
      },
    ],
  ])('reads %s', (_what, sent, aggregation) => {
    expect(read({ it: sent })).toEqual({ it: aggregation });
  });

  it('reads nothing', () => {
    expect(readAggregations('aggs', '', { now: NOW })).toEqual({});
    expect(read({})).toEqual({});
  });

  it('takes 10,000 buckets at once', () => {
    const sent = { a: { terms: { field: 'id', size: 100 }, aggs: { b: { terms: { field: 'id', size: 99 } } } } };
    expect(Object.keys(read(sent))).toEqual(['a']);
  });
});
