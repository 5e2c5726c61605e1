import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { CatalogWorld, unique, type Entity, type Page } from '../entities/catalog-world';

const ASKED = { 'x-compatibility': 'openmetadata' };
const OURS = { 'x-compatibility': 'none' };

describe('answers in the shape of the OpenMetadata API', () => {
  let world: CatalogWorld;
  let client: RestClient;
  let table: Entity;
  let schema: string;

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    client = world.client;
    schema = await world.schema();
    table = await world.table(schema, 'orders');
  });

  const read = async (path: string, headers: Record<string, string> = ASKED): Promise<Entity> => {
    const { status, body } = await client.get<Entity>(path, headers);
    expect({ status, path }).toEqual({ status: 200, path });
    return body;
  };

  describe('asked for by the header', () => {
    it('leave out what its clients refuse, in every kind of answer', async () => {
      const path = `/tables/${table.id}`;
      expect(await read(`${path}?fields=*`, {})).toHaveProperty('reviewers');
      expect(await read(`${path}?fields=*`)).not.toHaveProperty('reviewers');
      const page = await read(`/tables?fields=*&databaseSchema=${schema}`);
      expect((page as unknown as Page).data[0]).not.toHaveProperty('reviewers');
      const put = {
        name: 'orders',
        databaseSchema: schema,
        columns: [{ name: 'id', dataType: 'BIGINT' }],
        description: 'd',
      };
      expect((await client.put('/tables', put, ASKED)).body).not.toHaveProperty('reviewers');
      const patched = await client.patch(path, [{ op: 'add', path: '/description', value: 'e' }], ASKED);
      expect(patched.body).toMatchObject({ description: 'e' });
      expect(patched.body).not.toHaveProperty('reviewers');
      const versions = (await read(`${path}/versions`)) as unknown as { versions: object[] };
      expect(versions.versions).toHaveLength(3);
      for (const version of versions.versions) expect(version).not.toHaveProperty('reviewers');
      expect(await read(`${path}/versions/0.1`)).not.toHaveProperty('reviewers');
      const bulk = await client.put<{ results: { entity: object }[] }>('/tables/bulk', { entities: [put] }, ASKED);
      expect(bulk.body.results[0]!.entity).not.toHaveProperty('reviewers');
    });

    it('show members that nobody asked for', async () => {
      const page = (await read(`/tables?databaseSchema=${schema}`)) as unknown as Page;
      expect(page.data[0]!.columns).toEqual([expect.objectContaining({ name: 'id', tags: [] })]);
      const ours = (await read(`/tables?databaseSchema=${schema}`, {})) as unknown as Page;
      expect(ours.data[0]).not.toHaveProperty('columns');
      const policies = (await read('/policies?limit=100')) as unknown as Page;
      expect(policies.data.every(({ rules }) => Array.isArray(rules))).toBe(true);
    });

    it('show a connection with its secrets masked, and keep them when the mask comes back', async () => {
      const name = unique('svc');
      const connection = { config: { type: 'Postgres', username: 'u', authType: { password: 'p' } } };
      const body = { name, serviceType: 'Postgres', connection };
      await client.must('POST', '/services/databaseServices', body);
      const shown = await read(`/services/databaseServices/name/${name}`);
      expect(shown.connection).toEqual({ config: { ...connection.config, authType: { password: '*********' } } });
      const again = await client.put<Entity>(
        '/services/databaseServices',
        { ...body, connection: shown.connection },
        ASKED,
      );
      expect(again.body.version).toBe(shown.version);
    });

    it('leave out deleted of domains and data products', async () => {
      const name = unique('d');
      const domain = await client.post('/domains', { name, domainType: 'Aggregate', description: 'd' }, ASKED);
      expect(domain.status).toBe(201);
      expect(domain.body).not.toHaveProperty('deleted');
      const product = await client.post('/dataProducts', { name, domains: [name], description: 'd' }, ASKED);
      expect(product.body).not.toHaveProperty('deleted');
      expect(await read(`/dataProducts/name/${name}`, {})).toHaveProperty('deleted', false);
    });

    it('skip members of contracts that only OpenMetadata has', async () => {
      const asset = await world.table(schema, unique('agreed'));
      const body = { name: unique('c'), entity: { type: 'table', id: asset.id }, createdBy: 'somebody' };
      const { id } = (await client.post<Entity>('/dataContracts', body, ASKED)).body;
      const shown = await read(`/dataContracts/${id}?fields=createdBy,createdAt,testSuite,contractUpdates`);
      expect(shown).toEqual(await read(`/dataContracts/${id}`));
      expect(shown).not.toHaveProperty('createdBy');
    });

    it('have their own tag, and vary by the header', async () => {
      const path = `/tables/${table.id}?fields=owners,reviewers`;
      const ours = await client.get(path);
      const theirs = await client.get(path, ASKED);
      expect(theirs.headers.get('etag')).not.toBe(ours.headers.get('etag'));
      expect(theirs.headers.get('vary')).toContain('X-Compatibility');
      expect(ours.headers.get('vary')).toContain('X-Compatibility');
      const known = await client.get(path, { ...ASKED, 'if-none-match': theirs.headers.get('etag')! });
      expect(known.status).toBe(304);
      // Each is answered with its own text for the tag of the other one.
      const other = await client.get(path, { ...ASKED, 'if-none-match': ours.headers.get('etag')! });
      expect([other.status, other.body]).toEqual([200, theirs.body]);
      expect((await client.get(path, { 'if-none-match': theirs.headers.get('etag')! })).status).toBe(200);
      const change = [{ op: 'add', path: '/displayName', value: 'Orders' }];
      const based = await client.patch(`/tables/${table.id}`, change, {
        ...ASKED,
        'if-match': theirs.headers.get('etag')!,
      });
      expect(based.status).toBe(200);
    });

    it('are refused where the header names another API', async () => {
      const { status, body } = await client.get('/tables', { 'x-compatibility': 'atlas' });
      expect(status).toBe(400);
      expect(body.message).toBe('X-Compatibility must be one of none, openmetadata; got "atlas"');
    });

    it('errors are as they are', async () => {
      const { status, body } = await client.get('/tables/name/nope', ASKED);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 404, errorType: 'NOT_FOUND' });
    });
  });

  describe('asked for by the setting', () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await RunningService.start({ environment: { COMPATIBILITY: 'openmetadata' }, workers: 0 });
    });
    afterAll(() => service.stop());

    it('are given to those who say nothing', async () => {
      const asking = await service.client();
      const name = unique('d');
      const domain = await asking.post<Entity>('/domains', { name, domainType: 'Aggregate', description: 'd' });
      expect(domain.body).not.toHaveProperty('deleted');
      const { body } = await asking.get(`/domains/name/${name}`, OURS);
      expect(body).toHaveProperty('deleted', false);
    });
  });
});

describe('people, roles and policies', () => {
  it('take members that only other things have in bodies, and show none of them', async () => {
    const { client } = await CatalogWorld.shared();
    const name = unique('u');
    const never = { tags: [], reviewers: [], dataProducts: [], followers: [], extension: { a: 1 }, lifeCycle: {} };
    const user = await client.post('/users', { name, email: `${name}@example.org`, owners: [], ...never });
    expect({ status: user.status, body: user.body }).toMatchObject({ status: 201 });
    for (const member of [...Object.keys(never), 'owners']) expect(user.body).not.toHaveProperty(member);
    const team = await client.post('/teams', { name, teamType: 'Group', ...never });
    for (const member of Object.keys(never)) expect(team.body).not.toHaveProperty(member);
    expect(team.body).toHaveProperty('owners', []);
    expect((await client.get(`/users/name/${name}?fields=owners,tags,reviewers`)).status).toBe(200);
    expect((await client.put(`/users/${String(user.body.id)}/followers`, String(user.body.id))).status).toBe(404);
  });
});
