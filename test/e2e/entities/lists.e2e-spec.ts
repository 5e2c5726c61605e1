import { CatalogWorld, part, unique, type Entity, type Page } from './catalog-world';

const TABLES = 23;
/** The base members of a table, and what shows only when it is there. */
const BASE = [
  'databaseSchema',
  'database',
  'service',
  'serviceType',
  'deleted',
  'fullyQualifiedName',
  'href',
  'id',
  'name',
  'tableType',
  'updatedAt',
  'updatedBy',
  'version',
];

describe('lists over HTTP', () => {
  let world: CatalogWorld;
  let service: string;
  /** Ids in the order of name, then id; every name is there in two schemas. */
  let expected: string[];

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    const schema = await world.schema();
    service = schema.split('.')[0] ?? '';
    await world.client.must('POST', '/databaseSchemas', { name: 'twin', database: `${service}.db` });
    const made: Entity[] = [];
    for (let i = 0; i < TABLES; i++) {
      const name = `t${String(Math.floor(i / 2)).padStart(2, '0')}`;
      made.push(await world.table(i % 2 ? `${service}.db.twin` : schema, name));
    }
    expected = made.sort((a, b) => (a.name + a.id < b.name + b.id ? -1 : 1)).map(({ id }) => id);
  });

  const page = (query: string): Promise<Page> => world.client.must<Page>('GET', `/tables?service=${service}&${query}`);

  async function walk(limit: number): Promise<Page[]> {
    const pages = [await page(`limit=${limit}`)];
    for (let { after } = pages[0]!.paging; after; after = pages.at(-1)!.paging.after)
      pages.push(await page(`limit=${limit}&after=${after}`));
    return pages;
  }

  it('has what the caller owns alone, by itself or by what it lies in, page by page', async () => {
    const user = unique('owner');
    const owner = await world.service.client(user, 'DataConsumer');
    const { id } = await world.client.must<Entity>('GET', `/users/name/${user}`);
    const twin = await world.client.must<Entity>('GET', `/databaseSchemas/name/${service}.db.twin`);
    const owners = { op: 'add', path: '/owners', value: [{ type: 'user', id }] };
    await world.client.must('PATCH', `/databaseSchemas/${twin.id}`, [owners]);
    const first = await owner.must<Page>('GET', '/tables?mine=true&limit=10');
    expect(first.paging.total).toBe(Math.floor(TABLES / 2));
    const rest = await owner.must<Page>('GET', `/tables?mine=true&limit=10&after=${first.paging.after}`);
    const own = [...first.data, ...rest.data].map((one) => one.fullyQualifiedName);
    expect(own).toHaveLength(Math.floor(TABLES / 2));
    expect(own.every((fqn) => fqn.startsWith(`${service}.db.twin.`))).toBe(true);
    expect((await owner.get('/tables?mine=false')).status).toBe(400);
    await world.client.must('PATCH', `/databaseSchemas/${twin.id}`, [{ op: 'remove', path: '/owners' }]);
  });

  it.each([1, 2, 5, 22, 23, 24, 1000])('meets each row once, forward and backward, %i a page', async (limit) => {
    const pages = await walk(limit);
    expect(pages).toHaveLength(Math.ceil(TABLES / limit));
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected);
    expect(pages.every(({ paging }) => paging.total === TABLES)).toBe(true);
    expect(pages[0]!.paging.before).toBeUndefined();
    expect(pages.at(-1)!.paging.after).toBeUndefined();
    const backward = [pages.at(-1)!];
    for (let { before } = backward[0]!.paging; before; before = backward[0]!.paging.before)
      backward.unshift(await page(`limit=${limit}&before=${before}`));
    const ids = backward.flatMap(({ data }) => data.map(({ id }) => id));
    expect(ids).toEqual(expected);
    expect(backward[0]!.paging.before).toBeUndefined();
  });

  it('has cursors that need no encoding, and a page of ten by default', async () => {
    const { data, paging } = await page('');
    expect(data).toHaveLength(10);
    expect(paging.after).toMatch(/^[\w-]+$/);
  });

  it('takes another limit and other fields on the way', async () => {
    const first = await page('limit=3');
    const next = await page(`limit=7&fields=columns&after=${first.paging.after}`);
    expect(next.data.map(({ id }) => id)).toEqual(expected.slice(3, 10));
    expect(next.data[0]).toHaveProperty('columns');
  });

  it('neither repeats nor skips what stays, while others come and go', async () => {
    const schema = await world.schema();
    const [own = ''] = schema.split('.');
    const stay: string[] = [];
    for (const name of ['b', 'd', 'f', 'h', 'j', 'l']) stay.push((await world.table(schema, name)).id);
    const goes = await world.table(schema, 'c');
    const seen: string[] = [];
    let path = `/tables?service=${own}&limit=2`;
    for (let round = 0; ; round++) {
      const { data, paging } = await world.client.must<Page>('GET', path);
      seen.push(...data.map(({ id }) => id));
      if (round === 0) await world.client.must('DELETE', `/tables/${goes.id}?hardDelete=true`);
      await world.table(schema, `a${round}`);
      if (round < 2) await world.table(schema, `k${round}`);
      if (!paging.after) break;
      path = `/tables?service=${own}&limit=2&after=${paging.after}`;
    }
    expect(seen.filter((id) => stay.includes(id))).toEqual(stay);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('limit=0 is the total alone', async () => {
    expect(await page('limit=0')).toEqual({ data: [], paging: { total: TABLES } });
  });

  it('shows the base members, and others by request', async () => {
    const { data } = await page('limit=1');
    expect(Object.keys(data[0]!).filter((member) => !BASE.includes(member))).toEqual([]);
    const asked = await page('limit=1&fields=owners,tags,columns,followers,domains,dataProducts,tableConstraints');
    expect(asked.data[0]).toMatchObject({ owners: [], tags: [], followers: [], domains: [], dataProducts: [] });
    expect(asked.data[0]!.columns).toHaveLength(1);
    const all = await page('limit=1&fields=*');
    expect(Object.keys(all.data[0]!)).toEqual(expect.arrayContaining(['owners', 'tags', 'columns', 'followers']));
    const single = await world.client.must<Entity>('GET', `/tables/${expected[0]}`);
    expect(single.columns).toHaveLength(1);
    expect(single).not.toHaveProperty('owners');
  });

  it('filters by parent, owner, domain and tag; a name of nothing is an empty list', async () => {
    const owner = unique('owner');
    await world.client.must('POST', '/users', { name: owner, email: `${owner}@example.com` });
    const domain = unique('domain');
    await world.client.must('POST', '/domains', { name: domain, domainType: 'Aggregate', description: 'A' });
    const tags = unique('Tags');
    await world.client.must('POST', '/classifications', { name: tags, description: 'A' });
    await world.client.must('POST', '/tags', { name: 'Hot', classification: tags, description: 'A' });
    const schema = await world.schema();
    const { id } = await world.table(schema, 'marked', {
      owners: [{ type: 'user', fullyQualifiedName: owner }],
      domains: [domain],
      tags: [{ tagFQN: `${tags}.Hot`, source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
    });
    const found = async (query: string): Promise<string[]> =>
      (await world.client.must<Page>('GET', `/tables?${query}`)).data.map((table) => table.id);
    const queries = [`owner=${owner}`, `domain=${domain}`, `tag=${tags}.Hot`, `databaseSchema=${part(schema)}`];
    for (const query of queries) expect([query, await found(query)]).toEqual([query, [id]]);
    expect(await found(queries.join('&'))).toEqual([id]);
    const below = await world.client.must<Page>('GET', `/tags?parent=${tags}`);
    expect(below.data.map(({ name }) => name)).toEqual(['Hot']);
    for (const query of ['owner=nobody', 'domain=nowhere', 'tag=No.Tag', 'service=none', 'database=none'])
      expect([query, await found(query)]).toEqual([query, []]);
  });
});
