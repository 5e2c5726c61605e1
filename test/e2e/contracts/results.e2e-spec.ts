import { ContractWorld, type Contract, type Result, type ResultPage } from './contract-world';

const T = 1_700_000_000_000;
const PUSHED = {
  contractExecutionStatus: 'PartialSuccess',
  result: '1 of 10 rows is bad',
  schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['a'] },
  semanticsValidation: { passed: 0, failed: 1, total: 1, failedRules: [{ ruleName: 'r', reason: 'no' }] },
  qualityValidation: { passed: 9, failed: 1, total: 10, qualityScore: 90 },
  slaValidation: { refreshFrequencyMet: true, latencyMet: false, availabilityMet: true },
  executionTime: 4200,
};

describe('results are pushed, listed and deleted', () => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  const put = (id: string, body: object) => world.client.put<Result>(`/dataContracts/${id}/results`, body);
  const times = ({ data }: ResultPage): number[] => data.map(({ timestamp }) => timestamp - T);

  async function history(count: number): Promise<Contract> {
    const contract = await world.contract();
    for (let i = 0; i < count; i++) {
      const status = i % 3 ? 'Success' : 'Failed';
      await world.push(contract.id, T + i, { contractExecutionStatus: status });
    }
    return contract;
  }

  it('201 when new, 200 when replaced, the body is what is stored', async () => {
    const { id, fullyQualifiedName } = await world.contract();
    const first = await put(id, { timestamp: T, ...PUSHED, dataContractFQN: 'not.this.one' });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      dataContractFQN: fullyQualifiedName,
      timestamp: T,
      ...PUSHED,
    });
    const second = await put(id, { timestamp: T, contractExecutionStatus: 'Success' });
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    expect(Object.keys(second.body).sort()).toEqual(['contractExecutionStatus', 'dataContractFQN', 'id', 'timestamp']);
    expect((await world.results(id)).data).toEqual([second.body]);
  });

  it('the same id at another time moves it; an id of another contract is 409', async () => {
    const { id } = await world.contract();
    const own = crypto.randomUUID();
    expect((await put(id, { id: own, timestamp: T, ...PUSHED })).status).toBe(201);
    expect((await put(id, { id: own, timestamp: T + 1, ...PUSHED })).status).toBe(200);
    expect(times(await world.results(id))).toEqual([1]);
    const other = await world.contract();
    const taken = await put(other.id, { id: own, timestamp: T, ...PUSHED });
    expect(taken).toMatchObject({ status: 409, body: { errorType: 'CONFLICT' } });
    expect(taken.body.message).toContain(own);
  });

  it('failedFields and failedRules may be left out; null is absent', async () => {
    const { id } = await world.contract();
    const body = {
      timestamp: T,
      contractExecutionStatus: 'Failed',
      result: null,
      schemaValidation: { passed: 1, failed: 0, total: 1 },
      semanticsValidation: { passed: 1, failed: 0, total: 1, failedRules: null },
      slaValidation: null,
    };
    const { status, body: stored } = await put(id, body);
    expect(status).toBe(201);
    expect(stored).toMatchObject({ schemaValidation: { failedFields: [] }, semanticsValidation: { failedRules: [] } });
    expect(stored).not.toHaveProperty('slaValidation');
    expect(stored).not.toHaveProperty('result');
  });

  it('more than the interface has is kept for fields=details', async () => {
    const { id } = await world.contract();
    const more = { schemaValidation: { passed: 0, failed: 1, total: 1, duplicateFields: ['d'] }, incidentId: 'INC-1' };
    const { body } = await put(id, { timestamp: T, contractExecutionStatus: 'Failed', ...more });
    expect(Object.keys(body.schemaValidation as object).sort()).toEqual(['failed', 'failedFields', 'passed', 'total']);
    const detailed = await world.client.get<Result>(`/dataContracts/${id}/results/${body.id}?fields=details`);
    expect(JSON.stringify(detailed.body.details)).toMatch(/INC-1/);
    expect(JSON.stringify(detailed.body.details)).toMatch(/"d"/);
    expect(detailed.body.trigger).toBe('api');
  });

  it.each(['Running', 'Queued', 'Aborted'])('%s is stored as it came, and starts nothing', async (status) => {
    const { id } = await world.contract();
    const { body } = await put(id, { timestamp: T, contractExecutionStatus: status });
    expect(body.contractExecutionStatus).toBe(status);
    expect((await world.client.get<Result>(`/dataContracts/${id}/results/latest`)).body).toEqual(body);
    const cancel = await world.client.post(`/dataContracts/${id}/results/${body.id}/cancel`);
    expect(cancel.status).toBe(409);
  });

  it('lists newest first, ten by default, within startTs and endTs, both included', async () => {
    const { id } = await history(25);
    const all = await world.results(id);
    expect(times(all)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
    expect(all.paging.total).toBe(25);
    expect(all.paging.before).toBeUndefined();
    const within = await world.results(id, `?startTs=${T + 3}&endTs=${T + 6}`);
    expect([times(within), within.paging]).toEqual([[6, 5, 4, 3], { total: 4 }]);
    expect(times(await world.results(id, `?startTs=${T + 22}`))).toEqual([24, 23, 22]);
    expect(times(await world.results(id, `?endTs=${T + 1}`))).toEqual([1, 0]);
    expect(times(await world.results(id, `?startTs=${T + 5}&endTs=${T + 5}`))).toEqual([5]);
    expect(await world.results(id, `?startTs=${T + 100}`)).toEqual({ data: [], paging: { total: 0 } });
    expect(await world.results(id, '?limit=0')).toEqual({ data: [], paging: { total: 25 } });
    expect((await world.results(id, '?limit=10000')).data).toHaveLength(25);
    const failed = await world.results(id, '?status=Failed&limit=100');
    expect([failed.paging.total, failed.data.length]).toEqual([9, 9]);
  });

  it.each([1, 4, 25])('walks forward and backward by cursors, %i a page', async (limit) => {
    const { id } = await history(25);
    const window = `?limit=${limit}&startTs=${T}`;
    const pages = [await world.results(id, window)];
    for (let { after } = pages[0]!.paging; after; after = pages.at(-1)!.paging.after)
      pages.push(await world.results(id, `${window}&after=${after}`));
    const newestFirst = Array.from({ length: 25 }, (_, i) => 24 - i);
    expect(pages.flatMap(times)).toEqual(newestFirst);
    expect(pages).toHaveLength(Math.ceil(25 / limit));
    const backward = [pages.at(-1)!];
    for (let { before } = backward[0]!.paging; before; before = backward[0]!.paging.before)
      backward.unshift(await world.results(id, `${window}&before=${before}`));
    expect(backward.flatMap(times)).toEqual(newestFirst);
    expect(backward[0]!.paging.before).toBeUndefined();
    expect(pages.every(({ paging }) => paging.total === 25)).toBe(true);
  });

  it('latestResult follows: the newest by time, also when results are deleted', async () => {
    const { id } = await world.contract();
    const latest = async (): Promise<[number | undefined, string | undefined]> => {
      const { latestResult } = await world.read(id);
      return [latestResult && latestResult.timestamp - T, latestResult?.status];
    };
    expect(await latest()).toEqual([undefined, undefined]);
    await world.push(id, T + 5);
    await world.push(id, T + 3, { contractExecutionStatus: 'Failed' });
    expect(await latest()).toEqual([5, 'Success']);
    await world.push(id, T + 9, { contractExecutionStatus: 'Failed' });
    expect(await latest()).toEqual([9, 'Failed']);
    const gone = await world.client.delete<Result>(`/dataContracts/${id}/results/${T + 9}`);
    expect([gone.status, gone.body.timestamp, gone.body.contractExecutionStatus]).toEqual([200, T + 9, 'Failed']);
    expect(await latest()).toEqual([5, 'Success']);
    expect((await world.client.delete(`/dataContracts/${id}/results/${T + 9}`)).status).toBe(404);
    const before = await world.client.delete(`/dataContracts/${id}/results/before/${T + 5}`);
    expect([before.status, before.body]).toEqual([200, { deleted: 1 }]);
    expect(times(await world.results(id))).toEqual([5]);
    expect((await world.client.delete(`/dataContracts/${id}/results/before/${T + 6}`)).body).toEqual({ deleted: 1 });
    expect(await latest()).toEqual([undefined, undefined]);
    const none = await world.client.get(`/dataContracts/${id}/results/latest`);
    expect(none).toMatchObject({ status: 404, body: { message: `No result for data contract ${id}` } });
    expect((await world.client.delete(`/dataContracts/${id}/results/before/${T + 6}`)).body).toEqual({ deleted: 0 });
  });

  it('a new result changes the tag of the contract, not its version, and is no conflict', async () => {
    const { id } = await world.contract();
    const before = await world.client.get<Contract>(`/dataContracts/${id}`);
    await world.push(id, T);
    const after = await world.client.get<Contract>(`/dataContracts/${id}`);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect([after.body.version, after.body.updatedAt]).toEqual([before.body.version, before.body.updatedAt]);
    const tag = { 'if-match': before.headers.get('etag') ?? '' };
    const operations = [{ op: 'add', path: '/description', value: 'still mine' }];
    expect((await world.client.patch(`/dataContracts/${id}`, operations, tag)).status).toBe(200);
  });

  it('100 PUTs of one timestamp: one whole body wins, one is new', async () => {
    const { id } = await world.contract();
    const push = (i: number) =>
      put(id, {
        timestamp: T,
        contractExecutionStatus: 'Failed',
        result: `by ${i}`,
        qualityValidation: { passed: i, failed: 100, total: 100 + i },
      });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => push(i)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    const { data } = await world.results(id);
    expect(data).toHaveLength(1);
    const winner = Number(/\d+/.exec(String(data[0]!.result))?.[0]);
    expect(data[0]!.qualityValidation).toEqual({ passed: winner, failed: 100, total: 100 + winner });
    expect((await world.read(id)).latestResult).toMatchObject({ message: `by ${winner}` });
  });

  it('belong to their contract: another one has none of them', async () => {
    const { id } = await history(1);
    const other = await world.contract();
    const { data } = await world.results(id);
    expect((await world.client.get(`/dataContracts/${other.id}/results/${data[0]!.id}`)).status).toBe(404);
    expect((await world.client.delete(`/dataContracts/${other.id}/results/${T}`)).status).toBe(404);
    expect((await world.results(id)).data).toEqual(data);
  });
});
