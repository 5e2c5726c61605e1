import { PostgresSearchEngine, refreshStatistics, type BoundQuery, type SearchRequest } from '@app/search';
import { ResilientClient } from '@app/database';
import { DEFAULT_AGGREGATIONS } from '../../../libs/search/src/input/question/bind-request';
import { ALL, bool, made, request, SearchFixture, word } from './postgres.fixture';

const sent: { readonly text: string; readonly values: unknown[] }[] = [];
/** Without the settings of a search, which go before it and with its end in packets of their own. */
const statements = (): unknown[] => sent.filter(({ text }) => !/^(?:begin|commit)\b/i.test(text));

/** Remembers what is asked; connecting is no statement. */
class Watched extends ResilientClient {
  override query: ResilientClient['query'] = (...asked: unknown[]) => {
    const [statement, values = []] = asked as [{ readonly text?: string } | string, unknown[]?];
    sent.push({ text: typeof statement === 'string' ? statement : (statement.text ?? ''), values });
    return (super.query as (...all: unknown[]) => never)(...asked);
  };
}

const QUERY = bool({ should: [word('name', 'order', 3), word('description', 'plain')] });

/** `n` of these for each name. */
const documents = (name: string, n: number, more: object = {}) =>
  Array.from({ length: n }, (_, at) =>
    made(`${name}_${at % 10}`, {
      description: at % 3 ? 'plain' : 'plain plain fancy',
      serviceType: `Kind${at % 4}`,
      ...more,
    }),
  );

describe('a search of a small catalog', () => {
  let search: SearchFixture;
  let watched: PostgresSearchEngine;

  beforeEach(async () => {
    search = await SearchFixture.open();
    await search.write(...documents('order', 40), ...documents('other', 80));
    await refreshStatistics(search.database);
    watched = new PostgresSearchEngine({ url: search.url, size: 4, timeoutMs: 20_000, Client: Watched });
  });
  afterEach(async () => {
    await watched.close();
    await search.close();
  });

  /** As an engine says that knows nothing yet. */
  async function anew(asked: SearchRequest): Promise<unknown> {
    const engine = new PostgresSearchEngine({ url: search.url, size: 2, timeoutMs: 20_000 });
    try {
      return await engine.search(asked);
    } finally {
      await engine.close();
    }
  }

  it('is one statement for its hits, their number, their facets and the statistics of its words', async () => {
    const asked = request(QUERY, { size: 10, aggregations: DEFAULT_AGGREGATIONS });
    const first = await watched.search(asked);
    sent.length = 0;
    expect(await watched.search(asked)).toEqual(first);
    expect(statements()).toHaveLength(1);
    expect(first).toMatchObject({
      total: { value: 120 },
      aggregations: {
        serviceType: { buckets: Array.from({ length: 4 }, (_, at) => ({ key: `kind${at}`, doc_count: 30 })) },
      },
    });
  });

  it('tells the facets and the number of a page without hits', async () => {
    const asked = request(QUERY, { from: 500, size: 10, aggregations: DEFAULT_AGGREGATIONS });
    await watched.search(asked);
    expect(await watched.search(asked)).toMatchObject({
      hits: [],
      total: { value: 120 },
      aggregations: { serviceType: { buckets: [{ doc_count: 30 }, {}, {}, {}] } },
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['documents come', () => search.write(...documents('order', 7))],
    ['documents become longer', () => search.write(...documents('third', 3, { description: 'plain '.repeat(50) }))],
    [
      'words are counted anew',
      async () => {
        await search.write(...documents('order', 30));
        await watched.search(request(QUERY));
        await refreshStatistics(search.database);
      },
    ],
    ['all documents go', () => search.database.query('truncate search_row, search_source')],
  ])('has the scores of what there is when %s', async (_, change) => {
    const asked = request(QUERY, { size: 10, aggregations: DEFAULT_AGGREGATIONS });
    await watched.search(asked);
    await change();
    const after = await watched.search(asked);
    expect(after).toEqual(await anew(asked));
    sent.length = 0;
    expect(await watched.search(asked)).toEqual(after);
    expect(statements()).toHaveLength(1);
  });

  it('is told the number of hits with the facets where the best are looked for among few', async () => {
    await search.write(...documents('third', 1_000, { serviceType: 'Many' }), ...documents('plain', 20));
    await refreshStatistics(search.database);
    const queries = [word('name', 'plain', 10), word('description', 'plain', 0.1)];
    const query: BoundQuery = { kind: 'best', queries, tieBreaker: 0, boost: 1 };
    const asked = request(query, { size: 10, aggregations: DEFAULT_AGGREGATIONS });
    const first = await watched.search(asked);
    sent.length = 0;
    expect(await watched.search(asked)).toEqual(first);
    expect(statements()).toHaveLength(2);
    expect(first).toMatchObject({
      total: { value: 1_140, relation: 'eq' },
      aggregations: { serviceType: { buckets: [{ key: 'many', doc_count: 1_000 }, {}, {}, {}, {}] } },
    });
    expect(first.hits.every(({ source }) => source?.name?.startsWith('plain_'))).toBe(true);
    const limited = await watched.search({ ...asked, totals: 500 });
    expect(limited.total).toEqual({ value: 500, relation: 'gte' });
  });

  it('counts a word anew that the dictionary has and has not counted yet', async () => {
    const asked = request(bool({ should: [ALL, word('name', 'latest', 2)] }), { size: 10 });
    await watched.search(asked);
    await search.write(...documents('latest', 2));
    expect(await watched.search(asked)).toEqual(await anew(asked));
    await search.write(...documents('latest', 5));
    expect(await watched.search(asked)).toEqual(await anew(asked));
  });

  describe('beside writes whose rows follow', () => {
    let waits: number;
    let follow: () => Promise<void>;
    let engine: PostgresSearchEngine;

    beforeEach(async () => {
      // What every catalog begins with is marked.
      await search.database.query('delete from search_mark');
      waits = 0;
      follow = () => Promise.resolve();
      const current = (): Promise<void> => {
        waits++;
        return follow();
      };
      engine = new PostgresSearchEngine({ url: search.url, size: 4, timeoutMs: 20_000, current });
    });
    afterEach(() => engine.close());

    /** As a transaction that has ended leaves it, whose rows `follow` writes. */
    async function mark(late: ReturnType<typeof documents>): Promise<void> {
      await search.database.query('insert into search_mark (node) values (1)');
      follow = async () => {
        await search.write(...late);
        await search.database.query('delete from search_mark');
        follow = () => Promise.resolve();
      };
    }

    it.each([
      ['ranks all', request(QUERY, { size: 10, aggregations: DEFAULT_AGGREGATIONS })],
      ['ranks all without facets', request(QUERY, { size: 10 })],
    ])('waits for none where there is none, and for those that are missing: a search that %s', async (_, asked) => {
      await engine.search(asked);
      waits = 0;
      await engine.search(asked);
      expect(waits).toBe(0);
      await mark(documents('order', 7));
      const found = await engine.search(asked);
      expect(found.total).toEqual({ value: 127, relation: 'eq' });
      expect(found).toEqual(await anew(asked));
      expect(waits).toBeGreaterThan(0);
    });

    it('goes the same way whatever the search before it met', async () => {
      const asked = request(QUERY, { size: 10 });
      await engine.search(asked);
      await mark(documents('order', 1));
      await engine.search(asked);
      waits = 0;
      expect((await engine.search(asked)).total).toMatchObject({ value: 121 });
      expect(waits).toBe(0);
    });

    it('searches once where rows stay to be written: the statement that finds some of them searches for nothing', async () => {
      await engine.close();
      const current = (): Promise<void> => Promise.resolve();
      engine = new PostgresSearchEngine({ url: search.url, size: 2, timeoutMs: 20_000, current, Client: Watched });
      const asked = request(QUERY, { size: 10 });
      const first = await engine.search(asked);
      await search.database.query('insert into search_mark (node) values (1)');
      sent.length = 0;
      expect(await engine.search(asked)).toEqual(first);
      const searches = sent.filter(({ text }) => text.includes('with m as materialized'));
      const plans = searches.map(({ text, values }) => search.database.query(`explain (analyze) ${text}`, values));
      const searched = (await Promise.all(plans)).map((plan) => !JSON.stringify(plan).includes('never executed'));
      expect(searched).toEqual([false, true]);
    });

    it.each([
      ['a prefix', request({ kind: 'pattern', field: 'name', pattern: { type: 'prefix', text: 'ord' }, boost: 1 })],
      ['no hits', request(QUERY, { size: 0 })],
      [
        'other aggregations',
        request(QUERY, { size: 5, aggregations: { all: { bucket: { type: 'global' }, below: {} } } }),
      ],
    ])('asks first where its statement cannot tell: %s', async (_, asked) => {
      await engine.search(asked);
      waits = 0;
      await engine.search(asked);
      expect(waits).toBe(1);
    });
  });
});
