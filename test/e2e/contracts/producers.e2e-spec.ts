import { ContractWorld, type Contract, type Result } from './contract-world';

interface Part {
  readonly producer: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
}
type Summed = Result & { readonly details: { readonly parts: readonly Part[] } };
interface Outcomes {
  readonly results: readonly {
    readonly status: number;
    readonly result?: Result;
    readonly error?: { readonly message: string };
  }[];
}

describe('results of several tools over HTTP', () => {
  let world: ContractWorld;
  let contract: Contract;
  let now: number;
  beforeAll(async () => {
    world = await ContractWorld.shared();
  });
  beforeEach(async () => {
    contract = await world.contract();
    now = Date.now() - 60_000;
  });

  const report = (from: string, producer: string, timestamp: number, body: unknown, type = 'application/json') => {
    const query = new URLSearchParams({ from, producer, timestamp: String(timestamp), contract: contract.id });
    const headers = { 'content-type': type };
    return world.client.put<Outcomes>(`/dataContracts/results/reports?${query.toString()}`, body, headers);
  };
  const dbt = (timestamp: number, status: 'pass' | 'fail') =>
    report('dbt', 'dbt', timestamp, {
      metadata: { generated_at: new Date(timestamp).toISOString() },
      results: [
        { unique_id: 'test.shop.not_null_orders_id.a1b2c3d4e5', status, failures: status === 'fail' ? 2 : 0 },
        { unique_id: 'test.shop.unique_orders_id.f6a7b8c9d0', status: 'pass', failures: 0 },
      ],
    });
  const soda = (timestamp: number) =>
    report('soda', 'soda', timestamp, {
      scanEndTimestamp: new Date(timestamp).toISOString(),
      checks: [{ name: 'row_count > 0', table: 'orders', outcome: 'pass' }],
    });
  const junit = (timestamp: number, failed: boolean) => {
    const check = failed ? '<testcase name="a"><failure message="no"/></testcase>' : '<testcase name="a"/>';
    return report('junit', 'unit tests', timestamp, `<testsuite name="s">${check}</testsuite>`, 'application/xml');
  };
  const latest = async () =>
    (await world.client.get<Summed>(`/dataContracts/${contract.id}/results/latest?fields=details`)).body;
  const status = async () => (await latest()).contractExecutionStatus;

  it('stay Failed until the one that failed is mended', async () => {
    expect((await dbt(now, 'fail')).body.results[0]!.result!.contractExecutionStatus).toBe('Failed');
    expect((await soda(now + 1)).body.results[0]!.result!.contractExecutionStatus).toBe('Failed');
    await junit(now + 2, false);
    expect(await latest()).toMatchObject({
      contractExecutionStatus: 'Failed',
      timestamp: now + 2,
      producer: 'unit tests',
      qualityValidation: { passed: 3, failed: 1, total: 4, qualityScore: 75 },
      details: {
        parts: [
          { producer: 'dbt', timestamp: now, contractExecutionStatus: 'Failed' },
          { producer: 'soda', timestamp: now + 1, contractExecutionStatus: 'Success' },
          { producer: 'unit tests', timestamp: now + 2, contractExecutionStatus: 'Success' },
        ],
      },
    });
    const stored = await world.client.get<{ latestResult: object }>(`/dataContracts/${contract.id}`);
    expect(stored.body.latestResult).toMatchObject({ status: 'Failed', timestamp: now + 2 });
    await soda(now + 3);
    expect(await status()).toBe('Failed');
    await dbt(now + 4, 'pass');
    expect(await status()).toBe('Success');
    await junit(now + 5, true);
    expect(await status()).toBe('Failed');
    const path = `/dataContracts/${contract.id}/results/producers/${encodeURIComponent('unit tests')}`;
    const gone = await world.client.delete<Part>(path);
    expect([gone.status, gone.body.producer]).toEqual([200, 'unit tests']);
    expect((await world.client.delete(path)).status).toBe(404);
    expect(await status()).toBe('Failed');
    await soda(now + 6);
    expect(await status()).toBe('Success');
  });

  it('are pushed one by one, in batches, and by datacontract-cli', async () => {
    const sent = (producer: string, failed: number) => ({
      ...{ timestamp: now, producer, contractExecutionStatus: failed ? 'Failed' : 'Success' },
      qualityValidation: { passed: 1, failed, total: 1 + failed },
    });
    const first = await world.client.put<Result>(`/dataContracts/${contract.id}/results`, sent('dbt', 1));
    expect([first.status, Object.keys(first.body)]).toEqual([201, expect.not.arrayContaining(['details', 'producer'])]);
    const rows = ['a', 'b'].map((name) => JSON.stringify({ contractId: contract.id, ...sent(name, 0) })).join('\n');
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const many = await world.client.put<Outcomes>('/dataContracts/results/bulk', rows, ndjson);
    expect(many.body.results.map(({ result }) => result!.timestamp)).toEqual([now + 1, now + 2]);
    const run = {
      timestampEnd: new Date(now + 3).toISOString(),
      checks: [{ category: 'quality', name: 'rows', result: 'passed' }],
    };
    const query = new URLSearchParams({ contract: contract.id, producer: 'cli' });
    const path = `/dataContracts/results/datacontract-cli?${query.toString()}`;
    const published = await world.client.post<Result>(path, run);
    expect(published).toMatchObject({
      status: 200,
      body: { timestamp: now + 3, contractExecutionStatus: 'Failed', qualityValidation: { passed: 4, failed: 1 } },
    });
  });

  it('are parts of their tools where no producer is named, beside a result of the whole', async () => {
    const failed = { timestamp: now, contractExecutionStatus: 'Failed', result: 'Column amount is missing.' };
    await world.client.put(`/dataContracts/${contract.id}/results`, failed);
    const xml = '<testsuite name="t" tests="1"><testcase classname="x" name="one"/></testsuite>';
    const send = (more: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams({ from: 'junit', timestamp: String(now + 1), contract: contract.id, ...more });
      return world.client.put<Outcomes>(`/dataContracts/results/reports?${query.toString()}`, xml, {
        'content-type': 'application/xml',
      });
    };
    expect((await send({})).body.results[0]!.result!.contractExecutionStatus).toBe('PartialSuccess');
    const run = { timestampEnd: new Date(now + 2).toISOString(), checks: [{ name: 'rows', result: 'passed' }] };
    const path = `/dataContracts/results/datacontract-cli?contract=${contract.id}`;
    expect((await world.client.post<Result>(path, run)).body.contractExecutionStatus).toBe('PartialSuccess');
    expect(await latest()).toMatchObject({
      producer: 'datacontract-cli',
      result: '1 of 3 producers did not pass. whole: Column amount is missing.',
      details: { parts: [{ producer: 'datacontract-cli' }, { producer: 'junit' }, { producer: 'whole' }] },
    });
    const both = await send({ whole: 'true', producer: 'unit tests' });
    expect([both.status, JSON.stringify(both.body)]).toEqual([400, expect.stringContaining('has no producer')]);
    expect((await world.client.post(`${path}&whole=true&producer=x`, run)).status).toBe(400);
    await send({ whole: 'true', timestamp: String(now + 3) });
    expect(await latest()).toMatchObject({ timestamp: now + 3, contractExecutionStatus: 'Success' });
    expect(await latest()).not.toHaveProperty('producer');
    await world.client.post(`${path}&whole=true`, { ...run, timestampEnd: new Date(now + 4).toISOString() });
    expect(await latest()).toMatchObject({ timestamp: now + 4, contractExecutionStatus: 'Success' });
    expect(await latest()).not.toHaveProperty('producer');
  });

  it.each([
    ['service', /must not be "service"/],
    ['whole', /must not be "whole"/],
    ['', /1 to 64 characters/],
    ['x'.repeat(65), /64/],
    ['a\u202Eb', /1 to 64 characters.*U\+202E/],
    [7, /string|text/],
  ])('are refused under the name %j', async (producer, message) => {
    const sent = { timestamp: now, contractExecutionStatus: 'Success', producer };
    const { status, body } = await world.client.put<{ details: { field: string; message: string }[] }>(
      `/dataContracts/${contract.id}/results`,
      sent,
    );
    expect([status, body.details.map(({ field }) => field)]).toEqual([400, ['producer']]);
    expect(body.details[0]!.message).toMatch(message);
  });

  it('have ended, and wrong names of paths are 400', async () => {
    const sent = { timestamp: now, contractExecutionStatus: 'Running', producer: 'dbt' };
    const running = await world.client.put<{ message: string; details: object[] }>(
      `/dataContracts/${contract.id}/results`,
      sent,
    );
    expect(running).toMatchObject({ status: 400, body: { details: [{ field: 'contractExecutionStatus' }] } });
    const path = `/dataContracts/${contract.id}/results/producers`;
    expect((await world.client.delete(`${path}/${encodeURIComponent('a\u200Bb')}`)).status).toBe(400);
    expect((await world.client.delete(`${path}/nobody`)).status).toBe(404);
  });
});
