import { ResilientClient } from '@app/database';
import { PostgresSearchEngine, refreshStatistics, type BoundQuery, type SearchRequest } from '@app/search';
import { contextOf } from '../../../libs/search/src/postgres/compile/context';
import { hitStatement, readHits, type HitRow } from '../../../libs/search/src/postgres/hits/hit-statement';
import { walkStatement } from '../../../libs/search/src/postgres/hits/walk-statement';
import { SearchPool } from '../../../libs/search/src/postgres/search-pool';
import { RareTypes } from '../../../libs/search/src/postgres/statistics/rare-types';
import { queryAt } from '../database/schema-snapshot';
import { ALL, bool, made, request, SearchFixture, word } from './postgres.fixture';

const BY_NAME: SearchRequest['sort'] = [
  { by: 'name.keyword', direction: 'asc' },
  { by: 'id', direction: 'asc' },
];
/** Neither words nor patterns are asked for. */
const NOTHING_KNOWN = {
  rareTypes: new Set<string>() as ReadonlySet<string>,
  statistics: { documents: () => 0, average: () => 1, frequency: () => 0 },
  expansions: { of: () => [], frequency: () => 0 },
};

/** The statements that do nothing but count never end. */
class NeverCounting extends ResilientClient {
  override query: ResilientClient['query'] = (...asked: unknown[]) => {
    const [text, ...values] = asked;
    const counts = typeof text === 'string' && /^\s*select \(select count\(\*\)/.test(text);
    return (super.query as (...all: unknown[]) => never)(...(counts ? ['select pg_sleep(60)'] : [text, ...values]));
  };
}

describe('a large catalog', () => {
  let search: SearchFixture;

  beforeAll(async () => {
    search = await SearchFixture.open();
    // One in two documents has the common word, one in four in its name.
    const documents = Array.from({ length: 2_400 }, (_, at) => {
      const name = at % 4 === 0 ? `common_${at}` : `thing_${at}`;
      const extra = at % 40 === 0 ? ' scarce' : '';
      return made(name, { description: `${at % 2 ? 'common ' : ''}${'filler '.repeat(at % 9)}${extra}` });
    });
    await search.write(...documents, made('lone_topic', { entityType: 'topic' }));
    await refreshStatistics(search.database);
    await queryAt(search.url, 'analyze search_row');
  });

  afterAll(() => search.close());

  const common: BoundQuery = {
    ...{ kind: 'best', tieBreaker: 0, boost: 1 },
    queries: [word('name', 'common', 10), word('fullyQualifiedName', 'common', 2), word('description', 'common', 1)],
  };

  // The same meaning in a shape that is never narrowed.
  const plain = (query: BoundQuery): BoundQuery => ({
    kind: 'bool',
    must: [query],
    should: [],
    filter: [ALL],
    mustNot: [],
    minimumShouldMatch: 0,
    boost: 1,
  });

  const inBoth = (token: string, boost = 1): BoundQuery => ({
    ...{ kind: 'best', tieBreaker: 0, boost },
    queries: [word('name', token, 10), word('description', token, 0.5)],
  });

  it.each<[string, BoundQuery]>([
    ['a common word', common],
    ['two words in two fields', bool({ should: [inBoth('common'), inBoth('filler')], minimumShouldMatch: 1 })],
    ['two words of which one counts more', bool({ should: [inBoth('common', 3), inBoth('scarc')] })],
    [
      'words of which none is in a name',
      bool({ should: ['common', 'filler', 'scarc'].map((each) => word('description', each)), minimumShouldMatch: 1 }),
    ],
    ['a common word and a scarce one', bool({ should: [common, word('description', 'scarc')], minimumShouldMatch: 1 })],
    ['two common words', bool({ should: [common, word('description', 'filler')], minimumShouldMatch: 1 })],
  ])('gives the same page for %s, narrowed or not', async (_, query) => {
    for (const size of [10, 500, 1_000]) {
      const [narrowed, whole] = await Promise.all(
        [query, plain(query)].map((each) => search.engine.search(request(each, { size }))),
      );
      expect(narrowed?.hits.map(({ id, score }) => [id, score])).toEqual(
        whole?.hits.map(({ id, score }) => [id, score]),
      );
      expect([narrowed?.total, narrowed?.maxScore]).toEqual([whole?.total, whole?.maxScore]);
    }
  });

  it('tells the hits of a narrowed page while they are counted', async () => {
    const told: string[][] = [];
    const { hits } = await search.engine.search(request(common, { size: 10 }), (early) => {
      told.push(early.map(({ id }) => id));
      return Promise.resolve();
    });
    expect(told).toEqual([hits.map(({ id }) => id)]);
  });

  it('keeps the hits where there is no time to count all', async () => {
    const options = { url: search.url, size: 2, timeoutMs: 500, Client: NeverCounting };
    const engine = new PostgresSearchEngine(options);
    const { hits } = await search.engine.search(request(common, { size: 10 }));
    expect(await engine.search(request(common, { size: 10 }))).toMatchObject({
      ...{ hits, total: { value: 10, relation: 'gte' }, timedOut: true },
    });
    await engine.close();
  });

  it.each<[string, SearchRequest['sort']]>([
    ['relevance', request(ALL).sort],
    ['time', [{ by: 'updatedAt', direction: 'desc' }, ...BY_NAME]],
    ['name, downwards', [{ by: 'name.keyword', direction: 'desc' }, ...BY_NAME.slice(1)]],
  ])('takes the same pages along an index of %s as by ranking all', async (_, sort) => {
    const live: BoundQuery = { kind: 'keyword', field: 'deleted', values: [false], boost: 1 };
    const pool = new SearchPool({ url: search.url, size: 1, timeoutMs: 20_000 });
    const walked: string[] = [];
    let after: SearchRequest['searchAfter'];
    for (let page = 0; page < 4; page++) {
      const asked = request(ALL, { sort, size: 30, filter: [live], ...(after && { searchAfter: after }) });
      const statement = walkStatement(asked, contextOf(NOTHING_KNOWN, true), 1_000);
      if (!statement) throw new Error('There is no such walk');
      const { hits, total } = await readHits(asked, await pool.query<HitRow>(statement));
      expect(total).toEqual({ value: 2_401, relation: 'eq' });
      walked.push(...hits.map(({ id }) => id));
      after = hits.at(-1)?.sort;
    }
    await pool.close();
    const ranked = await search.engine.search(request(ALL, { sort, size: 120, filter: [live] }));
    expect(walked).toEqual(ranked.hits.map(({ id }) => id));
  });

  it('finds documents of a rare type by the index of types, and the same ones', async () => {
    const pool = new SearchPool({ url: search.url, size: 1, timeoutMs: 20_000 });
    const types = (...values: string[]): BoundQuery => ({ kind: 'keyword', field: 'entityType', values, boost: 1 });
    const rareTypes = await new RareTypes(pool).in([types('table', 'topic')]);
    expect([...rareTypes]).toEqual(['topic']);
    const asked = request(word('name', 'lone'), { filter: [types('topic')] });
    const read = async (known: typeof NOTHING_KNOWN): Promise<string[]> => {
      const rows = await pool.query<HitRow>(hitStatement(asked, contextOf(known)));
      return (await readHits(asked, rows)).hits.map(({ id }) => id);
    };
    const statement = hitStatement(asked, contextOf({ ...NOTHING_KNOWN, rareTypes }));
    const plan = await pool.query({ ...statement, text: `explain ${statement.text}` });
    expect(JSON.stringify(plan)).toContain('search_row_type');
    expect(await read({ ...NOTHING_KNOWN, rareTypes })).toEqual(await read(NOTHING_KNOWN));
    expect(await read(NOTHING_KNOWN)).toHaveLength(1);
    await pool.close();
  });

  it('knows from the dictionary how common words are, once they were counted', async () => {
    const { url } = search;
    const [row] = await queryAt<{ df: number }>(
      url,
      `select df from search_term where field = 'd' and term = 'common' and not whole`,
    );
    expect(row?.df).toBe(1_200);
    expect(await refreshStatistics(search.database)).toEqual({ refreshed: false });
  });
});
