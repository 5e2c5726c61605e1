import type { BoundQuery, SearchAnswer, SearchRequest, SortValue } from '@app/search';
import { bindQueryText } from '../../../libs/search/src/input/binding/bind-query-text';
import { describeElastic, ElasticWorld } from './support/elastic-world';
import { ask, DOCUMENTS, keyword } from './support/few-documents';

describeElastic('answers of Elasticsearch', () => {
  let world: ElasticWorld;
  beforeAll(async () => (world = await ElasticWorld.open(DOCUMENTS)));
  afterAll(() => world.close());

  const search = (more: Partial<SearchRequest> = {}): Promise<SearchAnswer> => ask(world, more);

  it('have id, type, score, sort and source of each hit', async () => {
    const { hits, maxScore, total, timedOut } = await search({ size: 1, query: keyword('tier.tagFQN', 'tier.tier2') });
    const [third] = DOCUMENTS.slice(2, 3);
    expect({ maxScore, total, timedOut }).toEqual({
      maxScore: 1,
      total: { value: 1, relation: 'eq' },
      timedOut: false,
    });
    expect(hits).toEqual([
      {
        id: third?.document.id,
        entityType: 'glossaryTerm',
        score: 1,
        sort: [1, 'gamma', third?.document.id],
        source: third?.document,
      },
    ]);
  });

  it('have no score where a field gives the order', async () => {
    const { hits, maxScore } = await search({
      sort: [
        { by: 'updatedAt', direction: 'desc' },
        { by: 'id', direction: 'asc' },
      ],
    });
    expect(maxScore).toBeNull();
    expect(hits.map(({ score }) => score)).toEqual([null, null, null, null, null]);
  });

  it.each([
    [false, [undefined]],
    [true, [expect.objectContaining({ name: 'beta' })]],
  ])('show the documents: %j', async (source, shown) => {
    const { hits } = await search({ source, query: { kind: 'term', field: 'name', token: 'beta', boost: 1 } });
    expect(hits.map((hit) => hit.source)).toEqual(shown);
  });

  it('count as they are asked to', async () => {
    expect((await search({ totals: false })).total).toBeUndefined();
    expect((await search({ totals: 2 })).total).toEqual({ value: 2, relation: 'gte' });
    expect((await search({ totals: 100 })).total).toEqual({ value: 5, relation: 'eq' });
  });

  it.each(
    ['tier.tagFQN', 'totalVotes', 'updatedAt', 'deleted', 'owners.name', 'nowhere', '_score'].flatMap((by) => [
      [by, 'asc'] as const,
      [by, 'desc'] as const,
    ]),
  )('are paged by %s %s to the end, missing values last', async (by, direction) => {
    const sort = [
      { by, direction },
      { by: 'id', direction: 'asc' as const },
    ];
    const values: SortValue[] = [];
    const ids: string[] = [];
    for (let searchAfter: readonly SortValue[] | undefined; ;) {
      const { hits } = await search({ sort, size: 2, ...(searchAfter && { searchAfter }) });
      values.push(...hits.map((hit) => hit.sort[0] ?? null));
      ids.push(...hits.map(({ id }) => id));
      searchAfter = hits.at(-1)?.sort;
      if (!searchAfter) break;
    }
    expect([...new Set(ids)]).toHaveLength(DOCUMENTS.length);
    const present = values.filter((value) => value !== null);
    expect(values.slice(0, present.length)).toEqual(present);
    const isBehind = (one: SortValue, other: SortValue): boolean =>
      direction === 'asc' ? one! > other! : one! < other!;
    expect(present.some((value, at) => at > 0 && isBehind(present[at - 1] as SortValue, value))).toBe(false);
  });

  it('refuse a pattern that is too complex', async () => {
    const parts = [
      'ab',
      { any: 'many' as const },
      'a',
      ...Array.from({ length: 40 }, () => ({ any: 'one' as const })),
      'b',
    ];
    const query: BoundQuery = { kind: 'pattern', field: 'name', pattern: { type: 'wildcard', parts }, boost: 1 };
    const answer: unknown = await search({ query }).catch((error: unknown) => error);
    expect(answer).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('too complex') });
  });

  it('take queries as deep as they may be', async () => {
    const deep = (levels: number): string => (levels === 0 ? 'alpha' : `(alpha -(nothing ${deep(levels - 1)}))`);
    // Each level turns the answer over.
    const query = bindQueryText(deep(30), { now: 0 });
    expect((await search({ query })).total?.value).toBe(1);
  });

  it('take as many words as a query may have', async () => {
    const fields = [
      'name',
      'name.stem',
      'displayName',
      'displayName.stem',
      'fullyQualifiedName',
      'description',
      'columns.name',
    ];
    const words = Array.from({ length: 1_024 }, (_, at): BoundQuery => ({
      kind: 'best',
      tieBreaker: 0,
      boost: 1,
      queries: fields.map((field) => ({ kind: 'term', field, token: `w${at}`, boost: 1 })),
    }));
    const query: BoundQuery = {
      kind: 'bool',
      must: [],
      filter: [],
      mustNot: [],
      should: words,
      minimumShouldMatch: 1,
      boost: 1,
    };
    expect((await search({ query })).hits).toEqual([]);
  });
});
