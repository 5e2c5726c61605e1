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

  it('need the permission to manage results', async () => {
    const consumer = await world.service.client('report_reader', 'DataConsumer');
    const answer = await consumer.put(`/dataContracts/results/reports?from=soda&contract=${orders.id}`, SCAN);
    const [refused] = (answer.body as { results: Outcome[] }).results;
    expect([answer.status, refused!.error!.errorType, await history(orders)]).toEqual([207, 'FORBIDDEN', []]);
  });
});
