import type { ColumnListRequest } from '@app/catalog';
import { ADMIN, CatalogFixture, failure, type Document } from '../catalog.fixture';

interface Page {
  readonly data: { name: string; tags?: object[]; profile?: object; children?: object[] }[];
  readonly paging: { total: number; offset: number; limit: number; before?: string; after?: string };
}

describe('the columns of a table', () => {
  let catalog: CatalogFixture;
  let table: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    const columns = Array.from({ length: 23 }, (_, i) => ({ name: `c${22 - i}`, dataType: 'INT' }));
    table = await catalog.make('table', { columns });
  });

  afterAll(() => catalog.close());

  const list = async (
    more: Partial<ColumnListRequest> = {},
    key: { id: string } | { fqn: string } = { id: table.id },
  ) => JSON.parse(await catalog.columns.list(ADMIN, key, { limit: 50, include: 'non-deleted', ...more })) as Page;

  const names = ({ data }: Page): string[] => data.map(({ name }) => name);

  it('come in the order of the table, by id and by name', async () => {
    const page = await list();
    expect(names(page)).toEqual(Array.from({ length: 23 }, (_, i) => `c${22 - i}`));
    expect(page.paging).toEqual({ total: 23, offset: 0, limit: 50 });
    expect(page.data[0]).toMatchObject({ fullyQualifiedName: `${table.fullyQualifiedName}.c22`, tags: [] });
    expect(await list({}, { fqn: table.fullyQualifiedName })).toEqual(page);
  });

  it('are walked forward and backward by cursors, each once', async () => {
    const pages = [await list({ limit: 5 })];
    for (let after; (after = pages.at(-1)?.paging.after);) pages.push(await list({ limit: 5, after }));
    expect(pages.flatMap(names)).toEqual(names(await list()));
    expect(pages).toHaveLength(5);
    const back = [pages.at(-1) as Page];
    for (let before; (before = back.at(-1)?.paging.before);) back.push(await list({ limit: 5, before }));
    expect(back.reverse().flatMap(names)).toEqual(names(await list()));
    expect(back[0]?.paging).not.toHaveProperty('before');
  });

  it('are found at an offset; beyond the last there are none', async () => {
    expect(names(await list({ limit: 2, offset: 20 }))).toEqual(['c2', 'c1']);
    expect(await list({ limit: 2, offset: 90 })).toMatchObject({ data: [], paging: { total: 23 } });
    expect(await list({ limit: 0 })).toMatchObject({ data: [], paging: { total: 23, limit: 0 } });
  });

  it('come with their newest profile where it is asked for', async () => {
    const node = `(select node from entity where id = $1)`;
    for (const [timestamp, columns] of [
      [1_700_000_000_000, [{ name: 'c1', max: 1 }]],
      [1_700_000_000_001, [{ name: 'c1', max: 2 }]],
      [1_700_000_000_002, []],
    ] as const)
      await catalog.database.query(`select put_profile_series(${node}, $2, $3, '[]')`, [
        table.id,
        timestamp,
        JSON.stringify(columns),
      ]);
    const asked = await list({ fields: 'tags,profile' });
    expect(asked.data.filter(({ profile }) => profile)).toMatchObject([{ name: 'c1', profile: { max: 2 } }]);
    expect((await list({ fields: 'tags' })).data.some(({ profile }) => profile)).toBe(false);
  });

  it('are refused under wrong names, places and cursors', async () => {
    const refused = async (more: Partial<ColumnListRequest>): Promise<string> => (await failure(list(more))).message;
    expect(await refused({ fields: 'tags,nonsense' })).toBe('Invalid field name nonsense');
    const { after = '', before = '' } = (await list({ limit: 5, offset: 5 })).paging;
    expect(await refused({ after, before })).toContain('together');
    expect(await refused({ after, offset: 3 })).toContain('together');
    expect(await refused({ before: after })).toContain('is one for after');
    const other = await catalog.make('table');
    expect(await failure(list({ after }, { id: other.id }))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await failure(list({}, { fqn: 'no.such.thing' }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'table instance for no.such.thing not found',
    });
  });
});
