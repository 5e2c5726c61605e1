import type { ListRequest } from '@app/catalog';
import { ADMIN, CatalogFixture, typeNamed, type Document } from './catalog.fixture';

/** What a single read shows of a table, too. */
const FIELDS = 'columns,owners';
/** Of a shorter page nothing is expected. */
const LIMIT = 101;
/** Three pages, of which the last is read once on the way forth and back. */
const TABLES = 2 * LIMIT + 2;
const PAGES = 5;

interface Page {
  readonly data: Document[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

describe('pages of a list of which one was read before', () => {
  let catalog: CatalogFixture;
  let database: string;
  let schema: string;
  let prepared: () => Promise<number>;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    prepared = async () => {
      const names = `select sum(generic_plans + custom_plans)::int as calls from pg_prepared_statements where name like 'expecting-%'`;
      const [row] = await catalog.database.query<{ calls: number | null }>(names);
      return row?.calls ?? 0;
    };
  });

  afterAll(() => catalog.close());

  beforeEach(async () => {
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    database = (await catalog.make('database', { service })).fullyQualifiedName;
    schema = (await catalog.make('databaseSchema', { database })).fullyQualifiedName;
    const { id } = await catalog.make('table', { name: 't', databaseSchema: schema });
    await catalog.copy(id, 1, TABLES - 1);
  });

  const list = async (more: Partial<ListRequest>, type = 'table'): Promise<Page> => {
    const request: ListRequest = { limit: LIMIT, include: 'non-deleted', filters: { database }, ...more };
    return JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as Page;
  };

  /** All pages, forward and back, each way from its end. */
  async function walk(more: Partial<ListRequest> = {}): Promise<{ forward: Document[]; back: Document[] }> {
    const forward = [await list(more)];
    for (let after; (after = forward.at(-1)?.paging.after);) forward.push(await list({ ...more, after }));
    const back = [forward.at(-1) as Page];
    for (let before; (before = back.at(-1)?.paging.before);) back.push(await list({ ...more, before }));
    const { total } = (forward[0] as Page).paging;
    expect([...forward, ...back].map(({ paging }) => paging.total)).toEqual(
      Array(forward.length + back.length).fill(total),
    );
    return { forward: forward.flatMap(({ data }) => data), back: back.reverse().flatMap(({ data }) => data) };
  }

  const alone = async ({ id }: Document, fields: string | undefined, type = 'table'): Promise<Document> =>
    JSON.parse((await catalog.reader.get(ADMIN, typeNamed(type), { id }, fields, 'all')).json) as Document;

  it.each([undefined, FIELDS])('show what single reads show, to both sides (fields: %s)', async (fields) => {
    const more = fields === undefined ? {} : { fields };
    await list(more);
    const before = await prepared();
    const { forward, back } = await walk(more);
    expect(await prepared()).toBe(before + PAGES);
    expect(forward).toEqual(back);
    expect(new Set(forward.map(({ id }) => id)).size).toBe(TABLES);
    if (fields) expect(forward).toEqual(await Promise.all(forward.map((one) => alone(one, fields))));
  });

  it('show entities above which nothing lies', async () => {
    const { data } = await list({ filters: {} }, 'user');
    expect(data).toEqual(await Promise.all(data.map((one) => alone(one, undefined, 'user'))));
  });

  it('show a parent that was not expected, and each row once', async () => {
    const before = await walk();
    const other = (await catalog.make('databaseSchema', { database })).fullyQualifiedName;
    await catalog.make('table', { name: 't1', databaseSchema: other });
    const { forward, back } = await walk();
    expect(forward).toEqual(back);
    const isOther = ({ databaseSchema }: Document): boolean =>
      (databaseSchema as Document).fullyQualifiedName === other;
    expect(forward.filter((one) => !isOther(one))).toEqual(before.forward);
    expect(forward.filter(isOther)).toHaveLength(1);
  });

  it('show a parent as it is now', async () => {
    const [first] = (await walk()).forward;
    const displayName = 'another "name"';
    await catalog.patch('databaseSchema', schema, { op: 'add', path: '/displayName', value: displayName });
    const { forward } = await walk();
    expect(forward.map(({ databaseSchema }) => (databaseSchema as Document).displayName)).toEqual(
      Array(TABLES).fill(displayName),
    );
    expect(forward[0]).toEqual({ ...first, databaseSchema: { ...(first?.databaseSchema as object), displayName } });
  });

  it('are empty once the parent is gone', async () => {
    await walk();
    const options = { hardDelete: true, recursive: true, precondition: undefined };
    await catalog.remover.remove(ADMIN, typeNamed('databaseSchema'), { fqn: schema }, options);
    expect((await walk()).forward).toEqual([]);
  });
});
