import type { ListRequest } from '@app/catalog';
import { actorOf, ADMIN, CatalogFixture, typeNamed, type Document } from './catalog.fixture';

const TABLE = typeNamed('table');
const LIMIT = 4;
/** Six pages. */
const TABLES = 6 * LIMIT;

interface Page {
  readonly data: Document[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

describe('pages of a list to which nothing referred a few pages ago', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let database: string;
  let schema: string;
  let first: Document;

  beforeEach(async () => {
    catalog = await CatalogFixture.open();
    user = await catalog.make('user');
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    database = (await catalog.make('database', { service })).fullyQualifiedName;
    schema = (await catalog.make('databaseSchema', { database })).fullyQualifiedName;
    first = await catalog.make('table', { name: 't', databaseSchema: schema });
    await catalog.copy(first.id, 1, TABLES - 1);
  });

  afterEach(() => catalog.close());

  const list = async (more: Partial<ListRequest>): Promise<Page> => {
    const request: ListRequest = { limit: LIMIT, include: 'non-deleted', filters: { database }, ...more };
    return JSON.parse(String(await catalog.reader.list(ADMIN, TABLE, request))) as Page;
  };

  /** All pages, forward and back, each way from its end. */
  async function walk(fields: string): Promise<Document[]> {
    const forward = [await list({ fields })];
    for (let after; (after = forward.at(-1)?.paging.after);) forward.push(await list({ fields, after }));
    const back = [forward.at(-1) as Page];
    for (let before; (before = back.at(-1)?.paging.before);) back.push(await list({ fields, before }));
    const data = forward.flatMap((page) => page.data);
    expect(back.reverse().flatMap((page) => page.data)).toEqual(data);
    expect([...forward, ...back].map(({ paging }) => paging.total)).toEqual(Array(12).fill(TABLES));
    return data;
  }

  const alone = async ({ id }: Document, fields: string): Promise<Document> =>
    JSON.parse((await catalog.reader.get(ADMIN, TABLE, { id }, fields, 'all')).json) as Document;

  /** How many pages were asked for in the expectation that nothing refers to them. */
  async function expected(work: () => Promise<unknown>): Promise<number> {
    const sent = jest.spyOn(catalog.database, 'readBytes');
    await work();
    const names = sent.mock.calls.map(([{ name }]) => name);
    sent.mockRestore();
    return names.filter((name) => name.startsWith('unrelated-')).length;
  }

  /** To each side a page beyond another has a statement of its own, the first three of which expect nothing. */
  const LAST_OF_BOTH_SIDES = 5 - 3 + (5 - 3);

  it.each(['*', 'owners,columns', 'owners,votes,columns'])(
    'show what single reads show (fields: %s)',
    async (fields) => {
      expect(await expected(() => walk(fields))).toBe(LAST_OF_BOTH_SIDES);
      expect(await expected(() => walk(fields))).toBe(2 * 5);
      const all = await walk(fields);
      expect(new Set(all.map(({ id }) => id)).size).toBe(TABLES);
      const shown = fields === '*' ? 'owners,votes,columns,testSuite,pipelineObservability,followers' : fields;
      const members = Object.keys(await alone(first, shown));
      const some = all.map((one) => Object.fromEntries(members.map((member) => [member, one[member]])));
      expect(some).toEqual(await Promise.all(all.map((one) => alone(one, shown))));
    },
  );

  it('are not expected where no references are asked for', async () => {
    expect(await expected(() => walk('columns'))).toBe(0);
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
    const before = await walk('*');
    await walk('*');
    await (changes[change] as () => Promise<unknown>)();
    const after = await walk('*');
    const shown = after.find(({ id }) => id === first.id) as Document;
    expect(shown).not.toEqual(before.find(({ id }) => id === first.id));
    expect(shown).toEqual(
      await alone(
        first,
        Object.keys(shown)
          .filter((name) => name in TABLE.attributes || name in TABLE.relations)
          .join(),
      ),
    );
  });

  it('are not expected for a while where something refers to one of them', async () => {
    await walk('*');
    await walk('*');
    await catalog.patch('database', database, ownedBy());
    // One of each statement: of pages beyond another and of those before one; of the first page too few were read.
    expect(await expected(() => walk('*'))).toBe(2);
    expect(await expected(() => walk('*'))).toBe(0);
  });
});
