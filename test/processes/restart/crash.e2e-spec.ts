import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { inTens, makeContracts, statusOf, TERMINAL, unique, type Result } from './restart-world';
import { eventually } from '../../support/eventually';

const T = 1_700_000_000_000;
/** Until one cuts something. */
const MOST_KILLS = 10;

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
    let next = 0;
    let unanswered = 0;
    const writeUntilKilled = async (): Promise<void> => {
      const enough = written.size + 100;
      let killed: Promise<unknown> | undefined;
      const write = async (writer: number): Promise<void> => {
        while (!killed) {
          const nth = next++;
          const name = `${prefix}_${nth}`;
          const timestamp = T + nth;
          const [made, put] = await Promise.all([
            statusOf(client.post('/glossaries', { name, description: `By ${writer}` })),
            statusOf(
              client.put(`/dataContracts/${contract}/results`, { timestamp, contractExecutionStatus: 'Success' }),
            ),
          ]);
          if (made === 201) written.add(name);
          if (put === 201) pushed.add(timestamp);
          unanswered += [made, put].filter((status) => status === undefined).length;
          if (written.size >= enough) killed ??= service.kill('api');
        }
      };
      await Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)));
      await killed;
      await service.startApi();
    };
    // A kill with nothing in flight proves nothing; where many answers come at once, that may be.
    for (let kills = 0; kills < MOST_KILLS && unanswered === 0; kills++) await writeUntilKilled();
    expect(unanswered).toBeGreaterThan(0);
    const names = await Promise.all([...written].map((name) => client.get(`/glossaries/name/${name}`)));
    expect(names.filter(({ status }) => status !== 200)).toEqual([]);
    const results = await client.must<{ data: Result[] }>('GET', `/dataContracts/${contract}/results?limit=10000`);
    const stored = new Set(results.data.map(({ timestamp }) => timestamp));
    expect([...pushed].filter((timestamp) => !stored.has(timestamp))).toEqual([]);
    const { latestResult } = await client.must<{ latestResult: Result }>('GET', `/dataContracts/${contract}`);
    expect(latestResult.timestamp).toBe(Math.max(...stored));
  });

  it('a POST that was cut is repeated under its Idempotency-Key and has one effect', async () => {
    const sent = async (prefix: string) => {
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
      await service.startApi();
      return { before, post };
    };
    let round = await sent(unique('g'));
    for (let kills = 1; kills < MOST_KILLS && !round.before.includes(undefined); kills++)
      round = await sent(unique('g'));
    const { before, post } = round;
    expect(before).toContain(undefined);
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
    const atKill = await eventually(done, (count) => count > before + 5);
    await service.kill(worker);
    // Else the worker had been done before it died.
    expect(atKill).toBeLessThan(before + 200);
    await service.startWorker();
    await eventually(done, (count) => count === before + 200);
    const results = await inTens(200, async (i) => {
      const path = `/dataContracts/${contracts[i]}/results`;
      const list = await client.must<{ data: Result[] }>('GET', path);
      return list.data.map(({ id, contractExecutionStatus }) => `${id} ${contractExecutionStatus}`);
    });
    expect(results).toEqual(accepted.map(({ id }) => [`${id} Success`]));
  });
});
