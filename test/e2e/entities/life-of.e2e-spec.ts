import { CatalogWorld, part, unique, type Entity, type Page } from './catalog-world';

interface Case {
  readonly collection: string;
  readonly type: string;
  /** A create body below parents of its own. */
  readonly body: (world: CatalogWorld) => Promise<Record<string, unknown>>;
  readonly fqn: (body: Record<string, unknown>) => string;
}

const named = (body: Record<string, unknown>): string => String(body.name);

/** A service, an asset with columns, one that may nest, one of a messaging service, a governance type, a person. */
const CASES: readonly Case[] = [
  {
    collection: 'services/databaseServices',
    type: 'databaseService',
    body: async () => ({ name: unique('svc'), serviceType: 'Postgres' }),
    fqn: named,
  },
  {
    collection: 'tables',
    type: 'table',
    body: async (world) => ({
      name: unique('t'),
      databaseSchema: await world.schema(),
      columns: [{ name: 'id', dataType: 'INT' }],
    }),
    fqn: (body) => `${String(body.databaseSchema)}.${named(body)}`,
  },
  {
    collection: 'containers',
    type: 'container',
    body: async ({ client }) => {
      const service = unique('s3');
      await client.must('POST', '/services/storageServices', { name: service, serviceType: 'S3' });
      return { name: unique('c'), service };
    },
    fqn: (body) => `${String(body.service)}.${named(body)}`,
  },
  {
    collection: 'dashboard/datamodels',
    type: 'dashboardDataModel',
    body: async ({ client }) => {
      const service = unique('bi');
      await client.must('POST', '/services/dashboardServices', { name: service, serviceType: 'Superset' });
      return { name: unique('m'), service, dataModelType: 'SupersetDataModel', columns: [] };
    },
    fqn: (body) => `${String(body.service)}.model.${named(body)}`,
  },
  {
    collection: 'glossaries',
    type: 'glossary',
    body: async () => ({ name: unique('words'), description: 'What we mean' }),
    fqn: named,
  },
  {
    collection: 'users',
    type: 'user',
    body: async () => {
      const name = unique('user');
      return { name, email: `${name}@example.com` };
    },
    fqn: named,
  },
];

describe('the life of an entity over HTTP', () => {
  let world: CatalogWorld;
  beforeAll(async () => {
    world = await CatalogWorld.shared();
  });

  describe.each(CASES)('$type', ({ collection, type, body, fqn }) => {
    const made = async (): Promise<[Entity, Record<string, unknown>]> => {
      const sent = await body(world);
      return [await world.client.must<Entity>('POST', `/${collection}`, sent), sent];
    };

    it('is created with 201, Location and ETag, and found where Location says', async () => {
      const sent = await body(world);
      const answer = await world.client.post<Entity>(`/${collection}`, sent);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        name: sent.name,
        fullyQualifiedName: fqn(sent),
        version: 0.1,
        deleted: false,
      });
      expect(answer.headers.get('location')).toBe(`/api/v1/${collection}/${answer.body.id}`);
      expect(answer.headers.get('etag')).toMatch(/^"0\.1-[\w-]+"$/);
      expect(answer.body.href).toBe(`${world.service.baseUrl}/api/v1/${collection}/${answer.body.id}`);
      const found = await fetch(world.service.baseUrl + answer.headers.get('location'), {
        headers: { authorization: `Bearer ${world.client.token}` },
      });
      expect(found.status).toBe(200);
      const again = await world.client.post(`/${collection}`, sent);
      expect(again).toMatchObject({ status: 409, body: { errorType: 'CONFLICT' } });
      expect(again.body.message).toContain(answer.body.id);
    });

    it('is read by id and by name with one body and tag; 304 for who has it', async () => {
      const [{ id, fullyQualifiedName }] = await made();
      const byId = await world.client.get(`/${collection}/${id}`);
      const byName = await world.client.get(`/${collection}/name/${part(fullyQualifiedName)}`);
      expect(byName.body).toEqual(byId.body);
      const etag = byId.headers.get('etag') ?? '';
      expect(byName.headers.get('etag')).toBe(etag);
      const known = await world.client.get(`/${collection}/${id}`, { 'if-none-match': etag });
      expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', etag]);
      const other = await world.client.get(`/${collection}/${id}`, { 'if-none-match': '"0.1-other"' });
      expect(other.status).toBe(200);
      expect((await world.client.get(`/${collection}/${id.toUpperCase()}`)).body).toEqual(byId.body);
    });

    it('answers HEAD as GET without a body, and OPTIONS with Allow', async () => {
      const [{ id }] = await made();
      const head = await world.client.send('HEAD', `/${collection}/${id}`, {});
      const get = await world.client.get(`/${collection}/${id}`);
      expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
      expect((await world.client.send('HEAD', `/${collection}/${crypto.randomUUID()}`, {})).status).toBe(404);
      const options = await world.client.send('OPTIONS', `/${collection}/${id}`, {});
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH']);
      const all = await world.client.send('OPTIONS', `/${collection}`, {});
      expect(all.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST, PUT');
    });

    it('is changed by PUT and PATCH; no change is no version; a stale tag is 412', async () => {
      const [{ id }, sent] = await made();
      const put = await world.client.put<Entity>(`/${collection}`, { ...sent, description: 'second' });
      expect([put.status, put.body.id, put.body.version]).toEqual([200, id, 0.2]);
      expect(put.headers.get('location')).toBeNull();
      const same = await world.client.put<Entity>(`/${collection}`, { ...sent, description: 'second' });
      expect([same.status, same.body.version, same.body.updatedAt]).toEqual([200, 0.2, put.body.updatedAt]);
      const patched = await world.client.patch<Entity>(
        `/${collection}/${id}`,
        [{ op: 'replace', path: '/description', value: 'third' }],
        { 'if-match': put.headers.get('etag') ?? '' },
      );
      expect(patched).toMatchObject({
        status: 200,
        body: {
          version: 0.3,
          changeDescription: {
            previousVersion: 0.2,
            fieldsUpdated: [{ name: 'description', oldValue: 'second', newValue: 'third' }],
          },
        },
      });
      const stale = { 'if-match': put.headers.get('etag') ?? '' };
      const operations = [{ op: 'replace', path: '/description', value: 'lost' }];
      expect((await world.client.patch(`/${collection}/${id}`, operations, stale)).status).toBe(412);
      expect((await world.client.put(`/${collection}`, { ...sent, description: 'lost' }, stale)).status).toBe(412);
      expect((await world.client.delete(`/${collection}/${id}`, stale)).status).toBe(412);
      expect((await world.client.get<Entity>(`/${collection}/${id}`)).body).toMatchObject({
        version: 0.3,
        description: 'third',
      });
    });

    it('keeps its versions', async () => {
      const [{ id }, sent] = await made();
      await world.client.must('PUT', `/${collection}`, { ...sent, description: 'second' });
      const history = await world.client.get<{ entityType: string; versions: Entity[] }>(
        `/${collection}/${id}/versions`,
      );
      expect(Object.keys(history.body).sort()).toEqual(['entityType', 'versions']);
      expect(history.body.entityType).toBe(type);
      expect(history.body.versions.map(({ version }) => version)).toEqual([0.2, 0.1]);
      const first = await world.client.get<Entity>(`/${collection}/${id}/versions/0.1`);
      expect(first.body).toMatchObject({ id, version: 0.1 });
      expect(first.body.description).toBe(sent.description);
    });

    it('is deleted softly with itself as the body, seen by include, and brought back', async () => {
      const [{ id, fullyQualifiedName }, sent] = await made();
      const gone = await world.client.delete<Entity>(`/${collection}/${id}`);
      expect(gone).toMatchObject({ status: 200, body: { id, deleted: true, fullyQualifiedName } });
      const seen = async (include: string): Promise<number> =>
        (await world.client.get(`/${collection}/${id}?include=${include}`)).status;
      expect([await seen('non-deleted'), await seen('deleted'), await seen('all')]).toEqual([404, 200, 200]);
      expect((await world.client.delete(`/${collection}/${id}`)).status).toBe(404);
      expect((await world.client.post(`/${collection}`, sent)).status).toBe(409);
      const back = await world.client.put<Entity>(`/${collection}/restore`, { id });
      expect(back).toMatchObject({ status: 200, body: { id, deleted: false } });
      expect([await seen('non-deleted'), await seen('deleted')]).toEqual([200, 404]);
      const named = await world.client.delete(`/${collection}/name/${part(fullyQualifiedName)}?hardDelete=true`);
      expect(named.status).toBe(200);
      expect(await seen('all')).toBe(404);
      expect((await world.client.post(`/${collection}`, sent)).status).toBe(201);
    });

    it('is listed, also when it is deleted', async () => {
      const [{ id }] = await made();
      const total = async (include: string): Promise<number> =>
        (await world.client.must<Page>('GET', `/${collection}?limit=0&include=${include}`)).paging.total;
      const before = [await total('non-deleted'), await total('deleted'), await total('all')];
      expect(before[0]! + before[1]!).toBe(before[2]);
      await world.client.must('DELETE', `/${collection}/${id}`);
      expect([await total('non-deleted'), await total('deleted'), await total('all')]).toEqual([
        before[0]! - 1,
        before[1]! + 1,
        before[2],
      ]);
      const page = await world.client.must<Page>('GET', `/${collection}?limit=1000&include=deleted`);
      expect(page.data.map((entity) => entity.id)).toContain(id);
    });

    it('replays a POST with the same Idempotency-Key, and refuses the key for another body', async () => {
      const sent = await body(world);
      const key = { 'idempotency-key': unique('key') };
      const first = await world.client.post<Entity>(`/${collection}`, sent, key);
      const again = await world.client.post<Entity>(`/${collection}`, sent, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
      const other = await world.client.post(`/${collection}`, { ...sent, description: 'other' }, key);
      expect(other).toMatchObject({
        status: 409,
        body: { errorType: 'CONFLICT', message: expect.stringMatching(/another body/) as string },
      });
    });
  });
});
