import type { SearchAnswer, SearchRequest } from '@app/search';
import { readAggregations } from '../../../libs/search/src/input/dsl/read-parameter';
import { describeElastic, ElasticWorld } from './support/elastic-world';
import { ask, DOCUMENTS, HOUR, keyword, START } from './support/few-documents';

describeElastic('aggregations of Elasticsearch', () => {
  let world: ElasticWorld;
  beforeAll(async () => (world = await ElasticWorld.open(DOCUMENTS)));
  afterAll(() => world.close());

  const search = (more: Partial<SearchRequest> = {}): Promise<SearchAnswer> => ask(world, more);
  const aggregate = async (
    aggregations: object,
    more: Partial<SearchRequest> = {},
  ): Promise<Record<string, unknown>> => {
    const bound = readAggregations('aggregations', JSON.stringify(aggregations), { now: START });
    return (await search({ size: 0, aggregations: bound, ...more })).aggregations;
  };

  it('never tell more than the caller may see, in global neither', async () => {
    const answer = await aggregate(
      {
        everything: { global: {}, aggs: { types: { terms: { field: 'entityType' } } } },
        types: { terms: { field: 'entityType' } },
      },
      { permission: keyword('entityType', 'topic'), query: keyword('deleted', true) },
    );
    expect(answer).toMatchObject({
      everything: { doc_count: 2, types: { buckets: [{ key: 'topic', doc_count: 2 }] } },
      types: { buckets: [] },
    });
  });

  it('have aggregations that the post-filter does not reach', async () => {
    const aggregations = readAggregations('aggs', '{"t":{"terms":{"field":"entityType"}}}', { now: START });
    const { total, aggregations: answer } = await search({ aggregations, postFilter: keyword('deleted', true) });
    expect(total?.value).toBe(1);
    expect(answer).toMatchObject({
      t: {
        buckets: [
          { key: 'table', doc_count: 2 },
          { key: 'topic', doc_count: 2 },
          { key: 'glossaryterm', doc_count: 1 },
        ],
      },
    });
  });

  it.each<[string, object, unknown]>([
    [
      'terms by a metric, equal ones by key',
      {
        terms: { field: 'tier.tagFQN', order: { v: 'desc' }, missing: 'none' },
        aggs: { v: { max: { field: 'totalVotes' } } },
      },
      [
        { key: 'tier.tier1', doc_count: 2, v: { value: 3 } },
        { key: 'none', doc_count: 2, v: { value: 1 } },
        { key: 'tier.tier2', doc_count: 1, v: { value: null } },
      ],
    ],
    [
      'filters without names, in their order',
      { filters: { filters: [{ term: { deleted: true } }, { match_none: {} }], other_bucket: true } },
      [{ doc_count: 1 }, { doc_count: 0 }, { doc_count: 4 }],
    ],
    ['filters by name', { filters: { filters: { gone: { term: { deleted: true } } } } }, { gone: { doc_count: 1 } }],
    [
      'composite',
      { composite: { size: 2, sources: [{ t: { terms: { field: 'tier.tagFQN', missing_bucket: true } } }] } },
      [
        { key: { t: null }, doc_count: 2 },
        { key: { t: 'tier.tier1' }, doc_count: 2 },
      ],
    ],
    [
      'date_histogram, with empty ones between',
      { date_histogram: { field: 'updatedAt', fixed_interval: '4h' } },
      [
        { key: START, key_as_string: '2024-01-01T00:00:00.000Z', doc_count: 3 },
        { key: START + 4 * HOUR, key_as_string: '2024-01-01T04:00:00.000Z', doc_count: 2 },
      ],
    ],
    [
      'date_range',
      {
        date_range: { field: 'updatedAt', ranges: [{ to: START + 3 * HOUR }, { from: START + 3 * HOUR, key: 'late' }] },
      },
      [
        expect.objectContaining({ to: START + 3 * HOUR, doc_count: 2 }),
        expect.objectContaining({ key: 'late', doc_count: 3 }),
      ],
    ],
    [
      'range',
      { range: { field: 'totalVotes', ranges: [{ from: 2, key: 'many' }] } },
      [{ key: 'many', from: 2, doc_count: 2 }],
    ],
    [
      'top_hits',
      {
        terms: { field: 'deleted' },
        aggs: { best: { top_hits: { size: 1, sort: [{ 'name.keyword': 'asc' }], _source: ['name'] } } },
      },
      [
        expect.objectContaining({
          doc_count: 4,
          best: {
            hits: {
              total: { value: 4, relation: 'eq' },
              max_score: 1,
              hits: [expect.objectContaining({ _source: { name: 'Alpha' } })],
            },
          },
        }),
        expect.objectContaining({ doc_count: 1 }),
      ],
    ],
  ])('aggregate: %s', async (_what, aggregation, buckets) => {
    expect(await aggregate({ it: aggregation })).toMatchObject({ it: { buckets } });
  });

  it('aggregate elements, and come back from them', async () => {
    const back = { reverse_nested: {} };
    const inner = {
      terms: { field: 'owners.name' },
      aggs: { documents: back, users: { filter: { term: { 'owners.type': 'user' } } } },
    };
    const answer = await aggregate({ owners: { nested: { path: 'owners' }, aggs: { names: inner } } });
    expect(answer).toMatchObject({
      owners: {
        doc_count: 3,
        names: {
          buckets: [
            { key: 'ann', doc_count: 2, documents: { doc_count: 2 }, users: { doc_count: 1 } },
            { key: 'bob', doc_count: 1, documents: { doc_count: 1 }, users: { doc_count: 1 } },
          ],
        },
      },
    });
  });

  it('refuse more buckets than are allowed', async () => {
    await expect(
      aggregate({ d: { date_histogram: { field: 'updatedAt', fixed_interval: '1s' } } }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('buckets'),
    });
    await expect(
      aggregate({ d: { date_histogram: { field: 'updatedAt', fixed_interval: '1ms' } } }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('buckets'),
    });
  });
});
