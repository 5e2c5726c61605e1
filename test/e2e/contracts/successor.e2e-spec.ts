import { ContractWorld, unique, type Contract } from './contract-world';

const OPENMETADATA = { 'x-compatibility': 'openmetadata' };
const NOBODY = '00000000-0000-4000-8000-000000000000';
const ref = ({ id }: { readonly id: string }) => ({ type: 'dataContract', id });

describe('the successor of a contract', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  const setTo = ({ id }: Contract, value: object) =>
    world.client.patch<Contract>(`/dataContracts/${id}`, [{ op: 'add', path: '/successor', value }]);

  it('is set by id or name, shown in each read and in lifecycle, and absent where there is none', async () => {
    const [next, contract] = [await world.contract(), await world.contract()];
    expect(await world.read(contract.id, '?fields=*')).not.toHaveProperty('successor');
    const { fullyQualifiedName } = next;
    const changed = await setTo(contract, { type: 'dataContract', fullyQualifiedName });
    expect(changed).toMatchObject({ status: 200, body: { version: 0.2, successor: { id: next.id, deleted: false } } });
    const read = await world.read(contract.id, '?fields=lifecycle');
    expect(read).toMatchObject({
      successor: { id: next.id },
      lifecycle: { state: 'draft', successor: { id: next.id } },
    });
    const { data } = await world.client.must<{ data: Contract[] }>(
      'GET',
      `/dataContracts?entity=${contract.entity.id}`,
    );
    expect(data[0]).toMatchObject({ successor: { id: next.id, fullyQualifiedName } });
    const diff = await world.client.must('GET', `/dataContracts/${contract.id}/diff`);
    expect(diff).toMatchObject({ compatible: true, changes: [{ path: 'successor', compatibility: 'info' }] });
  });

  it('is refused where it is the contract, leads back to it, is no contract, or is not there', async () => {
    const [a, b, c] = [await world.contract(), await world.contract(), await world.contract()];
    const table = await world.table();
    expect(await setTo(a, ref(a))).toMatchObject({ status: 400, body: { details: [{ field: 'successor' }] } });
    expect((await setTo(a, ref(b))).status).toBe(200);
    expect((await setTo(b, ref(c))).status).toBe(200);
    expect(await setTo(c, ref(a))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('leads back') },
    });
    expect((await setTo(c, { type: 'dataContract', id: NOBODY })).status).toBe(404);
    expect((await setTo(c, { type: 'table', id: table.id })).status).toBe(400);
    const body = {
      name: unique('c'),
      entity: { id: table.id, type: 'table' },
      successor: { type: 'dataContract', id: NOBODY },
    };
    expect((await world.client.post('/dataContracts', body)).status).toBe(404);
  });

  it('cannot be a circle by two changes at once', async () => {
    const [a, b] = [await world.contract(), await world.contract()];
    const answers = await Promise.all([setTo(a, ref(b)), setTo(b, ref(a))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('stays as a deleted reference, also through a change of something else', async () => {
    const [next, contract] = [await world.contract(), await world.contract()];
    await setTo(contract, ref(next));
    await world.client.must('DELETE', `/dataContracts/${next.id}`);
    expect(await world.read(contract.id)).toMatchObject({ successor: { id: next.id, deleted: true } });
    const change = [{ op: 'add', path: '/description', value: 'x' }];
    const changed = await world.client.patch(`/dataContracts/${contract.id}`, change);
    expect(changed).toMatchObject({ status: 200, body: { successor: { id: next.id, deleted: true } } });
    await world.client.must('DELETE', `/dataContracts/${next.id}?hardDelete=true`);
    expect(await world.read(contract.id)).not.toHaveProperty('successor');
  });

  it('is left out for clients of OpenMetadata, and kept by their PATCH and PUT', async () => {
    const [next, contract] = [await world.contract(), await world.contract()];
    await setTo(contract, ref(next));
    const shown = await world.client.get(`/dataContracts/${contract.id}?fields=*`, OPENMETADATA);
    expect(shown.body).not.toHaveProperty('successor');
    const change = [{ op: 'add', path: '/description', value: 'theirs' }];
    expect((await world.client.patch(`/dataContracts/${contract.id}`, change, OPENMETADATA)).status).toBe(200);
    expect(await world.read(contract.id)).toMatchObject({ description: 'theirs', successor: { id: next.id } });
    const body = { name: contract.name, entity: contract.entity, description: 'put' };
    expect((await world.client.put('/dataContracts', body, OPENMETADATA)).status).toBe(200);
    expect(await world.read(contract.id)).toMatchObject({ description: 'put', successor: { id: next.id } });
  });

  it('goes out and comes in as a custom property of ODCS, and one that is not there is reported', async () => {
    const [next, other, contract] = [await world.contract(), await world.contract(), await world.contract()];
    await setTo(contract, ref(next));
    type Odcs = { customProperties: { property: string; value: unknown }[]; [member: string]: unknown };
    const document = await world.client.must<Odcs>('GET', `/dataContracts/${contract.id}/odcs`);
    expect(document.customProperties).toEqual([{ property: 'successor', value: next.fullyQualifiedName }]);
    const put = (fqn: string) => {
      const customProperties = [{ property: 'successor', value: fqn }];
      const path = `/dataContracts/odcs?entityId=${contract.entity.id}&entityType=table&mode=replace`;
      return world.client.must<Contract>('PUT', path, { ...document, customProperties });
    };
    expect(await put(next.fullyQualifiedName)).toMatchObject({ successor: { id: next.id } });
    expect(await put(other.fullyQualifiedName)).toMatchObject({ successor: { id: other.id } });
    expect(await put('no.such.contract')).toMatchObject({
      successor: { id: other.id },
      odcsImportReport: { notUnderstood: [{ path: 'customProperties[0].value' }] },
    });
  });
});
