import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique } from './identity-world';

interface Told {
  readonly resource: string;
  readonly permissions: readonly { readonly operation: string; readonly access: string; readonly by?: string }[];
}

const VIEWS = ['ExportLineage', 'Search', 'ViewAll', 'ViewBasic'];

describe('what one may do', () => {
  let service: RunningService;
  let admin: RestClient;
  let reader: RestClient;
  const name = unique('reader');
  const policy = unique('policy');
  const schemas = { seen: '', hidden: '' };
  const tables = { own: '', others: '', below: '' };

  const operation = (told: Told, wanted: string) => told.permissions.find((one) => one.operation === wanted);
  const allowed = (told: Told): string[] =>
    told.permissions
      .filter(({ access }) => access === 'allow')
      .map((one) => one.operation)
      .sort();

  const schemaOf = async (table: string): Promise<string> => {
    const found = await admin.must<{ databaseSchema: { fullyQualifiedName: string } }>('GET', `/tables/${table}`);
    return found.databaseSchema.fullyQualifiedName;
  };

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    const role = unique('role');
    const rules = [
      { name: 'hidesTopics', effect: 'deny', operations: ['All'], resources: ['topic'] },
      {
        name: 'hidesOwned',
        effect: 'deny',
        operations: ['ViewAll'],
        resources: ['databaseSchema'],
        condition: '!isOwner() && !noOwner()',
      },
    ];
    await admin.must('POST', '/policies', { name: policy, rules });
    await admin.must('POST', '/roles', { name: role, policies: [policy] });
    reader = await service.client(name, role);
    const keeper = unique('keeper');
    await admin.must('POST', '/users', { name: keeper, email: `${keeper}@example.com` });
    const owners = (user: string) => [{ type: 'user', fullyQualifiedName: user }];
    const base = unique('told');
    await admin.must('POST', '/services/databaseServices', { name: base, serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: base });
    const make = async (path: string, body: object): Promise<string> =>
      (await admin.must<{ id: string }>('POST', path, body)).id;
    const database = `${base}.sales`;
    schemas.seen = await make('/databaseSchemas', { name: 'seen', database });
    schemas.hidden = await make('/databaseSchemas', { name: 'kept', database, owners: owners(keeper) });
    const table = (schema: string, user?: string): Promise<string> =>
      make('/tables', {
        name: unique('t'),
        databaseSchema: `${database}.${schema}`,
        columns: [{ name: 'id', dataType: 'INT' }],
        ...(user && { owners: owners(user) }),
      });
    tables.own = await table('seen', name);
    tables.others = await table('seen', keeper);
    tables.below = await table('kept', name);
  });

  it('is told of every resource, as it is told of each', async () => {
    const { data, paging } = await reader.must<{ data: Told[]; paging: { total: number } }>('GET', '/permissions');
    expect(paging.total).toBe(data.length);
    expect(data.map(({ resource }) => resource)).toEqual(expect.arrayContaining(['table', 'dataContract', 'search']));
    for (const told of data) expect(await reader.must('GET', `/permissions/${told.resource}`)).toEqual(told);
  });

  it('says what holds for all objects, for none, and for some', async () => {
    const table = await reader.must<Told>('GET', '/permissions/table');
    expect(allowed(table)).toEqual(VIEWS);
    expect([operation(table, 'EditAll'), operation(table, 'Create')]).toEqual([
      { operation: 'EditAll', access: 'conditionalAllow' },
      { operation: 'Create', access: 'notAllow' },
    ]);
    const topic = await reader.must<Told>('GET', '/permissions/topic');
    expect(new Set(topic.permissions.map(({ access }) => access))).toEqual(new Set(['deny']));
    const schema = await reader.must<Told>('GET', '/permissions/databaseSchema');
    expect(operation(schema, 'ViewBasic')).toEqual({ operation: 'ViewBasic', access: 'conditionalDeny' });
    const user = await reader.must<Told>('GET', '/permissions/user');
    expect(operation(user, 'EditDescription')).toEqual({ operation: 'EditDescription', access: 'conditionalAllow' });
  });

  it('says it of one entity, by id and by name', async () => {
    const own = await reader.must<Told>('GET', `/permissions/table/${tables.own}`);
    expect(allowed(own)).toEqual(expect.arrayContaining([...VIEWS, 'EditAll', 'Delete']));
    expect(allowed(await reader.must<Told>('GET', `/permissions/table/${tables.others}`))).toEqual(VIEWS);
    const { fullyQualifiedName } = await admin.must<{ fullyQualifiedName: string }>('GET', `/tables/${tables.own}`);
    expect(await reader.must('GET', `/permissions/table/name/${fullyQualifiedName}`)).toEqual(own);
    expect(allowed(await reader.must<Told>('GET', `/permissions/databaseSchema/${schemas.seen}`))).toContain('ViewAll');
  });

  it('tells nothing of what is hidden, as of what does not exist', async () => {
    for (const path of [`databaseSchema/${schemas.hidden}`, `table/${tables.below}`])
      expect((await reader.get(`/permissions/${path}`)).status).toBe(404);
    expect((await reader.get(`/permissions/topic/${tables.own}`)).status).toBe(403);
    expect((await reader.get('/permissions/nothing')).status).toBe(404);
    expect((await reader.get(`/permissions/nothing/${tables.own}`)).status).toBe(404);
    expect((await reader.get('/permissions/table/name/no.such.table')).status).toBe(404);
  });

  it('tells administrators of anybody, and what decided', async () => {
    const topic = await admin.must<Told>('GET', `/permissions/topic?as=${name}`);
    const hidesTopics = { access: 'deny', by: 'rule', rule: 'hidesTopics', policy };
    expect(operation(topic, 'ViewAll')).toEqual({ operation: 'ViewAll', ...hidesTopics });
    const schema = await admin.must<Told>('GET', `/permissions/databaseSchema/${schemas.hidden}?as=${name}`);
    const hidden = { access: 'notAllow', by: 'hidden' };
    expect(operation(schema, 'EditAll')).toEqual({
      operation: 'EditAll',
      ...hidden,
      rule: 'hidesOwned',
      policy,
      condition: '!isOwner() && !noOwner()',
    });
    const below = await admin.must<Told>('GET', `/permissions/table/${tables.below}?as=${name}`);
    expect(operation(below, 'EditAll')).toEqual({ operation: 'EditAll', ...hidden });
    const own = await admin.must<Told>('GET', `/permissions/table/${tables.own}?as=${name}`);
    expect(operation(own, 'EditAll')).toEqual({ operation: 'EditAll', access: 'allow', by: 'owner' });
    const mine = await admin.must<Told>('GET', '/permissions/policy');
    expect(operation(mine, 'EditAll')).toEqual({ operation: 'EditAll', access: 'allow', by: 'administrator' });
  });

  it('tells nobody else of others', async () => {
    const refused = await reader.get<{ message: string }>('/permissions?as=admin');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `Principal ${name} is not allowed: only administrators ask for others`,
    ]);
    expect((await reader.get(`/permissions?as=${name}`)).status).toBe(200);
    expect((await admin.get('/permissions?as=nobody_of_that_name')).status).toBe(404);
  });

  it('tells an owner of others on what it owns, and names policies only to who may view them', async () => {
    const told = await reader.must<Told>('GET', `/permissions/table/${tables.own}?as=admin`);
    expect(operation(told, 'EditAll')).toEqual({ operation: 'EditAll', access: 'allow', by: 'administrator' });
    const steward = unique('steward');
    await service.client(steward, 'DataSteward');
    const byRule = (one: Told) => operation(one, 'EditDescription');
    expect(byRule(await reader.must<Told>('GET', `/permissions/table/${tables.own}?as=${steward}`))).toEqual({
      ...{ operation: 'EditDescription', access: 'allow', by: 'rule' },
      ...{ rule: expect.any(String), policy: 'DataStewardPolicy' },
    });
    const blind = unique('blind');
    const rules = [{ name: 'no', effect: 'deny', operations: ['ViewAll'], resources: ['policy', 'user'] }];
    await admin.must('POST', '/policies', { name: blind, rules });
    await admin.must('POST', '/roles', { name: blind, policies: [blind] });
    const closed = await service.client(blind, blind);
    const { id } = await admin.must<{ id: string }>('GET', `/users/name/${blind}`);
    const patch = [{ op: 'add', path: '/owners', value: [{ id, type: 'user' }] }];
    const own = await admin.must<{ id: string }>('POST', '/tables', {
      ...{ name: unique('t'), databaseSchema: await schemaOf(tables.own), columns: [{ name: 'id', dataType: 'INT' }] },
    });
    await admin.must('PATCH', `/tables/${own.id}`, patch);
    const hidden = await closed.get<{ message: string }>(`/permissions/table/${own.id}?as=${steward}`);
    const unknown = await closed.get<{ message: string }>(`/permissions/table/${own.id}?as=nobody_of_that_name`);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(hidden.body.message.replace(steward, 'nobody_of_that_name')).toBe(unknown.body.message);
  });

  it('tells an owner of the domain, of the next one above the asset that has some', async () => {
    const [owner, domain] = [unique('lead'), unique('domain')];
    const lead = await service.client(owner, 'DataConsumer');
    const path = `/permissions/table/${tables.others}?as=${name}`;
    const refused = await lead.get<{ message: string }>(path);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      `Principal ${owner} is not allowed: only administrators, and owners of the table or of its domain, ask for others`,
    ]);
    const owners = [{ type: 'user', fullyQualifiedName: owner }];
    await admin.must('POST', '/domains', { name: domain, domainType: 'Aggregate', description: 'Sales', owners });
    const { id } = await admin.must<{ id: string }>('GET', `/domains/name/${domain}`);
    const patch = [{ op: 'add', path: '/domains', value: [{ id, type: 'domain' }] }];
    await admin.must('PATCH', `/databaseSchemas/${schemas.seen}`, patch);
    expect(operation(await lead.must<Told>('GET', path), 'EditAll')).toMatchObject({ access: 'notAllow' });
    expect((await lead.get(`/permissions?as=${name}`)).status).toBe(403);
    expect((await lead.get(`/permissions/table?as=${name}`)).status).toBe(403);
    await admin.must('PATCH', `/domains/${id}`, [{ op: 'remove', path: '/owners' }]);
    expect((await lead.get(path)).status).toBe(403);
  });
});
