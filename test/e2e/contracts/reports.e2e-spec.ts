import { ContractWorld, type Contract, type Result } from './contract-world';

const T = Date.UTC(2025, 10, 20, 4, 19, 5);
const SCAN = {
  scanStartTimestamp: '2025-11-20T04:19:01+00:00',
  scanEndTimestamp: '2025-11-20T04:19:05+00:00',
  checks: [
    { name: 'row_count > 0', table: 'orders', outcome: 'pass' },
    { name: 'missing_count(x) = 0', table: 'orders', outcome: 'fail' },
    { name: 'row_count > 0', table: 'customers', outcome: 'pass' },
  ],
};
const XML =
  '<testsuite name="s" timestamp="2025-11-20T04:19:05"><testcase name="a"/><testcase name="b"><failure message="no"/></testcase></testsuite>';

interface Outcome {
  readonly status: number;
  readonly subjects: readonly string[];
  readonly checks: number;
  readonly result?: Result;
  readonly error?: { readonly errorType: string; readonly message: string };
}

describe('reports of other tools', () => {
  let world: ContractWorld;
  let orders: Contract;
  let customers: Contract;
  beforeAll(async () => {
    world = await ContractWorld.shared();
  });
  beforeEach(async () => {
    [orders, customers] = [await world.contract(), await world.contract()];
  });

  const put = (query: Record<string, string> | string, body: unknown, headers?: Record<string, string>) =>
    world.client.put<{ results: Outcome[] }>(
      `/dataContracts/results/reports?${new URLSearchParams(query).toString()}`,
      body,
      headers,
    );
  const history = async ({ id }: Contract) => (await world.results(id)).data;

  it('become results of several contracts, and the same report replaces them', async () => {
    const query = { from: 'soda', contract: orders.id, map: `customers=${customers.fullyQualifiedName}` };
    const first = await put(query, SCAN);
    expect([first.status, first.body.results]).toEqual([
      200,
      [
        expect.objectContaining({ status: 201, subjects: ['orders'], checks: 2 }),
        expect.objectContaining({ status: 201, subjects: ['customers'], checks: 1 }),
      ],
    ]);
    const [, passed] = first.body.results;
    expect(passed!.result).toMatchObject({
      dataContractFQN: customers.fullyQualifiedName,
      contractExecutionStatus: 'Success',
    });
    const again = await put(query, SCAN);
    expect(again.body.results.map(({ status }) => status)).toEqual([200, 200]);
    expect(await history(orders)).toEqual([
      expect.objectContaining({
        timestamp: T,
        contractExecutionStatus: 'Failed',
        result: '1 of 2 checks of soda passed. Not: missing_count(x) = 0.',
        qualityValidation: { passed: 1, failed: 1, total: 2, qualityScore: 50 },
      }),
    ]);
    expect(await history(customers)).toHaveLength(1);
  });

  it('of JUnit come as XML', async () => {
    const xml = { 'content-type': 'application/xml' };
    const { status, body } = await put({ from: 'junit', contract: orders.fullyQualifiedName }, XML, xml);
    expect([status, body.results[0]!.result!.contractExecutionStatus]).toEqual([200, 'Failed']);
    expect((await put({ from: 'junit', contract: orders.id }, '<a>', xml)).status).toBe(400);
    expect((await put({ from: 'junit', contract: orders.id }, {})).status).toBe(400);
    expect((await world.client.put(`/dataContracts/${orders.id}/results`, XML, xml)).status).toBe(415);
  });

  it('are stored in part where a contract is not there or not given', async () => {
    const { status, body } = await put({ from: 'soda', map: `orders=${orders.fullyQualifiedName}` }, SCAN);
    expect([status, body.results]).toEqual([
      207,
      [
        expect.objectContaining({ status: 201, subjects: ['orders'] }),
        expect.objectContaining({ status: 400, subjects: ['customers'] }),
      ],
    ]);
    expect(body.results[1]!.error!.message).toMatch(/No contract is given for customers/);
    const gone = await put({ from: 'soda', contract: 'no.such.contract' }, SCAN);
    expect([gone.status, gone.body.results[0]!.error!.errorType]).toEqual([207, 'NOT_FOUND']);
  });

  it.each([
    ['from=soda&map=orders', /map must be <name>=<contract>/],
    ['from=soda&map=a=b&map=a=c', /map names "a" twice/],
    ['from=pytest', /from must be one of datacontract-cli, dbt/],
    ['contract=x', /from is required/],
    ['from=soda&contract=x&timestamp=7', /timestamp must be/],
  ])('%s is refused by name', async (query, message) => {
    const { status, body } = await put(query, SCAN);
    const { details = [] } = body as unknown as { details?: { field: string; message: string }[] };
    expect([status, details.map(({ field, message: why }) => `${field} ${why}`).join()]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
  });

  describe('of datacontract-cli that are published by itself', () => {
    const run = (more: object = {}) => ({
      ...{ runId: '6f1e2a44-1d0c-4a39-9b5e-0c7f2f7d9a10', dataContractId: 'orders', result: 'failed', logs: [] },
      ...{ timestampStart: '2025-11-20T04:19:01.120000Z', timestampEnd: '2025-11-20T04:19:05Z', server: 'production' },
      checks: [
        { id: '1', category: 'schema', name: 'id is present', model: 'orders', field: 'id', result: 'passed' },
        { id: '2', category: 'quality', name: 'at least one row', model: 'orders', result: 'warning', reason: '0' },
      ],
      ...more,
    });
    const publish = (body: object, query: Record<string, string>, headers: Record<string, string>) =>
      fetch(
        `${world.service.baseUrl}/api/v1/dataContracts/results/datacontract-cli?${new URLSearchParams(query).toString()}`,
        { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } },
      );

    it('are results, with the token as x-api-key, and answered 200 whether new or not', async () => {
      const { token } = await world.service.client();
      for (const body of [run(), run()]) {
        const answer = await publish(body, { contract: orders.fullyQualifiedName }, { 'x-api-key': token });
        expect([answer.status, await answer.json()]).toMatchObject([
          200,
          { dataContractFQN: orders.fullyQualifiedName, timestamp: T, contractExecutionStatus: 'Success' },
        ]);
      }
      expect(await history(orders)).toHaveLength(1);
      const byId = await publish(run({ dataContractId: customers.id }), {}, { 'x-api-key': token });
      expect([byId.status, await history(customers)]).toEqual([200, [expect.objectContaining({ timestamp: T })]]);
    });

    it('are refused as one, without a contract, a right, a token, and what is no run', async () => {
      const { token } = await world.service.client();
      const consumer = await world.service.client('run_reader', 'DataConsumer');
      const known = { contract: orders.id };
      const statuses = [
        await publish(run(), {}, { 'x-api-key': token }),
        await publish(run(), { contract: 'no.such.contract' }, { 'x-api-key': token }),
        await publish(run({ checks: [] }), known, { 'x-api-key': token }),
        await publish(run(), known, { 'x-api-key': consumer.token }),
        await publish(run(), known, { 'x-api-key': 'x' }),
        await publish(run(), known, { 'x-api-key': token, authorization: 'Bearer x' }),
        await publish(run(), known, {}),
      ].map(({ status }) => status);
      expect(statuses).toEqual([400, 404, 400, 403, 401, 401, 401]);
      const elsewhere = await fetch(`${world.service.baseUrl}/api/v1/tables`, { headers: { 'x-api-key': token } });
      expect([elsewhere.status, await history(orders)]).toEqual([401, []]);
    });
  });

  it('need the permission to manage results', async () => {
    const consumer = await world.service.client('report_reader', 'DataConsumer');
    const answer = await consumer.put(`/dataContracts/results/reports?from=soda&contract=${orders.id}`, SCAN);
    const [refused] = (answer.body as { results: Outcome[] }).results;
    expect([answer.status, refused!.error!.errorType, await history(orders)]).toEqual([207, 'FORBIDDEN', []]);
  });
});
