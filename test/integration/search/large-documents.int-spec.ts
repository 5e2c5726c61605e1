import { refreshStatistics, type BoundQuery, type SearchAnswer, type SearchRequest } from '@app/search';
import { queryAt } from '../database/schema-snapshot';
import { SearchFixture as CatalogFixture } from './search.fixture';
import { ALL, made, request, SearchFixture, word } from './postgres.fixture';

const MIB = 1024 * 1024;

it('an export goes on behind a page that ends early', async () => {
  const catalog = await CatalogFixture.open();
  const { fullyQualifiedName: databaseSchema } = await catalog.make('databaseSchema');
  const names = Array.from({ length: 20 }, (_, at) => `t${at}`);
  for (const name of names)
    await catalog.create('table', { name, databaseSchema, columns: [{ name: 'id', dataType: 'INT' }] });
  await catalog.current();
  await catalog.database.query(
    `update search_source set document = document || jsonb_build_object('sql', repeat('x', ${MIB}))`,
  );
  const pages = await catalog.exported();
  expect(pages.map(({ length }) => length)).toEqual([16, 4]);
  expect(pages.flat().sort()).toEqual(names.sort());
  await catalog.close();
});

describe('pages of large documents', () => {
  let search: SearchFixture;

  beforeAll(async () => {
    search = await SearchFixture.open();
    // Enough of them for a search by a common word to be narrowed, and for a walk along an index of the order.
    await search.write(...Array.from({ length: 1_200 }, (_, at) => made(`small_${at}`, { description: 'common' })));
    await search.write(
      ...Array.from({ length: 40 }, (_, at) => made(`large_${at}`, { description: 'common', displayName: 'common' })),
    );
    await queryAt(
      search.url,
      `update search_source set document = document || jsonb_build_object('sql', repeat('x', ${MIB}))
        where document ->> 'name' like 'large%'`,
    );
    await refreshStatistics(search.database);
    await queryAt(search.url, 'analyze search_row');
  });

  afterAll(() => search.close());

  const common: BoundQuery = {
    ...{ kind: 'best', tieBreaker: 0, boost: 1 },
    queries: [word('displayName', 'common', 10), word('description', 'common', 1)],
  };
  const heavy = (hits: SearchAnswer['hits']): number =>
    hits.filter(({ source }) => source?.name?.startsWith('large')).length;

  it.each<[string, Partial<SearchRequest>]>([
    ['by relevance', { query: common, size: 30 }],
    ['by relevance, all at once', { query: common, size: 1_000 }],
    ['by name', { sort: request(ALL).sort.slice(1), size: 1_000 }],
  ])('end early at 16 MiB, and the next one goes on, %s', async (_, more) => {
    const found: string[] = [];
    const asked = request(ALL, more);
    let page = await search.engine.search(asked);
    while (page.hits.length) {
      expect(heavy(page.hits)).toBeLessThanOrEqual(16);
      expect(page.endsEarly).toBe(heavy(page.hits) === 16);
      expect(page.total).toEqual({ value: 1_240, relation: 'eq' });
      found.push(...page.hits.map(({ id }) => id));
      page = await search.engine.search({ ...asked, searchAfter: page.hits.at(-1)!.sort });
    }
    const whole = await search.engine.search({ ...asked, size: 10_000, source: false });
    expect(whole.endsEarly).toBe(false);
    expect(found).toEqual(whole.hits.map(({ id }) => id));
  });

  it('have one row at least', async () => {
    await queryAt(
      search.url,
      `update search_source set document = document || jsonb_build_object('sql', repeat('x', ${17 * MIB}))
        where document ->> 'name' in ('large_1', 'large_2')`,
    );
    const names = { kind: 'keyword', field: 'name.keyword', values: ['large_1', 'large_2'], boost: 1 } as const;
    const page = await search.engine.search(request(names));
    expect([page.hits.map(({ source }) => source?.name), page.endsEarly]).toEqual([['large_1'], true]);
  });
});
