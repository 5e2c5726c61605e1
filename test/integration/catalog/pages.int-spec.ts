import type { ListRequest } from '@app/catalog';
import { actorOf, ADMIN, CatalogFixture, typeNamed, type Document } from './catalog.fixture';

const TABLE = typeNamed('table');
/** References come with a page of the first, and are read behind one of the second. */
const LIMITS = [40, 101];
/** Three pages of the longer limit. */
const TABLES = 2 * 101 + 2;

interface Page {
  readonly data: Document[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

describe('pages of a list', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let database: string;
  let schema: string;
  let first: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    user = await catalog.make('user');
  });

  afterAll(() => catalog.close());

  beforeEach(async () => {
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    database = (await catalog.make('database', { service })).fullyQualifiedName;
    schema = (await catalog.make('databaseSchema', { database })).fullyQualifiedName;
    first = await catalog.make('table', { name: 't', databaseSchema: schema });
    await catalog.copy(first.id, 1, TABLES - 1);
  });

  const list = async (more: Partial<ListRequest>, type = 'table'): Promise<Page> => {
    const request: ListRequest = { limit: 101, include: 'non-deleted', filters: { database }, ...more };
    return JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as Page;
  };

  /** All pages: the rows of the way forward, which those of the way back are equal to. */
  async function walk(more: Partial<ListRequest> = {}): Promise<Document[]> {
    const forward = [await list(more)];
    for (let after; (after = forward.at(-1)?.paging.after);) forward.push(await list({ ...more, after }));
    const back = [forward.at(-1) as Page];
    for (let before; (before = back.at(-1)?.paging.before);) back.push(await list({ ...more, before }));
    const data = forward.flatMap((page) => page.data);
    expect(back.reverse().flatMap((page) => page.data)).toEqual(data);
    expect(new Set([...forward, ...back].map(({ paging }) => paging.total))).toEqual(new Set([data.length]));
    return data;
  }

  const alone = async ({ id }: Document, fields?: string, type = 'table'): Promise<Document> =>
    JSON.parse((await catalog.reader.get(ADMIN, typeNamed(type), { id }, fields, 'all')).json) as Document;

  it.each(LIMITS)('show what single reads show, to both sides (limit %d)', async (limit) => {
    const fields = 'columns,owners,votes';
    const all = await walk({ limit, fields });
    expect(new Set(all.map(({ id }) => id)).size).toBe(TABLES);
    expect(all).toEqual(await Promise.all(all.map((one) => alone(one, fields))));
  });

  it('show entities above which nothing lies', async () => {
    const { data } = await list({ filters: {} }, 'user');
    expect(data).toEqual(await Promise.all(data.map((one) => alone(one, undefined, 'user'))));
  });

  it('show a parent as it is now, and each row of another one once', async () => {
    const before = await walk();
    const displayName = 'another "name"';
    await catalog.patch('databaseSchema', schema, { op: 'add', path: '/displayName', value: displayName });
    const other = (await catalog.make('databaseSchema', { database })).fullyQualifiedName;
    await catalog.make('table', { name: 't1', databaseSchema: other });
    const shown = (one: Document): object => one.databaseSchema as object;
    const isOther = (one: Document): boolean => (one.databaseSchema as Document).fullyQualifiedName === other;
    const all = await walk();
    expect(all.filter(isOther)).toHaveLength(1);
    expect(all.filter((one) => !isOther(one))).toEqual(
      before.map((one) => ({ ...one, databaseSchema: { ...shown(one), displayName } })),
    );
  });

  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'an owner': () => catalog.patch('table', first.fullyQualifiedName, ownedBy()),
    'an owner of its schema': () => catalog.patch('databaseSchema', schema, ownedBy()),
    'an owner of its database': () => catalog.patch('database', database, ownedBy()),
    'a follower': () => catalog.followers.follow(ADMIN, TABLE, first.id, user.id),
    'a vote': () => catalog.votes.vote(actorOf(user), TABLE, first.id, 'votedUp'),
    'a suite of tests': () => catalog.make('testSuite', { basicEntityReference: first.fullyQualifiedName }),
    'a pipeline that processes it': async () => {
      const { id } = await catalog.make('pipeline');
      await catalog.database.query(
        `insert into pipeline_observability (asset, pipeline, body)
         select t.node, p.node, '{}' from entity t, entity p where t.id = $1 and p.id = $2`,
        [first.id, id],
      );
    },
  };

  const ownedBy = (): object => ({ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] });

  it.each(Object.keys(changes))('show what refers to a table by now: %s', async (change) => {
    const page = async (): Promise<Document> => (await list({ limit: 4, fields: '*' })).data[0] as Document;
    const before = await page();
    await (changes[change] as () => Promise<unknown>)();
    const after = await page();
    expect(after).not.toEqual(before);
    const fields = Object.keys(after).filter((name) => name in TABLE.attributes || name in TABLE.relations);
    expect(after).toEqual(await alone(first, fields.join()));
  });

  it.each([1_000, TABLES, TABLES - 1])('are whole, whatever the sizes of their documents (limit %d)', async (limit) => {
    // Some of them larger than their share of a page of 1,000, which is 16 KiB; all of them together are smaller than a page.
    await catalog.database.query(
      `update entity set details = details || jsonb_build_object('description2', repeat('x', 200 * (node % 300)::int)),
              body = body || jsonb_build_object('description', repeat('ü', (node % 97)::int * 100))
        where parent = (select parent from entity where id = $1)`,
      [first.id],
    );
    const all = await walk({ limit, fields: 'columns,owners' });
    expect(all).toHaveLength(TABLES);
    expect(all).toEqual(await Promise.all(all.map((one) => alone(one, 'columns,owners'))));
  });

  it('are empty once the parent is gone', async () => {
    await walk();
    const options = { hardDelete: true, recursive: true, precondition: undefined };
    await catalog.remover.remove(ADMIN, typeNamed('databaseSchema'), { fqn: schema }, options);
    expect(await walk()).toEqual([]);
  });
});
