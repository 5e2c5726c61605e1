import { randomUUID } from 'node:crypto';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { servedDocument } from '../../support/openapi';
import { PUSHED_SHAPES } from '../../support/pushed-shapes';
import { makeTestCase } from '../quality/tested-table';
import { ContractWorld, type Contract, type Result } from './contract-world';

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const T = 1_700_000_000_000;
const PARTS = ['', '?fields=details', '?fields=reasons', '?fields=status'];

/** The schema of a result in which no object may have a member that it does not describe. */
function closedSchema({ components: { schemas } }: Described): object {
  const text = JSON.stringify(schemas, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
  const $defs = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object;
  return { $ref: '#/$defs/DataContractResult', $defs };
}

describe('the API document describes every member of a result', () => {
  let world: ContractWorld;
  let isDescribed: ValidateFunction;

  beforeAll(async () => {
    world = await ContractWorld.shared();
    const document = await servedDocument<Described>(world.service.baseUrl);
    isDescribed = addFormats(new Ajv({ strict: false, allErrors: true })).compile(closedSchema(document));
  });

  /** The newest result in each of its forms; what of them is not described. */
  async function faultsOf(id: string): Promise<string[]> {
    const faults: string[] = [];
    for (const part of PARTS) {
      const result = await world.client.must<Result>('GET', `/dataContracts/${id}/results/latest${part}`);
      if (isDescribed(result)) continue;
      for (const { instancePath, message, params } of isDescribed.errors ?? [])
        faults.push(`${part} ${instancePath} ${message} ${JSON.stringify(params)}`);
    }
    return faults;
  }

  it('that a pipeline pushed, in every shape', async () => {
    const { id } = await world.contract();
    for (const [at, [shape, body]] of Object.entries(PUSHED_SHAPES).entries()) {
      await world.push(id, T + at, body);
      expect([shape, await faultsOf(id)]).toEqual([shape, []]);
    }
  });

  it('of a run that found faults in every dimension, with warnings and rules for people', async () => {
    const { id, details } = await faultyRun();
    expect(details).toMatchObject({
      schemaValidation: [{ field: 'email', message: expect.any(String) as string }],
      qualityValidation: [{ field: expect.any(String) as string, message: expect.any(String) as string }],
      slaValidation: { notes: [expect.any(String), expect.any(String), expect.any(String)] },
    });
    expect(await faultsOf(id)).toEqual([]);
  });

  it('of a run that passes, with its evidence', async () => {
    const contract = await world.contract({ sla: { refreshFrequency: 'P1D' } });
    const seen = { timestamp: Date.now() - 60_000, kind: 'refresh', source: 'loader' };
    await world.client.must('PUT', `/tables/${contract.entity.id}/observations`, seen);
    await validate(contract);
    const { details } = await latest(contract.id);
    expect(details).toMatchObject({ slaValidation: { evidence: [{ target: 'refreshFrequency' }] } });
    expect(await faultsOf(contract.id)).toEqual([]);
  });

  it('of a run whose source could not be read', async () => {
    const id = await unreadContract();
    await world.client.must('POST', `/dataContracts/${id}/validate?evidence=source`, undefined, { prefer: 'wait=60' });
    expect(await latest(id)).toMatchObject({
      contractExecutionStatus: 'Aborted',
      details: {
        ...{ readFrom: 'source', reason: 'sourceUnreachable', schemaAsOf: expect.any(Number) as number },
        data: { runId: expect.any(String) as string },
        slaValidation: { blocked: ['latencyMet'], blockedBy: 'sourceUnreachable' },
      },
    });
    expect(await faultsOf(id)).toEqual([]);
  });

  it('of a run that was aborted', async () => {
    const contract = await world.contract();
    const path = `/dataContracts/${contract.id}`;
    const headers = { prefer: 'respond-async' };
    const { body } = await world.client.post<Result>(`${path}/validate`, undefined, headers);
    await world.client.post(`${path}/results/${body.id}/cancel`);
    expect(await faultsOf(contract.id)).toEqual([]);
  });

  const validate = ({ id }: Contract) =>
    world.client.must<Result>('POST', `/dataContracts/${id}/validate`, undefined, { prefer: 'wait=60' });
  const latest = (id: string) => world.client.must<Result>('GET', `/dataContracts/${id}/results/latest?fields=details`);

  /** A contract of a table that nobody can read: nothing listens where its service is said to be. */
  async function unreadContract(): Promise<string> {
    const [name, columns] = [`unread_${randomUUID().slice(0, 8)}`, [{ name: 'at', dataType: 'TIMESTAMP' }]];
    const config = { ...{ type: 'Postgres', hostPort: '127.0.0.1:1', username: 'u', database: 'd' }, authType: {} };
    const service = { name, serviceType: 'Postgres', connection: { config } };
    await world.client.must('POST', '/services/databaseServices', service);
    await world.client.must('PUT', `/services/databaseServices/name/${name}/dataAccess`, {});
    await world.client.must('POST', '/databases', { name: 'd', service: name });
    await world.client.must('POST', '/databaseSchemas', { name: 's', database: `${name}.d` });
    const table = await world.client.must<Contract>('POST', '/tables', {
      name: 't',
      databaseSchema: `${name}.d.s`,
      columns,
    });
    const contract = await world.client.must<Contract>('POST', '/dataContracts', {
      ...{
        name,
        entity: { id: table.id, type: 'table' },
        schema: columns,
        sla: { maxLatency: 'P1D', columnName: 'at' },
      },
      odcsQualityRules: [{ name: 'some rows', type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 }],
    });
    return contract.id;
  }

  async function faultyRun(): Promise<{ id: string; details: unknown }> {
    const table = await world.table();
    const testCase = await makeTestCase(world.client, { fqn: table.fullyQualifiedName });
    const contract = await world.client.must<Contract>('POST', '/dataContracts', {
      name: 'faulty',
      entity: { id: table.id, type: 'table' },
      schema: [{ name: 'email', dataType: 'INT' }],
      semantics: [
        { name: 'has an owner', rule: { '!!': { var: 'owners' } } },
        { name: 'is read with care', description: 'For people' },
      ],
      qualityExpectations: [{ id: testCase.id, type: 'testCase' }],
      sla: { refreshFrequency: 'P1D', maxLatency: 'PT1H', availability: 99 },
    });
    await validate(contract);
    return { id: contract.id, details: (await latest(contract.id)).details };
  }
});
