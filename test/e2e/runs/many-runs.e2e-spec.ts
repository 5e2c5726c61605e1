import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { makeContract, openShop, type ShopContract } from '../validation/support/shop';
import { readStream } from './event-stream';

interface Batch {
  readonly id: string;
  readonly total: number;
  readonly byStatus: Record<string, number>;
  readonly ended: boolean;
  readonly contracts: readonly { id: string; status: string; resultId?: string }[];
}

describe('validating beyond one contract on demand', () => {
  let service: RunningService;
  let client: RestClient;
  let contract: ShopContract;

  beforeAll(async () => {
    service = await RunningService.start();
    client = await service.client();
    await openShop(client);
    contract = await makeContract(client);
  });
  afterAll(() => service?.stop());

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    try {
      return (await database.query(text, values)).rows as Row[];
    } finally {
      await database.end();
    }
  };

  it('streams the course of a run, and 204 to who knows all of it', async () => {
    const run = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    expect(run.status).toBe(202);
    const path = `${contract.path}/results/${run.body.id as string}/events`;
    const { status, type, events } = await readStream(client, path);
    expect({ status, type }).toEqual({ status: 200, type: 'text/event-stream; charset=utf-8' });
    const resultId = run.body.id;
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    const seen = events.map(({ event, data }) => [event, data.status ?? data.dimension]);
    expect([seen[0], seen[1], seen[4]]).toEqual([
      ['state', 'Queued'],
      ['state', 'Running'],
      ['state', 'PartialSuccess'],
    ]);
    // Dimensions come as they complete.
    expect(seen.slice(2, 4).sort()).toEqual([
      ['dimension', 'schema'],
      ['dimension', 'semantics'],
    ]);
    expect(events[0]!.data).toEqual({ status: 'Queued', resultId, timestamp: run.body.timestamp });
    const ofSchema = events.find(({ data }) => data.dimension === 'schema');
    expect(ofSchema!.data).toEqual({ resultId, dimension: 'schema', passed: 1, failed: 1, total: 2 });
    expect((await readStream(client, path, { 'last-event-id': '3' })).events).toEqual(events.slice(3));
    expect(await readStream(client, path, { 'last-event-id': '5' })).toMatchObject({ status: 204, events: [] });
    expect((await client.get(`${contract.path}/results/${randomUUID()}/events`)).status).toBe(404);
  });

  it('validates many, tells how far it is, and cancels', async () => {
    const second = await makeContract(client);
    const body = { contractIds: [contract.id, second.id] };
    const asked = await client.post<Batch>('/dataContracts/validations', body);
    expect(asked).toMatchObject({ status: 202, body: { total: 2, ended: false } });
    const path = `/dataContracts/validations/${asked.body.id}`;
    expect(asked.headers.get('location')).toBe(`/api/v1${path}`);
    const { events } = await readStream(client, `${path}/events`);
    expect(events.at(-1)).toMatchObject({
      event: 'progress',
      data: { total: 2, byStatus: { PartialSuccess: 2 }, ended: true },
    });
    const ended = await client.must<Batch>('GET', path);
    expect(ended).toMatchObject({ byStatus: { PartialSuccess: 2 }, ended: true });
    expect(ended.contracts.map(({ id }) => id)).toEqual(body.contractIds);
    const result = await client.get(`${second.path}/results/${ended.contracts[1]!.resultId}?fields=details`);
    expect(result.body).toMatchObject({ trigger: 'batch', contractExecutionStatus: 'PartialSuccess' });
    expect((await client.post(`${path}/cancel`)).status).toBe(200);
    expect((await client.get(`/dataContracts/validations/${randomUUID()}`)).status).toBe(404);
    const unknown = randomUUID();
    const refused = await client.post('/dataContracts/validations', { contractIds: [contract.id, unknown] });
    expect(refused).toMatchObject({ status: 404, body: { message: expect.stringContaining(unknown) } });
    expect((await client.post('/dataContracts/validations', {})).status).toBe(400);
    const found = await client.post<Batch>('/dataContracts/validations', { filter: { entityType: 'topic' } });
    expect(found).toMatchObject({ status: 202, body: { total: 0, ended: true } });
  });

  it('validates by the clock', async () => {
    const path = `${contract.path}/schedule`;
    expect((await client.get(path)).status).toBe(404);
    const schedule = { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin', enabled: true };
    expect(await client.put(path, { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin' })).toMatchObject({
      status: 201,
      body: schedule,
    });
    expect(await client.put(path, { ...schedule, enabled: false })).toMatchObject({ status: 200 });
    expect((await client.put(path, { cron: 'never' })).status).toBe(400);
    expect((await client.put(path, schedule)).status).toBe(200);
    expect((await client.get(path)).body).toEqual(schedule);
    const listed = await client.get(`/dataContracts/schedules?contract=${contract.id}`);
    expect(listed).toMatchObject({ status: 200, body: { data: [{ contract: { id: contract.id }, ...schedule }] } });
    expect(listed.body).toMatchObject({ data: [{ nextAt: expect.any(Number) as number }] });
    for (const wrong of ['contract=orders', 'limit=0', 'after=x'])
      expect((await client.get(`/dataContracts/schedules?${wrong}`)).status).toBe(400);
    await query(`update schedule set next_at = now()`);
    const run = await eventually(() =>
      query<{ id: string }>(`select id::text from contract_result where details ->> 'trigger' = 'schedule'`),
    );
    const { events } = await readStream(client, `${contract.path}/results/${run.id}/events`);
    expect(events.at(-1)!.data).toMatchObject({ status: 'PartialSuccess' });
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.delete(path)).status).toBe(404);
  });

  it('validates when the columns of an asset in force change, once, and not otherwise', async () => {
    const drifting = await makeContract(client);
    const found = () =>
      query<{ id: string; status: string }>(
        `select r.id::text, r.status from contract_result r join entity e on e.node = r.contract
          where e.id = $1 and r.details ->> 'trigger' = 'schemaChange'`,
        [drifting.id],
      );
    const change = (operations: object[]) => client.patch(`/tables/${drifting.tableId}`, operations);
    const add = (name: string) => [{ op: 'add', path: '/columns/-', value: { name, dataType: 'INT' } }];
    expect((await change(add('before'))).status).toBe(200);
    expect(await found()).toEqual([]);
    await client.must('PATCH', drifting.path, [{ op: 'replace', path: '/entityStatus', value: 'Active' }]);
    await change([{ op: 'replace', path: '/description', value: 'changed' }]);
    expect(await found()).toEqual([]);
    expect((await change(add('after'))).status).toBe(200);
    const [run] = await found();
    const { events } = await readStream(client, `${drifting.path}/results/${run!.id}/events`);
    expect(events.at(-1)!.data).toMatchObject({ status: 'PartialSuccess' });
    expect(await found()).toHaveLength(1);
  });

  it('sums up, takes results in bulk, and tries rules', async () => {
    const fresh = await makeContract(client);
    const now = Date.now();
    const lines = [
      JSON.stringify({ contractId: fresh.id, timestamp: now - 1_000, contractExecutionStatus: 'Success' }),
      JSON.stringify({ contractFQN: fresh.fullyQualifiedName, timestamp: now, contractExecutionStatus: 'Failed' }),
    ];
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const stored = await client.put('/dataContracts/results/bulk', lines.join('\n'), ndjson);
    expect(stored).toMatchObject({
      status: 200,
      body: { results: [{ status: 201, result: { dataContractFQN: fresh.fullyQualifiedName } }, { status: 201 }] },
    });
    const mixed = await client.put('/dataContracts/results/bulk', `${lines[0]}\n{"a":\n`, ndjson);
    expect(mixed).toMatchObject({
      status: 207,
      body: { results: [{ status: 200 }, { status: 400, error: { errorType: 'BAD_REQUEST' } }] },
    });
    const asJson = await client.put('/dataContracts/results/bulk', { results: [JSON.parse(lines[0]!)] });
    expect(asJson).toMatchObject({ status: 200, body: { results: [{ status: 200 }] } });
    expect((await client.put('/dataContracts/results/bulk', { rows: [] })).status).toBe(400);
    expect((await client.put('/dataContracts/results/bulk', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await client.get(`${fresh.path}/results/summary?window=PT1H&bucket=PT1H`)).body).toMatchObject({
      window: 'PT1H',
      total: 2,
      byStatus: { Success: 1, Failed: 1 },
      passRate: 50,
      trend: [{ byStatus: { Success: 1, Failed: 1 } }],
    });
    expect((await client.get(`${fresh.path}/results/summary?bucket=day`)).status).toBe(400);
    const rule = { '!!': { var: 'description' } };
    const trial = (body: object) => client.post('/dataContracts/rules/evaluate', body);
    expect(await trial({ rule, entityId: fresh.tableId, entityType: 'table' })).toMatchObject({
      status: 200,
      body: { results: [{ evaluated: true, passed: true }] },
    });
    const rules = [{ name: 'hasOwner' }, { name: 'be nice' }, { name: 'text', rule: JSON.stringify(rule) }];
    expect((await trial({ rules, asset: { name: 'x' } })).body).toEqual({
      results: [
        { name: 'hasOwner', evaluated: true, passed: false, reason: expect.any(String) },
        { name: 'be nice', evaluated: false },
        { name: 'text', evaluated: true, passed: false, reason: expect.any(String) },
      ],
    });
    expect(await trial({ rule: { unknownOp: [] }, asset: {} })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'rule' }] },
    });
    expect((await trial({ rule })).status).toBe(400);
    const texts = (count: number) => Array.from({ length: count }, () => 'a'.repeat(1024 * 1024 - 10));
    expect((await trial({ rule, asset: { texts: texts(4) } })).status).toBe(200);
    expect(await trial({ rule, asset: { texts: texts(5) } })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'asset' }] },
    });
    expect((await trial({ rule, entityId: randomUUID(), entityType: 'table' })).status).toBe(404);
  });

  it('lets administrators, and nobody else, pause a queue; what waits is told by a gauge', async () => {
    const steward = await service.client('steward', 'DataSteward');
    const pause = '/system/queues/validation/pause';
    expect((await steward.post(pause)).status).toBe(403);
    expect((await steward.get('/system/queues')).status).toBe(403);
    expect((await client.get('/system/queues')).body).toMatchObject({
      data: [
        { name: 'validation', lane: 'urgent', paused: false },
        { name: 'validation-batch', lane: 'batch', paused: false },
      ],
    });
    expect(await client.post(pause)).toMatchObject({ status: 200, body: { paused: true } });
    const run = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    expect(run.body.contractExecutionStatus).toBe('Queued');
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^validation_oldest_waiting_seconds\{lane="urgent"\} 0\.\d+$/m);
    expect(metrics).toMatch(/^validation_oldest_waiting_seconds\{lane="batch"\} 0$/m);
    expect(await client.post('/system/queues/validation/resume')).toMatchObject({ body: { paused: false } });
    const { events } = await readStream(client, `${contract.path}/results/${run.body.id as string}/events`);
    expect(events.at(-1)!.data).toMatchObject({ status: 'PartialSuccess' });
    expect((await client.post('/system/queues/none/pause')).status).toBe(404);
    expect((await steward.post('/system/queues/validation/drain')).status).toBe(403);
    expect(await client.post('/system/queues/validation/drain')).toMatchObject({ body: { paused: true, active: 0 } });
    await client.post('/system/queues/validation/resume');
  });

  /** What takes the right to a stream from its reader, and what such a reader is answered. */
  const losses: readonly (readonly [number, (reader: string, token: string) => Promise<unknown>])[] = [
    [
      401,
      (reader, tokenId) =>
        client.must('PUT', `/users/security/token/revoke?username=${reader}`, { tokenIds: [tokenId] }),
    ],
    [
      403,
      async (reader) => {
        const rules = [{ name: 'none', effect: 'deny', resources: ['dataContract'], operations: ['ViewAll'] }];
        const policy = await client.must<{ id: string }>('POST', '/policies', { name: `no_${reader}`, rules });
        const role = await client.must<{ id: string }>('POST', '/roles', {
          name: `no_${reader}`,
          policies: [policy.id],
        });
        const roles = [{ op: 'add', path: '/roles/-', value: { id: role.id, type: 'role' } }];
        await client.must('PATCH', `/users/name/${reader}`, roles);
      },
    ],
  ];

  it('ends the stream of a reader whose token is revoked, or from whom the contract is hidden, with an event that says so', async () => {
    await client.post('/system/queues/validation/pause');
    const run = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    const path = `${contract.path}/results/${run.body.id as string}/events`;
    // Beside each other: the right to a stream is looked at every few seconds.
    await Promise.all(losses.map(([code, lose]) => expectRefusal(path, code, lose)));
    await client.post('/system/queues/validation/resume');
  });

  async function expectRefusal(
    path: string,
    code: number,
    lose: (reader: string, token: string) => Promise<unknown>,
  ): Promise<void> {
    const reader = `reader_${randomUUID().slice(0, 8)}`;
    const own = await service.client(reader, 'DataConsumer');
    const made = await own.must<{ tokenId: string; jwtToken: string }>('PUT', '/users/security/token', {
      tokenName: 'stream',
      JWTTokenExpiry: '1',
    });
    const holder = new RestClient(service.baseUrl, made.jwtToken);
    const stream = readStream(holder, path);
    expect((await holder.get(contract.path)).status).toBe(200);
    await lose(reader, made.tokenId);
    const { status, events } = await stream;
    expect([status, events.at(-1)]).toEqual([200, { event: 'refused', data: expect.objectContaining({ code }) }]);
    expect(events.slice(0, -1).every(({ event }) => event === 'state')).toBe(true);
    expect((await readStream(holder, path)).status).toBe(code);
  }

  it('ends streams when it is told to stop', async () => {
    await client.post('/system/queues/validation/pause');
    const run = await client.post(`${contract.path}/validate`, undefined, { prefer: 'respond-async' });
    const stream = readStream(client, `${contract.path}/results/${run.body.id as string}/events`);
    await eventually(async () => {
      const rows = await query<{ n: number }>(
        `select 1 as n from pg_stat_activity where application_name = 'metadata-catalog-listener'`,
      );
      return rows;
    });
    expect(await service.kill('api', 'SIGTERM')).toBe(0);
    // It has an end: one that is cut off, as what does not end by itself is, cannot be read. A worker that had the job before the pause may have told more than the state.
    expect((await stream).events.map(({ event }) => event)).not.toContain('refused');
  });
});

/** Asks until there is an answer; the test's own time limit ends it. */
async function eventually<Row>(ask: () => Promise<Row[]>): Promise<Row> {
  for (;;) {
    const [row] = await ask();
    if (row !== undefined) return row;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
