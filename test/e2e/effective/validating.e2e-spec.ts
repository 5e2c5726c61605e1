import type { Result } from '../contracts/contract-world';
import { ProductWorld, PROMISES } from './product-world';

describe('an asset that inherits its contract is validated', () => {
  let world: ProductWorld;
  beforeAll(async () => {
    world = await ProductWorld.shared();
  });

  const validate = ({ id }: { id: string }, headers: Record<string, string> = { prefer: 'wait=30' }) =>
    world.client.post<Result>(`/dataContracts/entity/validate?entityId=${id}&entityType=table`, undefined, headers);

  it('by the rules of its data product, with a local contract that holds the result', async () => {
    const { contract, table } = await world.inheriting();
    const { status, body } = await validate(table);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dataContractFQN: `${table.fullyQualifiedName}.dataContract_${contract.name} - ${table.name}`,
      contractExecutionStatus: 'Failed',
      semanticsValidation: { passed: 0, failed: 1, total: 1, failedRules: [{ ruleName: 'is described' }] },
    });
    const effective = await world.effective(table);
    expect(effective).toMatchObject({
      name: `${contract.name} - ${table.name}`,
      entityStatus: 'Draft',
      latestResult: { status: 'Failed', resultId: body.id },
      termsOfUse: PROMISES.termsOfUse,
    });
    expect(effective).not.toHaveProperty('inherited');
    expect((await world.contracts.results(effective.id)).data).toEqual([body]);
    expect(await world.contracts.read(contract.id)).not.toHaveProperty('latestResult');
  });

  it('by the rules as they are when it is validated', async () => {
    const { contract, table } = await world.inheriting();
    expect((await validate(table)).body).toMatchObject({ contractExecutionStatus: 'Failed' });
    const passes = [{ op: 'replace', path: '/semantics/0/rule', value: { '!!': { var: 'name' } } }];
    await world.client.must('PATCH', `/dataContracts/${contract.id}`, passes);
    expect((await validate(table)).body).toMatchObject({ contractExecutionStatus: 'Success' });
    expect((await world.contractsOf(table)).data).toHaveLength(1);
  });

  it('by inherited and own rules together, where it has a contract of its own', async () => {
    const { table } = await world.inheriting();
    const own = await world.client.must<{ id: string }>('POST', '/dataContracts', {
      name: 'own',
      entity: { id: table.id, type: 'table' },
      schema: [{ name: 'id', dataType: 'BIGINT' }],
      semantics: [{ name: 'has a name', rule: { '!!': { var: 'name' } } }],
    });
    const expected = {
      contractExecutionStatus: 'PartialSuccess',
      schemaValidation: { passed: 1, failed: 0, total: 1 },
      semanticsValidation: { passed: 1, failed: 1, total: 2, failedRules: [{ ruleName: 'is described' }] },
    };
    expect((await validate(table)).body).toMatchObject(expected);
    const byId = await world.client.post(`/dataContracts/${own.id}/validate`, undefined, { prefer: 'wait=30' });
    expect(byId.body).toMatchObject(expected);
    expect((await world.contractsOf(table)).data.map(({ id }) => id)).toEqual([own.id]);
  });

  it('500 times at once, with one local contract', async () => {
    const { table } = await world.inheriting();
    const answers = await Promise.all(Array.from({ length: 500 }, () => validate(table)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const [local, ...others] = (await world.contractsOf(table)).data;
    expect(others).toEqual([]);
    const fqns = new Set(answers.map(({ body }) => body.dataContractFQN));
    expect(fqns).toEqual(new Set([local?.fullyQualifiedName]));
    expect(new Set(answers.map(({ body }) => body.contractExecutionStatus))).toEqual(new Set(['Failed']));
    const { paging } = await world.contracts.results(local?.id ?? '', '?limit=0');
    expect(paging.total).toBe(new Set(answers.map(({ body }) => body.id)).size);
  });

  it('once for one Idempotency-Key', async () => {
    const { table } = await world.inheriting();
    const headers = { prefer: 'wait=30', 'idempotency-key': `effective-${table.id}` };
    const [first, again] = [await validate(table, headers), await validate(table, headers)];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('not at all where there is nothing to inherit', async () => {
    const { contract, table } = await world.inheriting();
    await world.client.must('PATCH', `/dataContracts/${contract.id}`, [
      { op: 'replace', path: '/entityStatus', value: 'Deprecated' },
    ]);
    const { status, body } = await validate(table);
    expect([status, body]).toMatchObject([404, { errorType: 'NOT_FOUND' }]);
    expect((await world.contractsOf(table)).data).toEqual([]);
  });

  it('not by who may only look', async () => {
    const { table } = await world.inheriting();
    const viewer = await world.contracts.service.client('onlooker', 'DataConsumer');
    const answer = await viewer.post(`/dataContracts/entity/validate?entityId=${table.id}&entityType=table`);
    expect([answer.status, answer.body]).toMatchObject([403, { errorType: 'FORBIDDEN' }]);
    expect((await world.contractsOf(table)).data).toEqual([]);
  });
});
