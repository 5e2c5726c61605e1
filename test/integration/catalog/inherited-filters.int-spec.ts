import type { ListRequest } from '@app/catalog';
import { ADMIN, CatalogFixture, typeNamed, type Document } from './catalog.fixture';

interface Page {
  readonly data: (Document & { owners: { id: string }[]; domains: { id: string }[] })[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

/** What each level owns itself: a service, a database of its own, one that inherits, and so on down. */
describe('lists by owner and domain', () => {
  let catalog: CatalogFixture;
  let [one, other]: Document[] = [];
  let domain: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    [one, other] = [await catalog.make('user'), await catalog.make('team')];
    domain = await catalog.make('domain');
    const held = [
      { owners: [one.id], domains: [domain.id] },
      {},
      { owners: [other.id] },
      { owners: [one.id, other.id] },
    ];
    for (const onService of held.slice(0, 2)) {
      const service = (await catalog.make('databaseService', onService)).fullyQualifiedName;
      for (const onDatabase of held.slice(1, 3)) {
        const database = (await catalog.make('database', { service, ...onDatabase })).fullyQualifiedName;
        for (const onSchema of held.slice(1, 3)) {
          const databaseSchema = (await catalog.make('databaseSchema', { database, ...onSchema })).fullyQualifiedName;
          for (const onTable of held.slice(1)) {
            const table = await catalog.make('table', { databaseSchema, ...onTable });
            if (onTable !== held[1]) continue;
            await catalog.make('testCase', { entityLink: `<#E::table::${table.fullyQualifiedName}>` });
          }
        }
      }
    }
  });

  afterAll(() => catalog.close());

  const list = async (type: string, more: Partial<ListRequest>): Promise<Page> => {
    const request: ListRequest = {
      limit: 1_000,
      include: 'non-deleted',
      filters: {},
      fields: 'owners,domains',
      ...more,
    };
    return JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as Page;
  };

  const ids = ({ data }: Page): string[] => data.map(({ id }) => id);

  it.each(['databaseService', 'database', 'databaseSchema', 'table', 'testCase'])(
    'hold exactly those of %s that show it',
    async (type) => {
      const all = await list(type, {});
      for (const [filter, held] of [
        [{ owner: one?.id ?? '' }, one],
        [{ owner: one?.fullyQualifiedName ?? '' }, one],
        [{ owner: other?.fullyQualifiedName ?? '' }, other],
        [{ domain: domain.fullyQualifiedName }, domain],
      ] as [Record<string, string>, Document][]) {
        const shown = all.data.filter(({ owners, domains }) =>
          [...owners, ...domains].some(({ id }) => id === held.id),
        );
        const listed = await list(type, { filters: filter });
        expect(ids(listed)).toEqual(shown.map(({ id }) => id));
        expect(listed.paging.total).toBe(shown.length);
        expect((await list(type, { filters: filter, limit: 0 })).paging.total).toBe(shown.length);
      }
    },
  );

  it('are walked in pages, forward and backward, with the total in each', async () => {
    const filters = { owner: one?.id ?? '' };
    const all = ids(await list('table', { filters }));
    expect(all.length).toBeGreaterThan(4);
    const forward = [await list('table', { filters, limit: 2 })];
    for (let after; (after = forward.at(-1)?.paging.after);)
      forward.push(await list('table', { filters, limit: 2, after }));
    expect(forward.flatMap(ids)).toEqual(all);
    const backward = [forward.at(-1) as Page];
    for (let before; (before = backward.at(-1)?.paging.before);)
      backward.push(await list('table', { filters, limit: 2, before }));
    expect(backward.reverse().flatMap(ids)).toEqual(all);
    expect(new Set([...forward, ...backward].map(({ paging }) => paging.total))).toEqual(new Set([all.length]));
  });

  it('are narrowed by other filters, and read page and total in one statement', async () => {
    const both = { owner: one?.id ?? '', domain: domain.fullyQualifiedName };
    const [table] = (await list('table', { filters: both })).data;
    const databaseSchema = (table?.databaseSchema as Document).fullyQualifiedName;
    const filters = { ...both, databaseSchema };
    const before = catalog.database.statements;
    const found = await list('table', { filters, fields: undefined });
    expect(catalog.database.statements - before).toBe(1);
    const schemas = new Set(found.data.map(({ databaseSchema: schema }) => (schema as Document).fullyQualifiedName));
    expect(schemas).toEqual(new Set([databaseSchema]));
    expect(found.paging.total).toBe(found.data.length);
    expect(ids(found)).toContain(table?.id);
  });

  it('show what is deleted where that is asked for', async () => {
    const filters = { owner: one?.id ?? '' };
    const { data } = await list('table', { filters });
    const gone = data[0] as Document;
    await catalog.remover.remove(ADMIN, typeNamed('table'), { id: gone.id }, { hardDelete: false, recursive: true });
    expect(ids(await list('table', { filters, include: 'deleted' }))).toEqual([gone.id]);
    expect((await list('table', { filters })).paging.total).toBe(data.length - 1);
    expect((await list('table', { filters, include: 'all' })).paging.total).toBe(data.length);
  });
});
