import {
  answerInMemory,
  IndexLoader,
  IndexVersion,
  NOT_IN_MEMORY,
  refreshStatistics,
  type BoundQuery,
  type LoadedIndex,
  type SearchAnswer,
  type SearchRequest,
  type SortKey,
} from '@app/search';
import fc from 'fast-check';
import { DEFAULT_AGGREGATIONS } from '../../../libs/search/src/input/question/bind-request';
import { anyDocument, anyQuery } from '../../support/search/random-query';
import { request, SearchFixture } from './postgres.fixture';

/** SEARCH_FUZZ_QUERIES=20000 for a full run, or several with less and a SEARCH_FUZZ_SEED each. */
const QUERIES = Number(process.env['SEARCH_FUZZ_QUERIES'] ?? 300);
const DOCUMENTS = 150;
const SEED = Number(process.env['SEARCH_FUZZ_SEED'] ?? 20_261_120);

const ID: SortKey = { by: 'id', direction: 'asc' };

const sortKey = fc.record({
  by: fc.constantFrom(
    '_score',
    'name.keyword',
    'displayName.keyword',
    'owners.name',
    'updatedAt',
    'totalVotes',
    'deleted',
    'nowhere',
  ),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

/** How a page is asked for. */
const anyPage: fc.Arbitrary<Partial<SearchRequest>> = fc.record({
  sort: fc.oneof(
    fc.constant(request({ kind: 'none' }).sort),
    fc.uniqueArray(sortKey, { maxLength: 3, selector: ({ by }) => by }).map((keys) => [...keys, ID]),
  ),
  from: fc.constantFrom(0, 0, 0, 3, 200),
  size: fc.constantFrom(0, 1, 10, 10, 1_000),
  totals: fc.constantFrom(true, true, false, 5),
  source: fc.boolean(),
  aggregations: fc.constantFrom({}, DEFAULT_AGGREGATIONS),
});

describe('a search in memory', () => {
  let search: SearchFixture;
  let loaded: LoadedIndex;

  beforeAll(async () => {
    search = await SearchFixture.open();
    const sample = fc.sample(anyDocument, { numRuns: DOCUMENTS, seed: SEED });
    const documents = sample.map((document, at) => ({
      node: String(at + 1),
      document: { ...document, id: `id-${at}` },
    }));
    const more = documents.splice(DOCUMENTS / 2);
    await search.write(...documents);
    // Words of the others are counted when they are searched for.
    await refreshStatistics(search.database);
    await search.write(...more);
    await search.database.query('delete from search_mark');
    const loader = new IndexLoader(search.database, new IndexVersion(search.database), 64 * 1024 * 1024);
    loaded = (await loader.load()) as LoadedIndex;
  });

  afterAll(() => search.close());

  /** Undefined: it is left to PostgreSQL. */
  function inMemory(asked: SearchRequest): SearchAnswer | undefined {
    try {
      return answerInMemory(loaded.index, asked);
    } catch (error) {
      if (error === NOT_IN_MEMORY) return undefined;
      throw error;
    }
  }

  it('gives what PostgreSQL gives, to the last digit of each score, and goes on behind each hit', async () => {
    let [compared, found] = [0, 0];
    const compare = async (asked: SearchRequest): Promise<SearchAnswer | undefined> => {
      const answer = inMemory(asked);
      if (!answer) return undefined;
      expect(answer).toEqual(await search.engine.search(asked));
      compared += 1;
      found += answer.hits.length;
      return answer;
    };
    await fc.assert(
      fc.asyncProperty(anyQuery, anyQuery, anyPage, fc.boolean(), async (query, other, page, isFiltered) => {
        const beside: Partial<SearchRequest> = isFiltered ? { filter: [other] } : {};
        const asked = request(query, { ...page, ...beside });
        const answer = await compare(asked);
        const last = answer?.hits.at(-1);
        if (last) await compare({ ...asked, from: 0, searchAfter: last.sort });
        await compare(request(query, { ...page, postFilter: other }));
      }),
      { numRuns: QUERIES, seed: SEED },
    );
    // Most queries have something that is left to PostgreSQL.
    expect(compared).toBeGreaterThan(QUERIES / 4);
    expect(found).toBeGreaterThan(QUERIES);
  }, 3_600_000);

  it.each<BoundQuery>([
    { kind: 'nested', path: 'owners', query: { kind: 'all', boost: 1 }, boost: 1 },
    { kind: 'pattern', field: 'name', pattern: { type: 'regexp', expression: 'o.*' }, boost: 1 },
    { kind: 'pattern', field: 'name', pattern: { type: 'fuzzy', text: 'order', edits: 1, prefixLength: 0 }, boost: 1 },
    { kind: 'phrase', field: 'name', tokens: ['order', 'fact'], slop: 2, prefix: false, boost: 1 },
  ])('is left to PostgreSQL where it is one of $kind', (query) => {
    expect(inMemory(request(query))).toBeUndefined();
  });

  it.each<[string, (at: number) => BoundQuery]>([
    ['looks at documents', () => ({ kind: 'all', boost: 1 })],
    [
      'looks at words',
      (at) => ({ kind: 'range', field: 'name', from: { value: `a${at}`, inclusive: true }, boost: 1 }),
    ],
    [
      'looks at places',
      () => ({ kind: 'phrase', field: 'name', tokens: ['fact', 'orders'], slop: 0, prefix: false, boost: 1 }),
    ],
  ])('is left to PostgreSQL where it %s too often', (_how, make) => {
    const of = (count: number): BoundQuery => ({
      ...{ kind: 'bool', must: [], filter: [], mustNot: [], minimumShouldMatch: 1, boost: 1 },
      should: Array.from({ length: count }, (_, at) => make(at)),
    });
    expect(inMemory(request(of(10)))).toBeDefined();
    expect(inMemory(request(of(40_000)))).toBeUndefined();
  });
});
