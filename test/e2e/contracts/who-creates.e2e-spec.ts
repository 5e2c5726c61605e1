import { unique } from '../identity/identity-world';
import type { RestAnswer, RestClient } from '../../support/rest-client';
import { ContractWorld, type Asset } from './contract-world';

const RULE = { name: 'has an owner', rule: { '!!': [{ var: 'owners' }] } };
const ODCS = {
  ...{ apiVersion: 'v3.0.2', kind: 'DataContract', id: 'orders', name: 'orders', version: '1.0.0', status: 'active' },
  schema: [
    {
      name: 'object',
      properties: [{ name: 'id', logicalType: 'integer' }],
      quality: [{ type: 'library', rule: 'rowCount', mustBeGreaterThan: 0 }],
    },
  ],
};

/** A way to make a contract; the status of its answer, or of its only row. */
interface Door {
  readonly name: string;
  create(by: RestClient, asset: Asset): Promise<number>;
}

const body = (asset: Asset): object => ({ name: unique('contract'), entity: asset, semantics: [RULE] });
const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;
const odcsPath = (asset: Asset): string =>
  `/dataContracts/odcs?entityType=table&entityId=${asset.id}&objectName=object`;

const DOORS: readonly Door[] = [
  { name: 'POST', create: (by, asset) => statusOf(by.post('/dataContracts', body(asset))) },
  {
    name: 'POST of YAML',
    create: (by, asset) =>
      statusOf(by.post('/dataContracts', JSON.stringify(body(asset)), { 'content-type': 'application/yaml' })),
  },
  { name: 'PUT', create: (by, asset) => statusOf(by.put('/dataContracts', body(asset))) },
  {
    name: 'bulk',
    create: async (by, asset) => {
      const { body: report } = await by.put<{ failedRequest?: { status: number }[]; numberOfRowsPassed: number }>(
        '/dataContracts/bulk',
        [body(asset)],
      );
      return report.numberOfRowsPassed === 1 ? 201 : (report.failedRequest?.[0]?.status ?? 0);
    },
  },
  { name: 'POST of ODCS', create: (by, asset) => statusOf(by.post(odcsPath(asset), ODCS)) },
  { name: 'PUT of ODCS', create: (by, asset) => statusOf(by.put(odcsPath(asset), ODCS)) },
];

describe('the contract of an asset', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  async function person(role?: string): Promise<{ id: string; client: RestClient }> {
    const name = unique('person');
    const client = await world.service.client(name, role ?? 'DataConsumer');
    const { id } = await world.client.must<{ id: string }>('GET', `/users/name/${name}`);
    return { id, client };
  }

  async function table(owners: readonly object[], databaseSchema = world.schema): Promise<Asset> {
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    const { id, fullyQualifiedName } = await world.client.must<Asset>('POST', '/tables', {
      ...{ name: unique('table'), databaseSchema, columns, owners },
    });
    return { id, fullyQualifiedName, type: 'table' } as Asset;
  }

  const owner = ({ id }: { readonly id: string }, type = 'user'): object => ({ id, type });

  describe.each(DOORS)('by $name', ({ create }) => {
    it('is made by the owner of the asset', async () => {
      const ada = await person();
      expect(await create(ada.client, await table([owner(ada)]))).toBe(201);
    });

    it('is made by a data steward', async () => {
      const { client } = await person('DataSteward');
      expect(await create(client, await table([]))).toBe(201);
    });

    it('is not made by others, nor by the owner of another asset', async () => {
      const [ada, bob] = [await person(), await person()];
      await table([owner(bob)]);
      for (const asset of [await table([owner(ada)]), await table([])]) {
        expect(await create(bob.client, asset)).toBe(403);
        expect((await world.client.get(`/dataContracts/entity?entityId=${asset.id}&entityType=table`)).status).toBe(
          404,
        );
      }
    });
  });

  it('is made by a member of the team that owns the schema in which the asset lies', async () => {
    const ada = await person();
    const team = await world.client.must<Asset>('POST', '/teams', {
      ...{ name: unique('team'), teamType: 'Group', users: [ada.id] },
    });
    const [database] = world.schema.split(/\.[^.]*$/);
    const schema = await world.client.must<Asset>('POST', '/databaseSchemas', {
      ...{ name: unique('schema'), database, owners: [owner(team, 'team')] },
    });
    const asset = await table([], schema.fullyQualifiedName);
    expect((await ada.client.post('/dataContracts', body(asset))).status).toBe(201);
  });

  it('is not made by an owner to whom a rule denies it', async () => {
    const name = unique('denial');
    const rule = { name, effect: 'deny', operations: ['Create'], resources: ['dataContract'] };
    await world.client.must('POST', '/policies', { name, rules: [rule] });
    await world.client.must('POST', '/roles', { name, policies: [name] });
    const ada = await person(name);
    expect(await ada.client.post('/dataContracts', body(await table([owner(ada)])))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('operations [Create] on dataContract') as string },
    });
  });

  it('is edited and deleted by a data steward, who may not edit the asset', async () => {
    const { client } = await person('DataSteward');
    const asset = await table([]);
    const { id } = await world.client.must<{ id: string }>('POST', '/dataContracts', body(asset));
    const change = [{ op: 'add', path: '/sla', value: { refreshFrequency: 'P1D' } }];
    expect((await client.patch(`/dataContracts/${id}`, change)).status).toBe(200);
    expect((await client.patch(`/tables/${asset.id}`, [{ op: 'add', path: '/sourceUrl', value: 'x' }])).status).toBe(
      403,
    );
    expect((await client.delete(`/dataContracts/${id}`)).status).toBe(200);
  });

  it('may be told before: the owner may create some, and edit the asset', async () => {
    const ada = await person();
    const { id } = await table([owner(ada)]);
    const accessOf = async (path: string, operation: string): Promise<string | undefined> => {
      const { permissions } = await ada.client.must<{ permissions: { operation: string; access: string }[] }>(
        'GET',
        path,
      );
      return permissions.find((one) => one.operation === operation)?.access;
    };
    expect(await accessOf('/permissions/dataContract', 'Create')).toBe('conditionalAllow');
    expect(await accessOf(`/permissions/table/${id}`, 'EditAll')).toBe('allow');
  });
});
