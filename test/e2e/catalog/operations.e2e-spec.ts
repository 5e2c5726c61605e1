import { CatalogWorld, part, unique, type Entity } from '../entities/catalog-world';
import type { RestClient } from '../../support/rest-client';

interface BulkResult {
  readonly status: string;
  readonly numberOfRowsProcessed: number;
  readonly numberOfRowsPassed: number;
  readonly numberOfRowsFailed: number;
  readonly successRequest: { request: string; status: number }[];
  readonly failedRequest: { request: string; status: number; message: string }[];
}

const COLUMNS = [{ name: 'id', dataType: 'BIGINT' }];

describe('uniform operations of the catalog', () => {
  let world: CatalogWorld;
  let consumer: RestClient;
  let consumerId: string;

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    const name = unique('reader');
    const made = await world.client.must<Entity>('POST', '/users', { name, email: `${name}@example.org` });
    consumerId = made.id;
    consumer = await world.service.client(name);
  });

  describe('followers', () => {
    it('are put by a bare JSON string or an object, and deleted', async () => {
      const table = await world.table(await world.schema(), unique('t'));
      for (const body of [JSON.stringify(consumerId), JSON.stringify({ id: consumerId })]) {
        const put = await consumer.put<Entity>(`/tables/${table.id}/followers`, body);
        expect(put.status).toBe(200);
        expect(put.body).toMatchObject({ followers: [{ id: consumerId, type: 'user' }], version: 0.1 });
      }
      const read = await consumer.get<Entity>(`/tables/${table.id}?fields=followers`);
      expect(read.body.followers).toHaveLength(1);
      const gone = await consumer.delete<Entity>(`/tables/${table.id}/followers/${consumerId}`);
      expect([gone.status, gone.body.followers]).toEqual([200, []]);
    });

    it.each([['"no-uuid"'], ['7'], ['{}'], ['[]'], ['{"id":"x"}'], ['null']])('are not made of %s', async (body) => {
      const table = await world.table(await world.schema(), unique('t'));
      const { status, body: answer } = await consumer.put(`/tables/${table.id}/followers`, body);
      expect([status, answer.errorType]).toEqual([400, 'BAD_REQUEST']);
    });

    it('others are followers by EditAll alone', async () => {
      const table = await world.table(await world.schema(), unique('t'));
      const name = unique('other');
      const other = await world.client.must<Entity>('POST', '/users', { name, email: `${name}@example.org` });
      const refused = await consumer.put(`/tables/${table.id}/followers`, JSON.stringify(other.id));
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain('is not allowed: operations [EditAll] on table');
      expect((await world.client.put(`/tables/${table.id}/followers`, JSON.stringify(other.id))).status).toBe(200);
    });
  });

  describe('votes', () => {
    it('are read by fields=votes, and are refused in other words', async () => {
      const table = await world.table(await world.schema(), unique('t'));
      const voted = await consumer.put<Entity>(`/tables/${table.id}/vote`, { updatedVoteType: 'votedUp' });
      expect(voted.status).toBe(200);
      const { body } = await consumer.get<Entity>(`/tables/${table.id}?fields=votes`);
      expect(body.votes).toMatchObject({ upVotes: 1, downVotes: 0, upVoters: [{ id: consumerId }], downVoters: [] });
      expect(body.version).toBe(0.1);
      for (const wrong of [{ updatedVoteType: 'up' }, {}, { updatedVoteType: 'votedUp', more: 1 }, 'votedUp'])
        expect((await consumer.put(`/tables/${table.id}/vote`, JSON.stringify(wrong))).status).toBe(400);
    });

    it('change the ETag, so that a reader does not keep what was', async () => {
      const table = await world.table(await world.schema(), unique('t'));
      const path = `/tables/${table.id}?fields=votes`;
      const etag = (await consumer.get(path)).headers.get('etag') ?? '';
      await consumer.put(`/tables/${table.id}/vote`, { updatedVoteType: 'votedDown' });
      expect((await consumer.get(path, { 'if-none-match': etag })).status).toBe(200);
    });

    it('are not there for types that nobody votes on', async () => {
      const user = await consumer.put(`/users/${consumerId}/vote`, { updatedVoteType: 'votedUp' });
      expect(user.status).toBe(404);
    });
  });

  describe('bulk', () => {
    it('answers one outcome each, 200 where all passed and 207 where some failed', async () => {
      const databaseSchema = await world.schema();
      const body = (name: string, more = {}): object => ({ name, databaseSchema, columns: COLUMNS, ...more });
      const passed = await world.client.put<{ results: { status: number; entity: Entity }[] }>('/tables/bulk', {
        entities: [body('a'), body('b')],
      });
      expect(passed.status).toBe(200);
      expect(passed.body.results.map(({ status }) => status)).toEqual([201, 201]);
      expect(passed.body.results[1]?.entity).toMatchObject({ name: 'b', version: 0.1, deleted: false });
      const mixed = await world.client.put<{ results: { status: number; error?: object }[] }>('/tables/bulk', {
        entities: [body('a'), body('c', { owners: ['nobody'] }), body('d', { bad: 1 }), body('e')],
      });
      expect(mixed.status).toBe(207);
      expect(mixed.body.results.map(({ status }) => status)).toEqual([200, 404, 400, 201]);
      expect(mixed.body.results[2]?.error).toMatchObject({
        code: 400,
        errorType: 'BAD_REQUEST',
        details: [{ field: 'bad' }],
      });
    });

    it('answers clients that send an array in the form that they read', async () => {
      const databaseSchema = await world.schema();
      const rows = ['a', 'b'].map((name) => ({ name, databaseSchema, columns: COLUMNS }));
      const bad = { name: 'c', databaseSchema: 'no.such.schema', columns: COLUMNS };
      const { status, body } = await world.client.put<BulkResult>('/tables/bulk?async=false', [...rows, bad]);
      expect(status).toBe(207);
      expect(body).toMatchObject({
        status: 'partialSuccess',
        numberOfRowsProcessed: 3,
        numberOfRowsPassed: 2,
        numberOfRowsFailed: 1,
        successRequest: [{ request: `${databaseSchema}.a`, status: 201 }, { status: 201 }],
        failedRequest: [{ request: 'c', status: 404, message: 'databaseSchema instance for no.such.schema not found' }],
      });
      const again = await world.client.put<BulkResult>('/tables/bulk?async=false', rows);
      expect(again.status).toBe(200);
      expect(again.body.successRequest.map((row) => row.status)).toEqual([200, 200]);
      expect(await world.client.get(`/tables/name/${part(`${databaseSchema}.b`)}`)).toMatchObject({ status: 200 });
    });

    it('refuses more than 1,000 and stores nothing; takes a body over the general limit', async () => {
      const databaseSchema = await world.schema();
      const rows = Array.from({ length: 1_001 }, (_, i) => ({ name: `t${i}`, databaseSchema, columns: COLUMNS }));
      expect((await world.client.put('/tables/bulk', { entities: rows })).status).toBe(400);
      const list = await world.client.get(`/tables?limit=0&databaseSchema=${databaseSchema}`);
      expect(list.body).toMatchObject({ paging: { total: 0 } });
      const large = rows.slice(0, 12).map((row) => ({ ...row, schemaDefinition: 'x'.repeat(1024 * 1024) }));
      expect((await world.client.put('/tables/bulk', { entities: large })).status).toBe(200);
    });

    it.each([[{}], [{ entities: 7 }], [{ entities: [], more: 1 }], ['text'], [null]])('is no %j', async (body) => {
      expect((await world.client.put('/tables/bulk', JSON.stringify(body))).status).toBe(400);
    });

    it('is refused as a whole to those who could write nothing', async () => {
      expect((await consumer.put('/roles/bulk', [])).status).toBe(403);
      expect((await world.client.put('/tables/bulk?wrong=1', [])).status).toBe(400);
    });
  });

  describe('assets of data products', () => {
    it('are added and removed by name, under either path', async () => {
      const domain = await world.client.must<Entity>('POST', '/domains', {
        name: unique('d.x'),
        domainType: 'Aggregate',
        description: 'D',
      });
      const name = unique('p.x');
      const body = { name, description: 'P', domains: [domain.fullyQualifiedName] };
      const product = await world.client.must<Entity>('POST', '/dataProducts', body);
      const table = await world.table(await world.schema(), unique('t'));
      const assets = [{ id: table.id, type: 'table' }];
      const path = `/dataProducts/${part(product.fullyQualifiedName)}/assets`;
      const added = await world.client.put<BulkResult>(`${path}/add`, { assets });
      expect([added.status, added.body.numberOfRowsPassed]).toEqual([200, 1]);
      const read = (): Promise<Entity> => world.client.must('GET', `/dataProducts/${product.id}?fields=assets`);
      expect(await read()).toMatchObject({ assets: [{ id: table.id }], version: 0.2 });
      const byName = `/dataProducts/name/${part(product.fullyQualifiedName)}/assets/remove`;
      expect((await world.client.put(byName, { assets })).status).toBe(200);
      expect(await read()).toMatchObject({ assets: [], version: 0.3 });
      expect((await world.client.put(`/dataProducts/${product.id}/assets/add`, { assets })).status).toBe(200);
      expect((await world.client.put(`${path}/add`, { things: [] })).status).toBe(400);
      expect((await consumer.put(`${path}/add`, { assets })).status).toBe(403);
      expect((await world.client.put('/dataProducts/nothing/assets/add', { assets })).status).toBe(404);
    });
  });

  describe('ports of data products', () => {
    it('are added, listed and removed, under every path; clients in the mode of the reference see none among the fields', async () => {
      const name = unique('d');
      await world.client.must('POST', '/domains', { name, domainType: 'Aggregate', description: 'D' });
      const body = { name: unique('p.x'), description: 'P', domains: [name] };
      const { id, fullyQualifiedName } = await world.client.must<Entity>('POST', '/dataProducts', body);
      const [input, output] = [
        await world.table(await world.schema(), unique('t')),
        await world.table(await world.schema(), unique('t')),
      ];
      const refer = ({ id: of }: Entity) => ({ assets: [{ id: of, type: 'table' }] });
      const [byId, byFqn, byName] = [id, part(fullyQualifiedName), `name/${part(fullyQualifiedName)}`].map(
        (key) => `/dataProducts/${key}`,
      );
      const added = await world.client.put<BulkResult>(`${byFqn}/inputPorts/add`, { ...refer(input), dryRun: false });
      expect([added.status, added.body.numberOfRowsPassed]).toEqual([200, 1]);
      expect((await world.client.put(`${byName}/outputPorts/add`, refer(output))).status).toBe(400);
      expect((await world.client.put(`${byId}/assets/add`, refer(output))).status).toBe(200);
      expect((await world.client.put(`${byName}/outputPorts/add`, refer(output))).status).toBe(200);
      for (const [list, one] of [
        ['inputPorts', input],
        ['outputPorts', output],
      ] as const) {
        const page = { data: [{ id: one.id, type: 'table' }], paging: { total: 1, offset: 0, limit: 10 } };
        for (const key of [byId, byName]) expect(await consumer.must('GET', `${key}/${list}`)).toMatchObject(page);
        const read = `${byId}?fields=${list}`;
        expect(await consumer.must('GET', read)).toMatchObject({ [list]: page.data });
        const theirs = await consumer.get(read, { 'x-compatibility': 'openmetadata' });
        expect([theirs.status, theirs.body]).toEqual([200, expect.not.objectContaining({ [list]: expect.anything() })]);
        expect((await consumer.put(`${byId}/${list}/add`, refer(one))).status).toBe(403);
        for (const wrong of [
          { ...refer(one), dryRun: true },
          { things: [] },
          { assets: [{ id: one.id, type: 'user' }] },
        ])
          expect((await world.client.put(`${byFqn}/${list}/add`, wrong)).status).toBe(400);
        for (const wrong of ['limit=1001', 'offset=-1', 'fields=x'])
          expect((await consumer.get(`${byId}/${list}?${wrong}`)).status).toBe(400);
        expect((await world.client.put(`/dataProducts/nothing/${list}/add`, refer(one))).status).toBe(404);
        expect((await world.client.get(`/dataProducts/name/nothing/${list}`)).status).toBe(404);
        for (const key of [byFqn, byName])
          expect((await world.client.put(`${key}/${list}/remove`, refer(one))).status).toBe(200);
        expect(await consumer.must('GET', `${byId}/${list}`)).toMatchObject({ data: [], paging: { total: 0 } });
      }
    });
  });

  describe('columns', () => {
    it('are listed by name and id, page by page', async () => {
      const databaseSchema = await world.schema();
      const columns = Array.from({ length: 60 }, (_, i) => ({ name: `c${i}`, dataType: 'INT' }));
      const table = await world.table(databaseSchema, unique('t.x'), { columns });
      const first = await consumer.get<{ data: Entity[]; paging: { total: number; after: string } }>(
        `/tables/name/${part(table.fullyQualifiedName)}/columns?fields=tags,profile`,
      );
      expect(first.body.data).toHaveLength(50);
      expect(first.body.paging.total).toBe(60);
      const rest = await consumer.get<{ data: Entity[] }>(
        `/tables/name/${part(table.fullyQualifiedName)}/columns?after=${first.body.paging.after}`,
      );
      expect(rest.body.data.map(({ name }) => name)).toEqual(columns.slice(50).map(({ name }) => name));
      const byId = await consumer.get<{ data: Entity[] }>(`/tables/${table.id}/columns?limit=2&offset=1`);
      expect(byId.body.data.map(({ name }) => name)).toEqual(['c1', 'c2']);
      for (const wrong of ['limit=1001', 'offset=-1', 'fields=x', 'after=x', 'nonsense=1'])
        expect((await consumer.get(`/tables/${table.id}/columns?${wrong}`)).status).toBe(400);
    });
  });

  describe('owners from above, tags that exclude each other', () => {
    it('are shown by request, in lists too, and survive what an SDK does: read, patch, put', async () => {
      const databaseSchema = await world.schema();
      const service = databaseSchema.split('.')[0] as string;
      const owners = [{ op: 'add', path: '/owners', value: [{ id: consumerId, type: 'user' }] }];
      await world.client.must('PATCH', `/services/databaseServices/name/${service}`, owners);
      const table = await world.table(databaseSchema, unique('t'));
      const inherited = { owners: [{ id: consumerId, inherited: true }] };
      expect(table).toMatchObject(inherited);
      const list = await consumer.get<{ data: Entity[] }>(`/tables?databaseSchema=${databaseSchema}&fields=owners`);
      expect(list.body.data).toMatchObject([inherited]);
      // The owner of the service may change the table.
      const patch = [{ op: 'add', path: '/displayName', value: 'Mine' }];
      const patched = await consumer.patch<Entity>(`/tables/${table.id}`, patch);
      expect([patched.status, patched.body.version]).toEqual([200, 0.2]);
      expect(patched.body).toMatchObject(inherited);
    });

    it('400 names both tags', async () => {
      const classification = unique('PII');
      const of = { name: classification, description: 'C', mutuallyExclusive: true };
      await world.client.must('POST', '/classifications', of);
      for (const name of ['A', 'B'])
        await world.client.must('POST', '/tags', { name, classification, description: name });
      const tags = ['A', 'B'].map((name) => ({ tagFQN: `${classification}.${name}` }));
      const body = { name: unique('t'), databaseSchema: await world.schema(), columns: COLUMNS, tags };
      const refused = await world.client.post('/tables', body);
      expect(refused.status).toBe(400);
      expect(refused.body.message).toContain(`${classification}.A and ${classification}.B`);
    });

    it('domains are listed by root=true', async () => {
      const parent = unique('d');
      const domain = { domainType: 'Aggregate', description: 'D' };
      await world.client.must('POST', '/domains', { ...domain, name: parent });
      await world.client.must('POST', '/domains', { ...domain, name: unique('sub'), parent });
      const roots = await world.client.get<{ data: Entity[] }>('/domains?root=true&limit=1000');
      expect(roots.body.data.filter(({ fullyQualifiedName }) => fullyQualifiedName.startsWith(parent))).toHaveLength(1);
      expect((await world.client.get('/domains?root=maybe')).status).toBe(400);
      expect((await world.client.get('/tables?root=true')).status).toBe(400);
    });
  });

  it('what ships cannot be deleted, what gives permissions is for administrators', async () => {
    const role = await world.client.delete('/roles/name/DataConsumer?hardDelete=true&recursive=true');
    expect([role.status, role.body.errorType]).toEqual([400, 'BAD_REQUEST']);
    const name = unique('team');
    const owners = [{ id: consumerId, type: 'user' }];
    const team = await world.client.must<Entity>('POST', '/teams', { name, teamType: 'Group', owners });
    const admin = await world.client.must<Entity>('GET', '/roles/name/Admin');
    const patch = [{ op: 'add', path: '/defaultRoles', value: [{ id: admin.id, type: 'role' }] }];
    const refused = await consumer.patch(`/teams/${team.id}`, patch);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('is not allowed: operations [EditAll] on team');
  });
});
