import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { makeContract, openShop, type ShopContract } from './support/shop';

const RESULT_KEYS = [
  'contractExecutionStatus',
  'dataContractFQN',
  'executionTime',
  'id',
  'result',
  'schemaValidation',
  'semanticsValidation',
  'timestamp',
];

describe('validating over the API', () => {
  let service: RunningService;
  let client: RestClient;
  let contract: ShopContract;

  beforeAll(async () => {
    service = await RunningService.shared();
    client = await service.client();
    await openShop(client);
  });
  beforeEach(async () => {
    contract = await makeContract(client);
  });

  it('answers with the finished result, in exactly the fields of the interface, and keeps it', async () => {
    const { status, headers, body } = await client.post(`${contract.path}/validate`);
    expect(status).toBe(200);
    expect(headers.get('location')).toBeNull();
    expect(Object.keys(body).sort()).toEqual(RESULT_KEYS);
    expect(body).toMatchObject({
      dataContractFQN: contract.fullyQualifiedName,
      contractExecutionStatus: 'PartialSuccess',
      schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['total'] },
      semanticsValidation: { passed: 1, failed: 0, total: 1, failedRules: [] },
    });
    expect((await client.get(`${contract.path}/results/latest`)).body).toEqual(body);
    expect((await client.get(`${contract.path}/results/${body.id as string}`)).body).toEqual(body);
    expect((await client.get(`${contract.path}/results/${body.timestamp as number}`)).body).toEqual(body);
    expect((await client.get(`${contract.path}/results`)).body).toEqual({ data: [body], paging: { total: 1 } });
    expect((await client.get(contract.path)).body.latestResult).toEqual({
      timestamp: body.timestamp,
      status: 'PartialSuccess',
      message: body.result,
      resultId: body.id,
      since: body.timestamp,
    });
  });

  it('adds what fields=details asks for', async () => {
    const { body } = await client.post(`${contract.path}/validate?fields=details`);
    expect(body).toMatchObject({
      details: { schemaValidation: [{ field: 'total', message: expect.any(String) }] },
      trigger: 'manual',
      requestedBy: 'admin',
      contractVersion: 0.1,
      attempts: 1,
    });
    expect((await client.get(`${contract.path}/results/latest?fields=details`)).body).toEqual(body);
    const plain = (await client.get(`${contract.path}/results/latest`)).body;
    expect(Object.keys(plain as object)).not.toContain('requestedBy');
  });

  it('finds the contract by its asset', async () => {
    const asset = `entityId=${contract.tableId}&entityType=table`;
    const { status, body } = await client.post(`/dataContracts/entity/validate?${asset}`);
    expect({ status, fqn: body.dataContractFQN }).toEqual({ status: 200, fqn: contract.fullyQualifiedName });
  });

  it('gives the same answer to the same request under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.post(`${contract.path}/validate`, undefined, headers);
    const second = await client.post(`${contract.path}/validate`, undefined, headers);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
    expect((await client.post(`${contract.path}/validate`, { other: 1 }, headers)).status).toBe(409);
    expect((await client.get(`${contract.path}/results?limit=0`)).body).toEqual({ data: [], paging: { total: 1 } });
  });

  it('stores, lists and deletes results of others', async () => {
    const at = (timestamp: number, more: object = {}) =>
      client.put(`${contract.path}/results`, { timestamp, contractExecutionStatus: 'Success', ...more });
    const T = 1_700_000_000_000;
    expect((await at(T)).status).toBe(201);
    expect(await at(T, { result: 'again' })).toMatchObject({ status: 200, body: { result: 'again' } });
    for (let n = 1; n <= 4; n++) await at(T + n, { contractExecutionStatus: 'Failed' });
    const page = await client.get<{ data: object[]; paging: { after: string } }>(
      `${contract.path}/results?limit=2&status=Failed`,
    );
    expect(page.body).toMatchObject({ data: [{ timestamp: T + 4 }, { timestamp: T + 3 }], paging: { total: 4 } });
    const next = await client.get(`${contract.path}/results?limit=2&status=Failed&after=${page.body.paging.after}`);
    expect(next.body).toMatchObject({ data: [{ timestamp: T + 2 }, { timestamp: T + 1 }] });
    expect(await client.delete(`${contract.path}/results/${T + 4}`)).toMatchObject({
      status: 200,
      body: { timestamp: T + 4 },
    });
    expect((await client.delete(`${contract.path}/results/${T + 4}`)).status).toBe(404);
    expect((await client.delete(`${contract.path}/results/before/${T + 3}`)).body).toEqual({ deleted: 3 });
    expect((await client.get(contract.path)).body.latestResult).toMatchObject({ timestamp: T + 3, status: 'Failed' });
  });

  it('lists under a limit above which answers are streamed', async () => {
    const made = Array.from({ length: 24 }, (_, n) => 1_700_000_000_000 + n);
    for (const timestamp of made) {
      await client.put(`${contract.path}/results`, { timestamp, contractExecutionStatus: 'Success' });
    }
    const { body } = await client.get<{ data: { timestamp: number }[] }>(`${contract.path}/results?limit=5000`);
    expect(body.data.map(({ timestamp }) => timestamp)).toEqual([...made].reverse());
  });

  const unknown = randomUUID();
  const wrong: [string, string, (path: string) => string, number, string][] = [
    ['no UUID', 'POST', () => '/dataContracts/x/validate', 400, 'id'],
    [
      'no contract',
      'POST',
      () => `/dataContracts/${unknown}/validate`,
      404,
      `dataContract instance for ${unknown} not found`,
    ],
    [
      'no asset',
      'POST',
      () => `/dataContracts/entity/validate?entityId=${unknown}&entityType=table`,
      404,
      'table instance for',
    ],
    ['no entityId', 'POST', () => '/dataContracts/entity/validate?entityType=table', 400, 'entityId'],
    ['no result yet', 'GET', (path) => `${path}/results/latest`, 404, 'No result for data contract'],
    ['no such result', 'GET', (path) => `${path}/results/${unknown}`, 404, unknown],
    ['no id, no time', 'GET', (path) => `${path}/results/newest`, 400, 'UUID'],
    ['an invalid time', 'DELETE', (path) => `${path}/results/-1`, 400, 'epoch milliseconds'],
    ['a limit above all', 'GET', (path) => `${path}/results?limit=10001`, 400, 'limit'],
    ['a limit that is no number', 'GET', (path) => `${path}/results?limit=1.0`, 400, 'limit'],
    ['a limit twice', 'GET', (path) => `${path}/results?limit=1&limit=2`, 400, 'limit'],
    ['an unknown parameter', 'GET', (path) => `${path}/results?size=1`, 400, 'size'],
    ['an unknown field', 'GET', (path) => `${path}/results?fields=owners`, 400, 'Invalid field name owners'],
    ['an unknown status', 'GET', (path) => `${path}/results?status=Done`, 400, 'status'],
    ['a window backwards', 'GET', (path) => `${path}/results?startTs=2&endTs=1`, 400, 'startTs'],
    ['a bent cursor', 'GET', (path) => `${path}/results?after=abc`, 400, 'cursor'],
    ['a long key', 'POST', (path) => `${path}/validate`, 400, 'Idempotency-Key'],
    ['nothing to cancel', 'POST', (path) => `${path}/results/${unknown}/cancel`, 404, unknown],
    ['another verb', 'PATCH', (path) => `${path}/results`, 405, 'PATCH'],
  ];
  it.each(wrong)('refuses %s', async (name, method, path, status, words) => {
    const headers: Record<string, string> = name === 'a long key' ? { 'idempotency-key': 'x'.repeat(256) } : {};
    const answer = await client.send(method, path(contract.path), { headers });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code: status });
    expect(answer.body.message).toContain(words);
  });

  it('asks for the operations that decisions name', async () => {
    const reader = await service.client('a_reader', 'DataConsumer');
    expect((await reader.get(`${contract.path}/results`)).status).toBe(200);
    const validate = await reader.post(`${contract.path}/validate`);
    expect(validate).toMatchObject({
      status: 403,
      body: { message: 'Principal a_reader is not allowed: operations [ValidateContract] on dataContract' },
    });
    const pushed = { timestamp: 1_700_000_000_000, contractExecutionStatus: 'Success' };
    expect((await reader.put(`${contract.path}/results`, pushed)).status).toBe(403);
    const me = await client.must<{ id: string }>('GET', '/users/name/a_reader');
    const owned = await makeContract(client, [{ id: me.id, type: 'user' }]);
    expect((await reader.post(`${owned.path}/validate`)).status).toBe(200);
    expect((await reader.put(`${owned.path}/results`, pushed)).status).toBe(201);
  });
});

describe('validating while no worker is there', () => {
  let service: RunningService;
  let client: RestClient;
  let contract: ShopContract;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    client = await service.client();
    await openShop(client);
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    contract = await makeContract(client);
  });

  it('accepts, says where to look, joins, and finishes when a worker comes', async () => {
    const first = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    expect(first).toMatchObject({ status: 202, body: { contractExecutionStatus: 'Queued' } });
    const location = first.headers.get('location')!;
    expect(location).toBe(`/api/v1${contract.path}/results/${first.body.id as string}`);
    const second = await client.post(`${contract.path}/validate`, undefined, { prefer: 'wait=0' });
    expect(second.headers.get('x-validation-joined')).toBe('true');
    expect(second.body.id).toBe(first.body.id);
    const third = client.post(`${contract.path}/validate`, undefined, { prefer: 'wait=60' });
    const worker = await service.startWorker();
    expect((await third).body.contractExecutionStatus).toBe('PartialSuccess');
    expect((await client.get(location.replace('/api/v1', ''))).body).toMatchObject({
      contractExecutionStatus: 'PartialSuccess',
    });
    expect(await service.kill(worker, 'SIGTERM')).toBe(0);
  });

  it('cancels once, and what is cancelled stays so when a worker comes', async () => {
    const { body } = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    const path = `${contract.path}/results/${body.id as string}`;
    expect(await client.post(`${path}/cancel`)).toMatchObject({
      status: 200,
      body: { contractExecutionStatus: 'Aborted', result: expect.stringContaining('cancelled') as string },
    });
    const again = await client.post(`${path}/cancel`);
    expect(again).toMatchObject({ status: 409, body: { errorType: 'CONFLICT' } });
    const { latestResult } = (await client.get(contract.path)).body;
    expect(latestResult).toMatchObject({ status: 'Aborted', resultId: body.id });
    const worker = await service.startWorker();
    const next = await client.post(`${contract.path}/validate`, undefined, { prefer: 'wait=60' });
    expect(next).toMatchObject({ status: 200, body: { contractExecutionStatus: 'PartialSuccess' } });
    expect((await client.get(path)).body.contractExecutionStatus).toBe('Aborted');
    expect(await service.kill(worker, 'SIGTERM')).toBe(0);
    expect((await client.delete(`${contract.path}/results/${body.timestamp as number}`)).status).toBe(200);
  });

  it('keeps a run from being replaced or deleted', async () => {
    const { body } = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    const { id, timestamp } = body as { id: string; timestamp: number };
    const pushed = { timestamp, contractExecutionStatus: 'Success' };
    expect((await client.put(`${contract.path}/results`, pushed)).status).toBe(409);
    expect((await client.put(`${contract.path}/results`, { ...pushed, timestamp: timestamp + 9, id })).status).toBe(
      409,
    );
    expect((await client.delete(`${contract.path}/results/${timestamp}`)).status).toBe(409);
    const before = await client.delete(`${contract.path}/results/before/${timestamp + 1}`);
    expect(before.body).toEqual({ deleted: 0 });
  });

  it('ends a run whose contract is deleted', async () => {
    const { body } = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    await client.must('DELETE', contract.path);
    expect((await client.get(`${contract.path}/results/latest`)).status).toBe(404);
    await client.must('PUT', '/dataContracts/restore', { id: contract.id });
    expect((await client.get(`${contract.path}/results/latest?fields=details`)).body).toMatchObject({
      id: body.id,
      contractExecutionStatus: 'Aborted',
      details: { reason: 'contract_deleted' },
    });
  });

  it('answers a wait at once when the API is told to stop', async () => {
    const waiting = client.post(`${contract.path}/validate`, undefined, { prefer: 'wait=60' });
    // Queued for all to see: the request is waiting, or about to.
    while ((await client.get(`${contract.path}/results/latest`)).status !== 200);
    expect(await service.kill('api', 'SIGTERM')).toBe(0);
    expect((await waiting).status).toBe(202);
    await service.startApi();
  });
});
