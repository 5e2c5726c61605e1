import type { CatalogQuestion, SearchResponse } from '@app/catalog';
import type { Actor } from '@app/common';
import { ADMIN, SearchFixture, TABLES } from './search.fixture';

const named = (text: object): { parameter: string; text: string } => ({ parameter: 'p', text: JSON.stringify(text) });
/** Some documents are hidden from this one. */
const OWNER: Actor = {
  ...{ name: 'ann', id: '6f2ff53f-25a8-4f5c-9a0c-0d9b5c1f0a11', isAdmin: false, ownerIds: new Set<string>() },
  rules: [
    { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] },
    { name: 'hidden', effect: 'deny', operations: ['ViewAll'], resources: ['table'], condition: 'noOwner()' },
  ],
};

describe('a response whose text is cached', () => {
  let fixture: SearchFixture;

  beforeAll(async () => {
    fixture = await SearchFixture.open();
    await fixture.make('table', { description: 'A heron, "grey" \\ white, 鷺 and naïve' });
    await fixture.make('table', { description: 'Another heron' });
    await fixture.make('table', { description: 'An egret' });
    await fixture.current();
  });
  afterAll(() => fixture?.close());

  const textOf = async (more: Partial<CatalogQuestion>, actor = ADMIN): Promise<string> =>
    (await fixture.searches.searchText(actor, { ...TABLES, ...more })).replace(/^\{"took":\d+,/, '{"took":0,');
  const generalText = async (more: Partial<CatalogQuestion>, actor = ADMIN): Promise<string> => {
    const response: SearchResponse = await fixture.searches.search(actor, { ...TABLES, ...more });
    return JSON.stringify({ ...response, took: 0 });
  };

  it.each<[string, Partial<CatalogQuestion>]>([
    ['words with marks', { q: 'heron' }],
    ['counts', { q: 'heron', index: 'all', includeAggregations: true }],
    ['a text that is rewritten', { q: 'heromn' }],
    ['nothing at all', { q: 'cormorant', totals: false }],
    ['paths of documents', { source: ['name', 'columns.*'] }],
    [
      'a filter and an order',
      { queryFilter: named({ term: { deleted: false } }), sortField: { parameter: 'p', text: 'name' } },
    ],
    ['a page of no hits', { size: 0, aggregations: named({ n: { terms: { field: 'entityType' } } }) }],
  ])('is the one of a search: %s', async (_what, more) => {
    const expected = await generalText(more);
    expect(await textOf(more)).toBe(expected);
    await fixture.untilNotSearched(() => textOf(more));
    expect(await textOf(more)).toBe(expected);
  });

  it('is that of a completion as well', async () => {
    const ask = (): Promise<string> => fixture.searches.suggestText(ADMIN, 'tab', { index: 'all', size: 5 });
    const expected = JSON.stringify({ suggestions: await fixture.searches.suggest(ADMIN, 'tab', 'all', 5) });
    expect(expected).toContain('"text":"table_');
    await fixture.untilNotSearched(ask);
    expect(await ask()).toBe(expected);
    const { name } = await fixture.make('table', { name: 'tab' });
    expect(await ask()).toContain(`"name":"${name}"`);
  });

  it('is given to nobody from whom something is hidden', async () => {
    const q = 'heron';
    await fixture.untilNotSearched(() => textOf({ q }));
    expect(JSON.parse(await textOf({ q }, OWNER))).toMatchObject({ hits: { total: { value: 0 }, hits: [] } });
    expect(JSON.parse(await fixture.searches.suggestText(OWNER, 'tab', { index: 'table', size: 5 }))).toEqual({
      suggestions: [],
    });
  });

  it('is refused as a search is', async () => {
    for (const more of [{ index: 'herons' }, { q: '(' }, { q: 'colour:red', strict: true }]) {
      const [kept, general] = await Promise.allSettled([textOf(more), generalText(more)]);
      expect([kept.status, kept]).toEqual(['rejected', general]);
    }
  });

  it('is searched for each time where it follows from more than the index', async () => {
    const since = { q: 'updatedAt:[now-1h TO *]' };
    const below = { q: 'heron', hierarchy: true };
    const unknown = { q: 'heron extension.colour:red' };
    for (const more of [since, unknown]) for (let n = 0; n < 4; n++) await textOf(more);
    expect(await fixture.isSearched(() => textOf(since))).toBe(true);
    expect(await fixture.isSearched(() => textOf(unknown))).toBe(true);
    expect(JSON.parse(await textOf(below))).toMatchObject({ hierarchy: [] });
    expect(JSON.parse(await textOf(unknown))).toMatchObject({ warnings: [{ field: 'q' }] });
    await fixture.database.query(
      `insert into custom_property (type, name, description, kind, updated_at, updated_by) values ('table', 'colour', '', 'string', 0, 'a')`,
    );
    expect(JSON.parse(await textOf(unknown))).not.toHaveProperty('warnings');
  });
});
