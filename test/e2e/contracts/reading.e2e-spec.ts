import { ContractWorld, unique, type Contract } from './contract-world';

/** The fields of a contract, and those that every entity has. */
const KNOWN = [
  ...['id', 'name', 'displayName', 'fullyQualifiedName', 'description', 'entityStatus', 'entity', 'schema'],
  ...['semantics', 'qualityExpectations', 'sla', 'termsOfUse', 'security', 'inherited', 'latestResult', 'version'],
  ...['updatedAt', 'updatedBy', 'href', 'deleted', 'changeDescription'],
];

const DOCUMENT = {
  description: 'What orders promise',
  entityStatus: 'Active',
  schema: [
    { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
    { name: 'email', dataType: 'VARCHAR' },
  ],
  semantics: [{ name: 'has an owner', description: 'Somebody answers', rule: { '!!': { var: 'owners' } } }],
  sla: {
    refreshFrequency: 'P1D',
    maxLatency: { value: 4, unit: 'hour' },
    availability: 99.5,
    availabilityTime: '09:00',
  },
  termsOfUse: '# Terms\n\nNot for resale.',
  security: {
    dataClassification: 'Confidential',
    policies: [{ accessPolicy: 'read', identities: ['team'], rowFilters: [{ columnName: 'id', values: ['1'] }] }],
  },
  extension: { answer: 42 },
};

const yamlOf = (name: string, entityId: string): string => `
name: ${name}
description: What orders promise
entity: { id: ${entityId}, type: table }
entityStatus: Active
schema:
  - { name: id, dataType: bigint, constraint: PRIMARY_KEY }
  - name: email
    dataType: VARCHAR
semantics:
  - name: has an owner
    description: Somebody answers
    rule: { "!!": { var: owners } }
sla: { refreshFrequency: P1D, maxLatency: { value: 4, unit: hour }, availability: 99.5, availabilityTime: "09:00" }
termsOfUse: |-
  # Terms

  Not for resale.
security:
  dataClassification: Confidential
  policies: [{ accessPolicy: read, identities: [team], rowFilters: [{ columnName: id, values: ["1"] }] }]
extension: { answer: 42 }
`;

describe('contracts are made and read', () => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  const expectDocument = (contract: object): void => {
    const { semantics, ...rest } = DOCUMENT;
    expect(contract).toMatchObject({ ...rest, semantics: [{ ...semantics[0], enabled: true }] });
  };

  it('from JSON: 201, Location, and what was sent comes back', async () => {
    const asset = await world.table();
    const name = unique('c');
    const body = { name, entity: { id: asset.id, type: 'table' }, ...DOCUMENT };
    const answer = await world.client.post<Contract>('/dataContracts', body);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/dataContracts/${answer.body.id}`]);
    expectDocument(answer.body);
    expect(answer.body.fullyQualifiedName).toBe(`${asset.fullyQualifiedName}.dataContract_${name}`);
    expect(answer.body.entity).toMatchObject({
      id: asset.id,
      type: 'table',
      fullyQualifiedName: asset.fullyQualifiedName,
    });
    const again = await world.client.put<Contract>('/dataContracts', body);
    expect([again.status, again.body.version]).toEqual([200, 0.1]);
  });

  it.each(['application/yaml', 'text/yaml', 'application/x-yaml'])('from YAML as %s, the same', async (type) => {
    const asset = await world.table();
    const name = unique('c');
    const headers = { 'content-type': type };
    const answer = await world.client.post<Contract>('/dataContracts', yamlOf(name, asset.id), headers);
    expect(answer.status).toBe(201);
    expectDocument(answer.body);
    const put = await world.client.put<Contract>('/dataContracts', yamlOf(name, asset.id), headers);
    expect([put.status, put.body.version]).toEqual([200, 0.1]);
  });

  it('with a dot in the name, quoted in the FQN', async () => {
    const { id, fullyQualifiedName } = await world.table();
    const made = await world.client.must<Contract>('POST', '/dataContracts', {
      name: 'a.b',
      entity: { id, type: 'table' },
    });
    expect(made.fullyQualifiedName).toBe(`${fullyQualifiedName}."dataContract_a.b"`);
    const path = `/dataContracts/name/${encodeURIComponent(made.fullyQualifiedName)}`;
    expect((await world.client.must<Contract>('GET', path)).id).toBe(made.id);
  });

  it('are Draft unless told, and one per asset', async () => {
    const { id } = await world.table();
    const body = { name: unique('c'), entity: { id, type: 'table' } };
    const made = await world.client.must<Contract>('POST', '/dataContracts', body);
    expect(made.entityStatus).toBe('Draft');
    const second = await world.client.post('/dataContracts', { ...body, name: unique('c') });
    expect(second).toMatchObject({
      status: 409,
      body: {
        errorType: 'CONFLICT',
        message: `A data contract already exists for entity 'table' with ID ${id}`,
      },
    });
    await world.client.must('DELETE', `/dataContracts/${made.id}`);
    expect((await world.client.post('/dataContracts', { ...body, name: unique('c') })).status).toBe(201);
    expect((await world.client.put('/dataContracts/restore', { id: made.id })).status).toBe(409);
  });

  it('a hundred POSTs for one asset at once make one contract', async () => {
    const { id } = await world.table();
    const post = () => world.client.post('/dataContracts', { name: unique('c'), entity: { id, type: 'table' } });
    const answers = await Promise.all(Array.from({ length: 100 }, post));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((s) => s === 201).length, statuses.filter((s) => s === 409).length]).toEqual([1, 99]);
  });

  it('by id, by FQN and by asset it is the same document with the same tag', async () => {
    const made = await world.contract(DOCUMENT);
    const byId = await world.client.get<Contract>(`/dataContracts/${made.id}`);
    const byName = await world.client.get(`/dataContracts/name/${encodeURIComponent(made.fullyQualifiedName)}`);
    const byAsset = await world.client.get(`/dataContracts/entity?entityId=${made.entity.id}&entityType=table`);
    expect([byName.body, byAsset.body]).toEqual([byId.body, byId.body]);
    expect(new Set([byId, byName, byAsset].map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(Object.keys(byId.body).filter((member) => !KNOWN.includes(member))).toEqual([]);
    expect(Object.values(byId.body)).not.toContain(null);
    const known = { 'if-none-match': byAsset.headers.get('etag') ?? '' };
    const path = `/dataContracts/entity?entityId=${made.entity.id}&entityType=table`;
    expect((await world.client.get(path, known)).status).toBe(304);
  });

  it('shows owners, reviewers and extension by request, alone or together', async () => {
    const user = unique('user');
    await world.client.must('POST', '/users', { name: user, email: `${user}@example.com` });
    const people = [{ type: 'user', fullyQualifiedName: user }];
    const { id, entity } = await world.contract({ owners: people, reviewers: people, extension: { a: 1 } });
    const members = async (query: string): Promise<string[]> =>
      Object.keys(await world.client.must<object>('GET', query)).filter((member) =>
        ['owners', 'reviewers', 'extension'].includes(member),
      );
    expect(await members(`/dataContracts/${id}`)).toEqual([]);
    expect(await members(`/dataContracts/${id}?fields=owners`)).toEqual(['owners']);
    expect(await members(`/dataContracts/${id}?fields=extension`)).toEqual(['extension']);
    const all = ['owners', 'reviewers', 'extension'].sort();
    expect((await members(`/dataContracts/${id}?fields=owners,reviewers,extension`)).sort()).toEqual(all);
    const byAsset = `/dataContracts/entity?entityId=${entity.id}&entityType=table&fields=extension,owners,reviewers`;
    expect((await members(byAsset)).sort()).toEqual(all);
    const read = await world.read(id, '?fields=owners');
    expect(read.owners).toEqual([expect.objectContaining({ type: 'user', name: user })]);
    expect((await world.read((await world.contract()).id, '?fields=owners,reviewers')).reviewers).toEqual([]);
  });

  it('include tells live and deleted ones apart', async () => {
    const { id, fullyQualifiedName, entity } = await world.contract();
    await world.client.must('DELETE', `/dataContracts/${id}`);
    const status = async (path: string): Promise<number> => (await world.client.get(path)).status;
    const byName = `/dataContracts/name/${encodeURIComponent(fullyQualifiedName)}`;
    for (const path of [`/dataContracts/${id}`, byName]) {
      expect([
        await status(path),
        await status(`${path}?include=non-deleted`),
        await status(`${path}?include=deleted`),
        await status(`${path}?include=all`),
      ]).toEqual([404, 404, 200, 200]);
    }
    expect(await status(`/dataContracts/entity?entityId=${entity.id}&entityType=table`)).toBe(404);
    expect(await status(`/dataContracts/${id}/results`)).toBe(404);
  });

  it('is listed by status, asset, owner and latest status', async () => {
    const active = await world.contract({ entityStatus: 'Active' });
    await world.push(active.id, 1_700_000_000_000, { contractExecutionStatus: 'Aborted' });
    const ids = async (query: string): Promise<string[]> =>
      (await world.client.must<{ data: Contract[] }>('GET', `/dataContracts?${query}&limit=1000`)).data.map(
        ({ id }) => id,
      );
    const ofAsset = `entity=${active.entity.id}`;
    expect(await ids(ofAsset)).toEqual([active.id]);
    expect(await ids(`${ofAsset}&status=Active`)).toEqual([active.id]);
    expect(await ids(`${ofAsset}&status=Deprecated`)).toEqual([]);
    expect(await ids(`${ofAsset}&latestStatus=Aborted`)).toEqual([active.id]);
    expect(await ids(`${ofAsset}&latestStatus=Success`)).toEqual([]);
    expect(await ids('owner=nobody')).toEqual([]);
  });

  it('takes the way Draft, Active, Deprecated, Active; another way is 400', async () => {
    const { id } = await world.contract();
    const to = async (status: string): Promise<number> =>
      (await world.client.patch(`/dataContracts/${id}`, [{ op: 'replace', path: '/entityStatus', value: status }]))
        .status;
    expect([
      await to('Deprecated'),
      await to('Active'),
      await to('Deprecated'),
      await to('Draft'),
      await to('Active'),
    ]).toEqual([400, 200, 200, 400, 200]);
  });

  it('a document is checked without being stored', async () => {
    const { id } = await world.table();
    const body = { name: unique('c'), entity: { id, type: 'table' }, schema: [{ name: 'id', dataType: 'BIGINT' }] };
    const good = await world.client.post('/dataContracts/validate', body);
    expect([good.status, good.body]).toEqual([200, { valid: true, errors: [] }]);
    const other = { ...body, schema: [{ name: 'id', dataType: 'BOOLEAN' }] };
    expect((await world.client.post('/dataContracts/validate', other)).body).toEqual({
      ...{ valid: true, errors: [] },
      warnings: [{ field: 'schema[0].dataType', message: expect.stringMatching(/^id .*BOOLEAN.*BIGINT/) as string }],
    });
    const bad = await world.client.post('/dataContracts/validate', {
      ...body,
      schema: [{ name: 'nope', dataType: 'BIGINT' }],
      sla: { availability: 200 },
    });
    expect(bad).toMatchObject({ status: 200, body: { valid: false } });
    expect(JSON.stringify(bad.body)).toMatch(/sla\.availability/);
    expect((await world.client.get(`/dataContracts/entity?entityId=${id}&entityType=table`)).status).toBe(404);
  });
});
