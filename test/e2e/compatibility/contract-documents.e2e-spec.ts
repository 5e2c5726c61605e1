import { ContractWorld, unique, type Contract } from '../contracts/contract-world';

const MODE = { 'x-compatibility': 'openmetadata' };
const YAML = { 'content-type': 'application/yaml' };

let world: ContractWorld;

beforeAll(async () => {
  world = await ContractWorld.shared();
});

const odcs = (schema: readonly object[], more: object = {}) => ({
  ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: unique('id'), name: unique('odcs'), version: '1.0.0' },
  ...{ status: 'active', schema, ...more },
});
const ID = { name: 'id', logicalType: 'integer', primaryKey: true, description: 'Its key' };
const EMAIL = { name: 'email', logicalType: 'string', required: true };
const GONE = { name: 'gone', logicalType: 'string' };

describe('a document of the standard with its columns right below schema', () => {
  it('is imported with all of them, and goes out as the standard has it', async () => {
    const { id } = await world.table();
    const document = odcs([ID, EMAIL]);
    const made = await world.client.must<Contract>(
      'POST',
      `/dataContracts/odcs?entityId=${id}&entityType=table`,
      document,
    );
    expect(made).toMatchObject({
      schema: [
        { name: 'id', dataType: 'INT', constraint: 'PRIMARY_KEY', description: 'Its key' },
        { name: 'email', dataType: 'STRING', constraint: 'NOT_NULL' },
      ],
      odcsImportReport: {
        changed: expect.arrayContaining([
          { path: 'schema', message: expect.stringMatching(/columns/) as string },
        ]) as object,
      },
    });
    const out = await world.client.must<{ schema: object[] }>('GET', `/dataContracts/${made.id}/odcs`);
    expect(out.schema).toMatchObject([{ logicalType: 'object', properties: [{ name: 'id' }, { name: 'email' }] }]);
    const merged = await world.client.must<Contract>('PUT', `/dataContracts/odcs?entityId=${id}&entityType=table`, {
      ...document,
      schema: [{ ...ID, description: 'The key' }],
    });
    expect(merged.schema).toMatchObject([{ name: 'id', description: 'The key' }, { name: 'email' }]);
  });

  it('has no objects to choose from, and faults at the places that were sent', async () => {
    const { id } = await world.table();
    const parsed = await world.client.must(
      'POST',
      '/dataContracts/odcs/parse/yaml',
      odcs([ID, EMAIL], { name: 'orders' }),
    );
    expect(parsed).toMatchObject({ schemaObjects: ['orders'], hasMultipleObjects: false });
    const answer = await world.client.post<{ details: { field: string }[] }>(
      `/dataContracts/odcs?entityId=${id}&entityType=table`,
      odcs([ID, GONE]),
    );
    expect([answer.status, answer.body.details.map(({ field }) => field)]).toEqual([400, ['schema[1].name']]);
  });
});

describe('a check of a document for a client of OpenMetadata', () => {
  const schemaOf = (passed: number, failed: number, failedFields: string[]) => ({
    ...{ passed, failed, total: passed + failed, failedFields, duplicateFields: [], typeMismatchFields: [] },
  });

  it.each<[string, (...columns: object[]) => object[]]>([
    ['columns right below schema', (...columns) => columns],
    ['an object', (...columns) => [{ name: 'any', logicalType: 'object', properties: columns }]],
  ])('of the standard, with %s, counts its columns and stores nothing', async (_, layout) => {
    const { id } = await world.table();
    const check = (...columns: object[]) =>
      world.client.post(
        `/dataContracts/odcs/validate/yaml?entityId=${id}&entityType=table`,
        JSON.stringify(odcs(layout(...columns))),
        { ...MODE, ...YAML },
      );
    expect((await check(ID, EMAIL)).body).toEqual({
      ...{ valid: true, entityErrors: [], constraintErrors: [] },
      schemaValidation: schemaOf(2, 0, []),
    });
    expect((await check(ID, EMAIL, GONE)).body).toMatchObject({
      valid: false,
      schemaValidation: schemaOf(2, 1, ['gone']),
    });
    expect((await world.client.get(`/dataContracts/entity?entityId=${id}&entityType=table`)).status).toBe(404);
  });

  it('of a contract tells columns, the contract and what it demands apart', async () => {
    const { id } = await world.table();
    const contract = {
      name: 'a',
      entity: { id, type: 'table' },
      schema: [
        { name: 'id', dataType: 'INT' },
        { name: 'gone', dataType: 'INT' },
      ],
    };
    const { body } = await world.client.post('/dataContracts/validate', contract, MODE);
    expect(body).toEqual({
      ...{ valid: false, entityErrors: [], constraintErrors: [] },
      schemaValidation: schemaOf(1, 1, ['gone']),
    });
    const found = async (more: object) =>
      (await world.client.post('/dataContracts/validate', { ...contract, schema: [], ...more }, MODE)).body;
    expect(await found({ name: '' })).toMatchObject({
      ...{ valid: false, constraintErrors: [] },
      entityErrors: [expect.stringMatching(/^name: /)],
    });
    expect(await found({ sla: { retention: 'often' } })).toMatchObject({
      ...{ valid: false, entityErrors: [] },
      constraintErrors: [expect.stringMatching(/^sla.retention: /)],
    });
    const native = await world.client.post('/dataContracts/validate', contract);
    expect(native.body).toMatchObject({ valid: false, errors: [{ field: 'schema[1].name' }] });
  });
});
