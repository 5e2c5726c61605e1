import { parse } from 'yaml';
import { ProductWorld, PROMISES, type Inheriting } from './product-world';

const YAML = { accept: 'application/yaml' };

describe('contracts are read as YAML', () => {
  let world: ProductWorld;
  let inheriting: Inheriting;
  beforeAll(async () => {
    world = await ProductWorld.shared();
    inheriting = await world.inheriting({ ...PROMISES, termsOfUse: '# Terms\n\nNot for "resale": never.\n' });
  });

  it.each<[string, (at: Inheriting) => string]>([
    ['by id', ({ contract }) => `/dataContracts/${contract.id}`],
    ['by id, with fields', ({ contract }) => `/dataContracts/${contract.id}?fields=owners,extension`],
    ['by id, effective', ({ contract }) => `/dataContracts/${contract.id}?effective=true`],
    ['by FQN', ({ contract }) => `/dataContracts/name/${encodeURIComponent(contract.fullyQualifiedName)}`],
    ['by entity', ({ table }) => `/dataContracts/entity?entityId=${table.id}&entityType=table`],
    ['in a list', () => '/dataContracts?limit=5'],
    ['in all versions', ({ contract }) => `/dataContracts/${contract.id}/versions`],
    ['in one version', ({ contract }) => `/dataContracts/${contract.id}/versions/0.1`],
  ])('%s: the same document', async (_how, path) => {
    const [json, yaml] = [
      await world.client.get(path(inheriting)),
      await world.client.get<string>(path(inheriting), YAML),
    ];
    expect([json.status, yaml.status]).toEqual([200, 200]);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect([json, yaml].map(({ headers }) => headers.get('vary'))).toEqual(Array(2).fill('X-Compatibility, Accept'));
    expect(yaml.body).not.toMatch(/^[{[]/);
    expect(parse(yaml.body)).toEqual(json.body);
  });

  it('in a long list: piece by piece, the same document', async () => {
    for (let i = 0; i < 25; i++) await world.contracts.contract();
    const path = '/dataContracts?limit=1000';
    const [json, yaml] = [await world.client.get(path), await world.client.get<string>(path, YAML)];
    expect((json.body.data as unknown[]).length).toBeGreaterThan(25);
    expect(parse(yaml.body)).toEqual(json.body);
  });

  it('with a tag of its own, which serves for both conditions', async () => {
    const { contract } = inheriting;
    const path = `/dataContracts/${contract.id}`;
    const tagOf = async (headers: Record<string, string>) =>
      (await world.client.get(path, headers)).headers.get('etag');
    const [json, yaml] = [await tagOf({}), await tagOf(YAML)];
    expect(yaml).not.toBe(json);
    const known = { 'if-none-match': yaml ?? '' };
    expect((await world.client.get(path, { ...YAML, ...known })).status).toBe(304);
    expect((await world.client.get(path, known)).status).toBe(200);
    expect((await world.client.get(path, { ...YAML, 'if-none-match': json ?? '' })).status).toBe(200);
    const described = [{ op: 'add', path: '/description', value: 'read as YAML' }];
    expect((await world.client.patch(path, described, { 'if-match': yaml ?? '' })).status).toBe(200);
    expect((await world.client.patch(path, described, { 'if-match': yaml ?? '' })).status).toBe(412);
  });

  it('which can be sent back', async () => {
    const { contract } = await world.inheriting();
    const { body } = await world.client.get<string>(`/dataContracts/${contract.id}`, YAML);
    const put = await world.client.put('/dataContracts', body, { 'content-type': 'application/yaml' });
    expect([put.status, put.body]).toMatchObject([200, { id: contract.id, version: 0.1 }]);
  });

  it('but errors as JSON', async () => {
    const { status, body } = await world.client.get('/dataContracts/00000000-0000-4000-8000-000000000000', YAML);
    expect([status, body]).toMatchObject([404, { code: 404, errorType: 'NOT_FOUND' }]);
  });

  it('effective is true or false, by id and by FQN', async () => {
    const { contract } = inheriting;
    const wrong = await world.client.get(`/dataContracts/${contract.id}?effective=yes`);
    expect([wrong.status, wrong.body]).toMatchObject([400, { details: [{ field: 'effective' }] }]);
    expect((await world.client.get('/tables?effective=true')).status).toBe(400);
  });

  it('answers a conditional read of an effective contract, until the product’s contract changes', async () => {
    const { contract, table } = await world.inheriting();
    const path = `/dataContracts/entity?entityId=${table.id}&entityType=table`;
    const etag = (await world.client.get(path)).headers.get('etag') ?? '';
    expect((await world.client.get(path, { 'if-none-match': etag })).status).toBe(304);
    await world.client.must('PATCH', `/dataContracts/${contract.id}`, [
      { op: 'replace', path: '/termsOfUse', value: 'For everyone.' },
    ]);
    expect((await world.client.get(path, { 'if-none-match': etag })).status).toBe(200);
  });
});
