import type { Aggregations, BoundQuery, IndexedDocument } from '@app/search';
import { ALL, bool, made, request, SearchFixture, word } from './postgres.fixture';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 30);

const DOCUMENTS: readonly IndexedDocument[] = [
  made('alpha', {
    ...{ entityType: 'table', updatedAt: START, totalVotes: 1, tags: [{ tagFQN: 'PII.High' }, { tagFQN: 'Keep' }] },
    owners: [
      { id: '1', name: 'Anna', type: 'user' },
      { id: '2', name: 'Crew', type: 'team' },
    ],
  }),
  made('beta', {
    updatedAt: START + DAY,
    totalVotes: 5,
    tags: [{ tagFQN: 'pii.high' }],
    owners: [{ id: '1', name: 'Anna', type: 'user' }],
  }),
  made('gamma', { entityType: 'topic', updatedAt: START + 4 * DAY, totalVotes: 11, deleted: true }),
  made('delta', {
    entityType: 'topic',
    updatedAt: START + 40 * DAY,
    owners: [{ id: '2', name: 'Crew', type: 'team' }],
  }),
];

const COUNT = [{ by: '_count', direction: 'desc' }] as const;
const KEY = [{ by: '_key', direction: 'asc' }] as const;
const terms = (field: string, more: object = {}): Extract<Aggregations[string], { bucket: unknown }> => ({
  bucket: { type: 'terms', field, size: 10, minDocCount: 1, order: [...COUNT, ...KEY], ...more },
  below: {},
});
const keyword = (field: string, value: string): BoundQuery => ({ kind: 'keyword', field, values: [value], boost: 1 });
const votes = (type: 'min' | 'max' | 'avg' | 'sum' | 'stats' | 'value_count' | 'cardinality') =>
  ({ metric: { type, field: 'totalVotes' } }) as const;

describe('aggregations', () => {
  let search: SearchFixture;

  beforeAll(async () => {
    search = await SearchFixture.open();
    await search.write(...DOCUMENTS);
  });

  afterAll(() => search.close());

  const ask = async (a: Aggregations[string], more: Parameters<typeof request>[1] = {}): Promise<unknown> =>
    (await search.engine.search(request(ALL, { aggregations: { a }, ...more }))).aggregations['a'];

  it('count the values of keywords, numbers and booleans, the most frequent first, then by key', async () => {
    const { aggregations } = await search.engine.search(
      request(ALL, {
        aggregations: {
          tags: terms('tags.tagFQN'),
          type: terms('entityType', { size: 1 }),
          dead: terms('deleted'),
          none: terms('nowhere'),
        },
      }),
    );
    expect(aggregations).toEqual({
      tags: answer([bucket('pii.high', 2), bucket('keep', 1)]),
      type: answer([bucket('table', 2)], 2),
      dead: answer([bucket(0, 3, { key_as_string: 'false' }), bucket(1, 1, { key_as_string: 'true' })]),
      none: answer([]),
    });
  });

  it('take missing, include, exclude, least counts and orders', async () => {
    expect(await ask(terms('tags.tagFQN', { missing: 'n/a' }))).toMatchObject({
      buckets: [bucket('n/a', 2), bucket('pii.high', 2), bucket('keep', 1)],
    });
    expect(await ask(terms('tags.tagFQN', { include: ['keep'] }))).toMatchObject({ buckets: [bucket('keep', 1)] });
    expect(await ask(terms('tags.tagFQN', { exclude: ['keep'] }))).toMatchObject({ buckets: [bucket('pii.high', 2)] });
    expect(await ask(terms('tags.tagFQN', { minDocCount: 2 }))).toMatchObject({ buckets: [bucket('pii.high', 2)] });
    expect(await ask(terms('owners.name', { order: [{ by: '_key', direction: 'desc' }] }))).toMatchObject({
      buckets: [bucket('crew', 2), bucket('anna', 2)],
    });
    const byVotes = {
      ...terms('entityType', { order: [{ by: 'votes', direction: 'desc' }] }),
      below: { votes: votes('max') },
    };
    expect(await ask(byVotes)).toMatchObject({
      buckets: [
        { key: 'topic', votes: { value: 11 } },
        { key: 'table', votes: { value: 5 } },
      ],
    });
    await expect(ask(terms('entityType', { order: [{ by: 'nobody', direction: 'asc' }] }))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('give numbers', async () => {
    const all = Object.fromEntries(
      (['min', 'max', 'avg', 'sum', 'stats', 'value_count', 'cardinality'] as const).map((type) => [type, votes(type)]),
    );
    const { aggregations } = await search.engine.search(request(ALL, { aggregations: all }));
    const [min, max, sum, count] = [1, 11, 17, 3];
    expect(aggregations).toEqual({
      ...{ min: { value: min }, max: { value: max }, avg: { value: sum / count }, sum: { value: sum } },
      ...{
        stats: { count, min, max, avg: sum / count, sum },
        value_count: { value: count },
        cardinality: { value: 3 },
      },
    });
    expect(await ask({ metric: { type: 'cardinality', field: 'owners.name' } })).toEqual({ value: 2 });
    expect(await ask({ metric: { type: 'value_count', field: 'owners.name' } })).toEqual({ value: 4 });
    expect(await ask({ metric: { type: 'max', field: 'updatedAt' } })).toEqual({
      value: START + 40 * DAY,
      value_as_string: '2026-03-11T00:00:00.000Z',
    });
    const nothing = { query: { kind: 'none' } as const };
    expect(await ask(votes('min'), nothing)).toEqual({ value: null });
    expect(await ask(votes('sum'), nothing)).toEqual({ value: 0 });
  });

  it('have filters, with what is below each', async () => {
    const below = { owners: terms('owners.name'), most: votes('max') };
    expect(await ask({ bucket: { type: 'filter', query: keyword('entityType', 'table') }, below })).toEqual({
      ...{ doc_count: 2, most: { value: 5 } },
      owners: answer([bucket('anna', 2), bucket('crew', 1)]),
    });
    const filters = { tables: keyword('entityType', 'table'), none: keyword('entityType', 'chart') };
    expect(
      await ask({
        bucket: { type: 'filters', filters, keyed: true, otherKey: '_other_' },
        below: { most: votes('max') },
      }),
    ).toEqual({
      buckets: {
        tables: { doc_count: 2, most: { value: 5 } },
        none: { doc_count: 0, most: { value: null } },
        _other_: { doc_count: 2, most: { value: 11 } },
      },
    });
    expect(
      await ask({
        bucket: { type: 'filters', filters: { 0: filters.none, 1: filters.tables }, keyed: false },
        below: {},
      }),
    ).toEqual({ buckets: [{ doc_count: 0 }, { doc_count: 2 }] });
  });

  it('leave the post filter aside, and see of everything only what the caller may', async () => {
    const live: BoundQuery = { kind: 'keyword', field: 'deleted', values: [false], boost: 1 };
    const everything = { bucket: { type: 'global' }, below: { type: terms('entityType') } } as const;
    const narrow = { query: word('name', 'alpha'), postFilter: { kind: 'none' }, permission: live } as const;
    expect(await ask(everything, narrow)).toEqual({
      doc_count: 3,
      type: answer([bucket('table', 2), bucket('topic', 1)]),
    });
    expect(await ask(terms('entityType'), narrow)).toEqual(answer([bucket('table', 1)]));
  });

  it('go into the elements of arrays and back', async () => {
    const teams = {
      bucket: { type: 'filter', query: keyword('owners.type', 'team') },
      below: { names: terms('owners.name') },
    } as const;
    const back = { bucket: { type: 'reverseNested' }, below: { type: terms('entityType') } } as const;
    expect(await ask({ bucket: { type: 'nested', path: 'owners' }, below: { teams, back } })).toEqual({
      doc_count: 4,
      teams: { doc_count: 2, names: answer([bucket('crew', 2)]) },
      back: { doc_count: 3, type: answer([bucket('table', 2), bucket('topic', 1)]) },
    });
  });

  it('make histograms, with the gaps where they are asked for', async () => {
    const histogram = { type: 'histogram', field: 'totalVotes', interval: 5, offset: 1 } as const;
    expect(await ask({ bucket: { ...histogram, minDocCount: 0 }, below: {} })).toEqual({
      buckets: [bucket(1, 2), bucket(6, 0), bucket(11, 1)],
    });
    expect(await ask({ bucket: { ...histogram, minDocCount: 2 }, below: {} })).toEqual({ buckets: [bucket(1, 2)] });
    const months = {
      type: 'dateHistogram',
      field: 'updatedAt',
      interval: { calendar: 'month' },
      timeZone: 'UTC',
      offsetMs: 0,
      minDocCount: 0,
    } as const;
    expect(await ask({ bucket: months, below: {} })).toEqual({
      buckets: [
        dated('2026-01-01T00:00:00.000Z', 2),
        dated('2026-02-01T00:00:00.000Z', 1),
        dated('2026-03-01T00:00:00.000Z', 1),
      ],
    });
    const shifted = { ...months, interval: { calendar: 'day' }, timeZone: '+02:00', minDocCount: 1 } as const;
    expect(await ask({ bucket: shifted, below: {} })).toMatchObject({
      buckets: [{ key_as_string: '2026-01-29T22:00:00.000Z' }, {}, {}, {}],
    });
    const fixed = { ...months, interval: { fixedMs: 2 * DAY }, timeZone: 'Europe/Berlin', minDocCount: 0 } as const;
    expect(((await ask({ bucket: fixed, below: {} })) as { buckets: unknown[] }).buckets).toHaveLength(21);
    const tiny = { ...months, interval: { fixedMs: 1_000 } } as const;
    await expect(ask({ bucket: tiny, below: {} })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('make ranges, from the lowest on', async () => {
    const ranges = [{ from: 5 }, { key: 'few', to: 5 }, { from: 1, to: 12 }];
    expect(await ask({ bucket: { type: 'range', field: 'totalVotes', date: false, ranges }, below: {} })).toEqual({
      buckets: [
        { key: 'few', to: 5, doc_count: 1 },
        { key: '1.0-12.0', from: 1, to: 12, doc_count: 3 },
        { key: '5.0-*', from: 5, doc_count: 2 },
      ],
    });
    const day = [{ to: START + DAY }];
    expect(await ask({ bucket: { type: 'range', field: 'updatedAt', date: true, ranges: day }, below: {} })).toEqual({
      buckets: [
        { key: '*-2026-01-31T00:00:00.000Z', to: START + DAY, to_as_string: '2026-01-31T00:00:00.000Z', doc_count: 1 },
      ],
    });
  });

  it('walk through combinations page by page', async () => {
    const sources = [
      { name: 'type', field: 'entityType', direction: 'desc', missingBucket: false },
      { name: 'owner', field: 'owners.name', direction: 'asc', missingBucket: true },
    ] as const;
    const seen: unknown[] = [];
    for (let after: Record<string, string | null> | undefined, page = 0; page < 10; page++) {
      const found = (await ask({
        bucket: { type: 'composite', size: 2, sources, ...(after && { after }) },
        below: {},
      })) as { buckets: { key: object; doc_count: number }[]; after_key?: Record<string, string | null> };
      seen.push(...found.buckets.map(({ key, doc_count }) => [...Object.values(key), doc_count]));
      after = found.after_key;
      if (!after) break;
    }
    expect(seen).toEqual([
      ['topic', null, 1],
      ['topic', 'crew', 1],
      ['table', 'anna', 2],
      ['table', 'crew', 1],
    ]);
  });

  it('show the best documents of a bucket', async () => {
    const top = {
      metric: {
        type: 'topHits',
        size: 1,
        from: 0,
        sort: [{ by: 'totalVotes', direction: 'desc' }],
        source: ['name'],
      },
    } as const;
    const found = await ask({ ...terms('entityType'), below: { top } });
    expect(found).toMatchObject({
      buckets: [
        { key: 'table', top: { hits: { total: { value: 2, relation: 'eq' }, hits: [{ _source: { name: 'beta' } }] } } },
        {
          key: 'topic',
          top: { hits: { total: { value: 2, relation: 'eq' }, hits: [{ _source: { name: 'gamma' } }] } },
        },
      ],
    });
    const ranked = {
      metric: { type: 'topHits', size: 2, from: 0, sort: [{ by: '_score', direction: 'desc' }], source: false },
    } as const;
    const byScore = await ask(ranked, {
      query: bool({ should: [word('name', 'beta'), word('name', 'delta', 3)], minimumShouldMatch: 1 }),
    });
    expect(byScore).toMatchObject({
      hits: { total: { value: 2 }, hits: [{ _id: DOCUMENTS[3]?.document.id }, { _id: DOCUMENTS[1]?.document.id }] },
    });
  });
});

function answer(buckets: readonly object[], others = 0): object {
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets };
}

function bucket(key: unknown, count: number, more: object = {}): object {
  return { key, doc_count: count, ...more };
}

function dated(time: string, count: number): object {
  return bucket(Date.parse(time), count, { key_as_string: time });
}
