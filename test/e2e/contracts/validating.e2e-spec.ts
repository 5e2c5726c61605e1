import { ContractWorld, unique, type Contract, type Result } from './contract-world';

/** Exactly the fields of a contract result: strict clients refuse others. */
const MEMBERS = [
  ...['id', 'dataContractFQN', 'timestamp', 'contractExecutionStatus', 'result', 'schemaValidation'],
  ...['semanticsValidation', 'qualityValidation', 'slaValidation', 'executionTime'],
];
const DETAILS = ['details', 'trigger', 'contractVersion', 'attempts'];

const FULL = {
  schema: [
    { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
    { name: 'email', dataType: 'INT' },
  ],
  semantics: [
    { name: 'has a description', rule: { '!!': { var: 'description' } } },
    { name: 'has a name', rule: { '!!': { var: 'name' } } },
  ],
  sla: { refreshFrequency: 'P1D' },
};

describe('contracts are validated', () => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  const validate = (id: string, headers: Record<string, string> = {}, query = '') =>
    world.client.post<Result>(`/dataContracts/${id}/validate${query}`, undefined, headers);

  it('200 with the finished result, exactly the fields of the interface', async () => {
    const contract = await world.contract(FULL);
    const before = Date.now();
    const { status, body, headers } = await validate(contract.id);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(Object.keys(body).filter((member) => !MEMBERS.includes(member))).toEqual([]);
    expect(body).toMatchObject({
      dataContractFQN: contract.fullyQualifiedName,
      contractExecutionStatus: 'Failed',
      schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['email'] },
      semanticsValidation: { passed: 1, failed: 1, total: 2 },
      slaValidation: { refreshFrequencyMet: false },
    });
    expect(body).not.toHaveProperty('qualityValidation');
    expect(Object.keys(body.schemaValidation as object).sort()).toEqual(['failed', 'failedFields', 'passed', 'total']);
    expect(Object.keys(body.semanticsValidation as object).sort()).toEqual([
      'failed',
      'failedRules',
      'passed',
      'total',
    ]);
    expect((body.semanticsValidation as { failedRules: object[] }).failedRules).toEqual([
      { ruleName: 'has a description', reason: expect.any(String) as string },
    ]);
    expect(body.slaValidation).toEqual({ refreshFrequencyMet: false });
    expect(body.result).toMatch(/email/);
    expect(body.result).toMatch(/no evidence/);
    expect(Number.isInteger(body.executionTime) && body.executionTime! >= 0).toBe(true);
    // The clock is the database's, on the same machine here.
    expect(body.timestamp).toBeGreaterThanOrEqual(before - 1_000);
    expect(body.timestamp).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('with an empty JSON body, as known clients send it', async () => {
    const { id } = await world.contract();
    const answer = await world.client.send<Result>('POST', `/dataContracts/${id}/validate`, {
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.contractExecutionStatus]).toEqual([200, 'Success']);
  });

  it('fields=details adds the reasons, everywhere', async () => {
    const { id } = await world.contract(FULL);
    const { body } = await validate(id, {}, '?fields=details');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(DETAILS));
    expect(body).toMatchObject({ trigger: 'manual', attempts: 1, contractVersion: 0.1 });
    const paths = [
      `results/latest?fields=details`,
      `results/${body.id}?fields=details`,
      `results/${body.timestamp}?fields=details`,
    ];
    for (const path of paths) expect((await world.client.get(`/dataContracts/${id}/${path}`)).body).toEqual(body);
    const list = await world.results(id, '?fields=details');
    expect(list.data).toEqual([body]);
    const plain = await world.client.get<Result>(`/dataContracts/${id}/results/${body.id}`);
    expect(Object.keys(plain.body).filter((member) => !MEMBERS.includes(member))).toEqual([]);
  });

  it('is then the latest result, by id, by time and in the contract', async () => {
    const { id } = await world.contract();
    const { body } = await validate(id);
    expect(body.contractExecutionStatus).toBe('Success');
    for (const key of ['latest', body.id, String(body.timestamp)])
      expect((await world.client.get(`/dataContracts/${id}/results/${key}`)).body).toEqual(body);
    expect((await world.read(id)).latestResult).toEqual({
      timestamp: body.timestamp,
      status: 'Success',
      message: body.result,
      resultId: body.id,
      since: body.timestamp,
    });
    expect((await world.read(id)).version).toBe(0.1);
  });

  it('of a contract with nothing to check is a success that says so', async () => {
    const { id } = await world.contract({ schema: [] });
    const { body } = await validate(id);
    expect(body).toMatchObject({
      contractExecutionStatus: 'Success',
      result: expect.stringMatching(/nothing/i) as string,
    });
    expect(body).not.toHaveProperty('schemaValidation');
  });

  it('respond-async: 202 with Location, where the result is in the end', async () => {
    const { id } = await world.contract(FULL);
    const accepted = await validate(id, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    expect(['Queued', 'Running']).toContain(accepted.body.contractExecutionStatus);
    expect(accepted.headers.get('location')).toBe(`/api/v1/dataContracts/${id}/results/${accepted.body.id}`);
    // Joins the queued run, or is one after it: either way that one has ended by then.
    const next = await validate(id, { prefer: 'wait=30' });
    expect(next.status).toBe(200);
    const { body } = await world.client.get<Result>(`/dataContracts/${id}/results/${accepted.body.id}`);
    expect(body).toMatchObject({ id: accepted.body.id, timestamp: accepted.body.timestamp });
    expect(body.contractExecutionStatus).toBe('Failed');
  });

  it('200 at once: few runs, every request is answered by one that ended', async () => {
    const { id } = await world.contract();
    const answers = await Promise.all(Array.from({ length: 200 }, () => validate(id, { prefer: 'wait=60' })));
    expect(answers.every(({ status, body }) => status === 200 && body.contractExecutionStatus === 'Success')).toBe(
      true,
    );
    const runs = new Set(answers.map(({ body }) => body.id));
    const { paging } = await world.results(id, '?limit=0');
    expect(paging.total).toBe(runs.size);
    expect(runs.size).toBeLessThan(100);
    const joined = answers.filter(({ headers }) => headers.get('x-validation-joined') === 'true');
    expect(joined).toHaveLength(200 - runs.size);
  });

  it('the same Idempotency-Key is the same run and the same answer', async () => {
    const { id } = await world.contract();
    const key = { 'idempotency-key': unique('key') };
    const first = await validate(id, key);
    const again = await validate(id, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect((await validate(id)).body.id).not.toBe(first.body.id);
    expect((await world.results(id)).paging.total).toBe(2);
  });

  it('by its asset: the same contract, its results', async () => {
    const { id, entity, fullyQualifiedName } = await world.contract();
    const path = `/dataContracts/entity/validate?entityId=${entity.id}&entityType=table`;
    const answer = await world.client.post<Result>(path);
    expect([answer.status, answer.body.dataContractFQN]).toEqual([200, fullyQualifiedName]);
    expect((await world.client.get(`/dataContracts/${id}/results/latest`)).body).toEqual(answer.body);
    const bare = await world.table();
    const none = await world.client.post(`/dataContracts/entity/validate?entityId=${bare.id}&entityType=table`);
    expect(none).toMatchObject({ status: 404, body: { errorType: 'NOT_FOUND' } });
    expect(none.body.message).toMatch(/^dataContract instance for .* not found$/);
  });

  it('judges the asset as it is now', async () => {
    const { id, entity } = await world.contract({ schema: [{ name: 'note', dataType: 'TEXT' }] });
    expect((await validate(id)).body.contractExecutionStatus).toBe('Success');
    await world.client.must('PATCH', `/tables/${entity.id}`, [{ op: 'remove', path: '/columns/2' }]);
    const { body } = await validate(id);
    expect(body).toMatchObject({ contractExecutionStatus: 'Failed', schemaValidation: { failedFields: ['note'] } });
  });

  it('deprecated, it still can be validated', async () => {
    const contract: Contract = await world.contract({ entityStatus: 'Deprecated' });
    expect((await validate(contract.id)).body.contractExecutionStatus).toBe('Success');
  });
});
