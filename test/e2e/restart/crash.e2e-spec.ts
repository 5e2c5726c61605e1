import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { eventually, inTens, makeContracts, statusOf, TERMINAL, unique, type Result } from './restart-world';

const T = 1_700_000_000_000;

describe('processes that are killed', () => {
  let service: RunningService;
  let client: RestClient;
  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    client = await service.client();
  });
  afterAll(() => service?.stop());

  it('an API that dies in the middle of writes loses no write that it acknowledged', async () => {
    const [contract = ''] = await makeContracts(client, 1);
    const prefix = unique('g');
    const written = new Set<string>();
    const pushed = new Set<number>();
    let unanswered = 0;
    let killed: Promise<unknown> | undefined;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; !killed; round++) {
        const name = `${prefix}_${writer}_${round}`;
        const timestamp = T + writer * 10_000 + round;
        const [made, put] = await Promise.all([
          statusOf(client.post('/glossaries', { name, description: 'A' })),
          statusOf(client.put(`/dataContracts/${contract}/results`, { timestamp, contractExecutionStatus: 'Success' })),
        ]);
        if (made === 201) written.add(name);
        if (put === 201) pushed.add(timestamp);
        unanswered += [made, put].filter((status) => status === undefined).length;
        if (written.size >= 100) killed ??= service.kill('api');
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)));
    await killed;
    // With nothing in flight the kill would have proven nothing.
    expect(unanswered).toBeGreaterThan(0);
    await service.startApi();
    const names = await Promise.all([...written].map((name) => client.get(`/glossaries/name/${name}`)));
    expect(names.filter(({ status }) => status !== 200)).toEqual([]);
    const results = await client.must<{ data: Result[] }>('GET', `/dataContracts/${contract}/results?limit=10000`);
    const stored = new Set(results.data.map(({ timestamp }) => timestamp));
    expect([...pushed].filter((timestamp) => !stored.has(timestamp))).toEqual([]);
    const { latestResult } = await client.must<{ latestResult: Result }>('GET', `/dataContracts/${contract}`);
    expect(latestResult.timestamp).toBe(Math.max(...stored));
  });

  it('a POST that was cut is repeated under its Idempotency-Key and has one effect', async () => {
    const prefix = unique('g');
    const post = (i: number) =>
      client.post<{ id: string }>(
        '/glossaries',
        { name: `${prefix}_${i}`, description: 'A' },
        { 'idempotency-key': `${prefix}-${i}` },
      );
    const first = Array.from({ length: 60 }, (_, i) => post(i).catch(() => undefined));
    await Promise.race(first);
    await service.kill('api');
    const before = await Promise.all(first);
    expect(before).toContain(undefined);
    await service.startApi();
    const after = await inTens(60, post);
    expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
    for (const [i, answer] of before.entries()) if (answer) expect(after[i]!.body.id).toBe(answer.body.id);
  });

  it('a worker that dies in the middle: every accepted validation has exactly one terminal result', async () => {
    const contracts = await makeContracts(client, 200);
    const accepted = await inTens(200, async (i) => {
      const path = `/dataContracts/${contracts[i]}/validate`;
      const { status, body } = await client.post<Result>(path, undefined, { prefer: 'respond-async' });
      expect(status).toBe(202);
      return body;
    });
    const done = async (): Promise<number> => {
      const totals = await Promise.all(
        TERMINAL.map((status) =>
          client.must<{ paging: { total: number } }>('GET', `/dataContracts?limit=0&latestStatus=${status}`),
        ),
      );
      return totals.reduce((sum, { paging }) => sum + paging.total, 0);
    };
    const before = await done();
    const worker = await service.startWorker();
    const atKill = await eventually(done, (count) => count > before + 5, 60_000);
    await service.kill(worker);
    // Else the worker had been done before it died.
    expect(atKill).toBeLessThan(before + 200);
    await service.startWorker();
    await eventually(done, (count) => count === before + 200, 90_000);
    const results = await inTens(200, async (i) => {
      const path = `/dataContracts/${contracts[i]}/results`;
      const list = await client.must<{ data: Result[] }>('GET', path);
      return list.data.map(({ id, contractExecutionStatus }) => `${id} ${contractExecutionStatus}`);
    });
    expect(results).toEqual(accepted.map(({ id }) => [`${id} Success`]));
  }, 240_000);
});
