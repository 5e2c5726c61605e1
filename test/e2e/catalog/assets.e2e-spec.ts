import type { RestClient } from '../../support/rest-client';
import { CatalogWorld, part, unique, type Entity } from '../entities/catalog-world';

interface Assets {
  readonly data: readonly { readonly id: string; readonly type: string; readonly name: string }[];
  readonly paging: { readonly total: number; readonly offset: number; readonly limit: number };
}

interface Changed {
  readonly status: string;
  readonly successRequest: readonly { readonly request: string; readonly status: number }[];
  readonly failedRequest: readonly { readonly request: string; readonly status: number; readonly message: string }[];
}

const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';

describe('assets of what holds them together', () => {
  let world: CatalogWorld;
  let consumer: RestClient;
  let tables: readonly Entity[];

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    consumer = await world.service.client(unique('consumer'), 'DataConsumer');
    const schema = await world.schema();
    tables = await Promise.all(['a', 'b', 'c'].map((name) => world.table(schema, name)));
  });

  const make = (path: string, body: object): Promise<Entity> => world.client.must('POST', path, body);
  const put = (path: string, of: Entity, way: string, assets: readonly object[]) =>
    world.client.put<Changed>(`/${path}/${part(of.fullyQualifiedName)}/assets/${way}?refresh=wait_for`, { assets });
  const references = (): object[] => tables.map(({ id }) => ({ id, type: 'table' }));
  const listed = async (path: string, query = ''): Promise<Assets> => consumer.must('GET', `/${path}/assets${query}`);

  async function holders(): Promise<Record<string, Entity>> {
    const classification = unique('K');
    const glossary = unique('G');
    await make('/classifications', { name: classification, description: 'K' });
    await make('/glossaries', { name: glossary, description: 'G' });
    return {
      tags: await make('/tags', { name: 'x.y', classification, description: 'T' }),
      glossaryTerms: await make('/glossaryTerms', { name: 'term', glossary, description: 'T' }),
      domains: await make('/domains', { name: unique('D'), domainType: 'Aggregate', description: 'D' }),
      teams: await make('/teams', { name: unique('T'), teamType: 'Group' }),
    };
  }

  it('are assigned one by one, listed by name page by page, and taken away', async () => {
    for (const [path, holder] of Object.entries(await holders())) {
      const added = await put(path, holder, 'add', references());
      expect([path, added.status, added.body.status]).toEqual([path, 200, 'success']);
      expect(added.body.successRequest.map(({ request }) => request)).toEqual(
        tables.map(({ fullyQualifiedName }) => fullyQualifiedName),
      );
      const byId = await listed(`${path}/${holder.id}`);
      expect(byId.data.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
      expect(byId.data[0]).toMatchObject({ id: tables[0]?.id, type: 'table', deleted: false });
      const byName = await listed(`${path}/name/${part(holder.fullyQualifiedName)}`, '?limit=1&offset=1');
      expect(byName).toEqual({ data: [byId.data[1]], paging: { total: 3, offset: 1, limit: 1 } });
      const schemas = await listed(`${path}/${holder.id}`, '?entityType=databaseSchema,topic');
      const ofTypes = await listed(`${path}/${holder.id}`, '?entityType=topic,table&limit=1');
      expect([schemas.paging.total, ofTypes.paging.total]).toEqual([0, 3]);
      const removed = await put(path, holder, 'remove', references().slice(1));
      expect([path, removed.status]).toEqual([path, 200]);
      expect((await listed(`${path}/${holder.id}`)).data.map(({ name }) => name)).toEqual(['a']);
      expect((await put(path, holder, 'remove', references())).status).toBe(200);
      expect((await listed(`${path}/${holder.id}`)).paging.total).toBe(0);
    }
  });

  it('changes nothing that is so already, and tells of each that was refused', async () => {
    const { tags } = await holders();
    const [first] = references() as [object];
    await put('tags', tags as Entity, 'add', [first]);
    const before = await world.client.must<Entity>('GET', `/tables/${tables[0]?.id}`);
    const again = await put('tags', tags as Entity, 'add', [first, { id: UNKNOWN, type: 'table' }]);
    expect(again.status).toBe(207);
    expect(again.body).toMatchObject({
      status: 'partialSuccess',
      failedRequest: [{ request: UNKNOWN, status: 404 }],
    });
    expect((await world.client.must<Entity>('GET', `/tables/${tables[0]?.id}`)).version).toBe(before.version);
    await put('tags', tags as Entity, 'remove', [first]);
  });

  it('counts what is inherited, labels of columns, owned and offered assets', async () => {
    const { tags, domains } = (await holders()) as { tags: Entity; domains: Entity };
    const name = unique('owner');
    const user = await make('/users', { name, email: `${name}@example.org` });
    const service = unique('svc');
    const body = {
      name: service,
      serviceType: 'Postgres',
      domains: [domains.fullyQualifiedName],
      owners: [{ id: user.id, type: 'user' }],
    };
    await make('/services/databaseServices', body);
    await make('/databases', { name: 'db', service });
    await make('/databaseSchemas', { name: 'public', database: `${service}.db` });
    const columns = [{ name: 'id', dataType: 'BIGINT', tags: [{ tagFQN: tags.fullyQualifiedName }] }];
    const table = await world.table(`${service}.db.public`, 't', { columns });
    const assets = [{ id: table.id, type: 'table' }];
    const product = await make('/dataProducts', {
      name: unique('P'),
      description: 'P',
      domains: [domains.fullyQualifiedName],
    });
    await world.client.must('PUT', `/dataProducts/${product.id}/assets/add?refresh=wait_for`, { assets });
    expect((await listed(`tags/${tags.id}`)).data).toMatchObject([{ id: table.id }]);
    const inDomain = (await listed(`domains/${domains.id}`)).data.map(({ type }) => type).sort();
    expect(inDomain).toEqual(['dataProduct', 'database', 'databaseSchema', 'databaseService', 'table']);
    expect((await listed(`users/${user.id}`, '?limit=0')).paging.total).toBe(4);
    expect((await listed(`dataProducts/${product.id}`)).data).toMatchObject([{ id: table.id }]);
  });

  it('judges each asset by itself', async () => {
    const { domains } = (await holders()) as { domains: Entity };
    const path = `/domains/${domains.id}/assets/add`;
    const refused = await consumer.put<Changed>(path, { assets: references().slice(0, 1) });
    expect([refused.status, refused.body.failedRequest[0]?.status]).toEqual([207, 403]);
    const unchanged = await consumer.put<Changed>(path.replace('/add', '/remove'), {
      assets: references().slice(0, 1),
    });
    expect([unchanged.status, unchanged.body.failedRequest[0]?.status]).toEqual([207, 403]);
  });

  it.each([
    ['GET', '?limit=1001', undefined, 400],
    ['GET', '?offset=9001', undefined, 400],
    ['PUT', '/add', { assets: [{ id: 'x', type: 'table' }] }, 400],
    ['PUT', '/add', { assets: [{ id: UNKNOWN, type: 'nonsense' }] }, 400],
    ['PUT', '/add', { assets: [UNKNOWN] }, 400],
    ['PUT', '/remove', { assets: Array.from({ length: 101 }, () => ({ id: UNKNOWN, type: 'table' })) }, 400],
    ['PUT', '/remove', {}, 400],
  ] as const)('%s assets%s of %j is refused', async (method, more, body, status) => {
    const { teams } = (await holders()) as { teams: Entity };
    const path = `/teams/${teams.id}/assets${more}`;
    const answer = method === 'GET' ? await world.client.get(path) : await world.client.put(path, body);
    expect(answer.status).toBe(status);
  });

  it.each(['tags', 'glossaryTerms', 'domains', 'dataProducts', 'users', 'teams'])(
    'of unknown %s is 404',
    async (path) => {
      expect((await consumer.get(`/${path}/${UNKNOWN}/assets`)).status).toBe(404);
      expect((await consumer.get(`/${path}/name/nothing.x/assets`)).status).toBe(404);
    },
  );
});
