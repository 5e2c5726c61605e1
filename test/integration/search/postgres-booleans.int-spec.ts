import type { Aggregations, BoundQuery, IndexedDocument } from '@app/search';
import { readAggregations } from '../../../libs/search/src/input/dsl/read-parameter';
import { ALL, made, request, SearchFixture } from './postgres.fixture';

const DOCUMENTS: readonly IndexedDocument[] = [
  made('ann', { entityType: 'user', isBot: false, totalVotes: 1 }),
  made('bot', { entityType: 'user', isBot: true, totalVotes: 2, deleted: true }),
  made('cow', {}),
];

const no = { key: 0, key_as_string: 'false', doc_count: 1 };
const yes = { key: 1, key_as_string: 'true', doc_count: 1 };

describe('booleans and numbers', () => {
  let search: SearchFixture;

  beforeAll(async () => {
    search = await SearchFixture.open();
    await search.write(...DOCUMENTS);
  });
  afterAll(() => search.close());

  const bots = (...values: boolean[]): BoundQuery => ({ kind: 'keyword', field: 'isBot', values, boost: 1 });
  const aggregate = (asked: object): Aggregations => readAggregations('aggs', JSON.stringify(asked), { now: 0 });
  const answers = async (asked: object): Promise<Record<string, unknown>> =>
    (await search.engine.search(request(ALL, { aggregations: aggregate(asked) }))).aggregations;
  const ask = async (it: object): Promise<unknown> => (await answers({ it }))['it'];

  it('without a column are found', async () => {
    expect(await search.names(bots(false))).toEqual(['ann']);
    expect(await search.names(bots(true, false))).toEqual(['ann', 'bot']);
    expect(await search.names({ kind: 'range', field: 'isBot', boost: 1 })).toEqual(['ann', 'bot']);
  });

  it.each(['asc', 'desc'] as const)('without a column give an order: %s', async (direction) => {
    const sort = [
      { by: 'isBot', direction },
      { by: 'name.keyword', direction: 'asc' as const },
    ];
    const all = direction === 'asc' ? ['ann', 'bot', 'cow'] : ['bot', 'ann', 'cow'];
    expect(await search.names(ALL, { sort })).toEqual(all);
    const { hits } = await search.engine.search(request(ALL, { sort, size: 1 }));
    expect(await search.names(ALL, { sort, searchAfter: hits[0]?.sort ?? [] })).toEqual(all.slice(1));
  });

  it('without a column are counted', async () => {
    const field = { field: 'isBot' };
    const asked = {
      ...{ terms: { terms: field }, missing: { missing: field }, count: { value_count: field } },
      ...{ different: { cardinality: field }, pairs: { composite: { sources: [{ b: { terms: field } }] } } },
      top: { top_hits: { sort: [{ isBot: 'desc' }], _source: 'name', size: 1 } },
    };
    expect(await answers(asked)).toMatchObject({
      ...{ terms: { buckets: [no, yes] }, missing: { doc_count: 1 }, count: { value: 2 }, different: { value: 2 } },
      pairs: { buckets: [{ key: { b: false } }, { key: { b: true } }] },
      top: { hits: { hits: [{ _source: { name: 'bot' } }] } },
    });
  });

  it.each([true, 'true'])('take %j for what is missing', async (missing) => {
    expect(await ask({ terms: { field: 'isBot', missing } })).toMatchObject({
      buckets: [{ ...yes, doc_count: 2 }, no],
    });
    expect(await ask({ terms: { field: 'deleted', missing } })).toMatchObject({
      buckets: [{ ...no, doc_count: 2 }, yes],
    });
  });

  it('are chosen by what they say', async () => {
    expect(await ask({ terms: { field: 'deleted', include: ['true'] } })).toMatchObject({ buckets: [yes] });
    expect(await ask({ terms: { field: 'isBot', exclude: ['true'] } })).toMatchObject({ buckets: [no] });
  });

  it('lose no document to an interval that a double cannot hold', async () => {
    expect(await ask({ histogram: { field: 'totalVotes', interval: 0.35 } })).toEqual({
      buckets: [1, 0, 0, 1].map((doc_count, at) => ({ key: (at + 2) * 0.35, doc_count })),
    });
  });

  it('are answered under a name that objects inherit', async () => {
    const found = await answers({ constructor: { max: { field: 'totalVotes' } } });
    expect(Object.entries(found)).toEqual([['constructor', { value: 2 }]]);
  });

  it('stand in phrases however far apart they may be', async () => {
    const tokens = ['sales', 'shop'];
    const phrase = { kind: 'phrase', field: 'fullyQualifiedName', tokens, slop: 2 ** 31 - 1, prefix: false } as const;
    expect(await search.names({ ...phrase, boost: 1 })).toHaveLength(3);
  });

  it('refuse a time beyond those that there are', async () => {
    const interval = { calendar: 'day' } as const;
    const days = { type: 'dateHistogram', field: 'updatedAt', interval, timeZone: 'UTC', minDocCount: 0 } as const;
    const aggregations = { it: { bucket: { ...days, offsetMs: 1e8 * 86_400_000 }, below: {} } };
    await expect(search.engine.search(request(ALL, { aggregations }))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
