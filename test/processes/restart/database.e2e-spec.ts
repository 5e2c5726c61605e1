import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { makeContracts, onDatabase, type Result } from './restart-world';
import { eventually } from '../../support/eventually';

/** How soon all is well again (reliability: a restart of the database under load). */
const BACK_MS = 10_000;

describe('a database that drops every connection', () => {
  let service: RunningService;
  let client: RestClient;
  beforeAll(async () => {
    service = await RunningService.start();
    client = await service.client();
  });
  afterAll(() => service?.stop());

  const dropAll = () =>
    onDatabase(service, async (database) => {
      const { rowCount } = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
      );
      return rowCount ?? 0;
    });

  it('under load: 2xx or a 503 that says so, nothing else; then all goes on in the same processes', async () => {
    const contracts = await makeContracts(client, 10);
    const seen = new Map<number, number>();
    let isOver = false;
    const load = async (i: number): Promise<void> => {
      for (let round = 0; !isOver; round++) {
        const path = `/dataContracts/${contracts[i]}`;
        const description = [{ op: 'add', path: '/description', value: `${i} ${round}` }];
        const answer = await (round % 2 ? client.patch(path, description) : client.get(path));
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (answer.status !== 503) continue;
        expect(answer.body).toMatchObject({ code: 503, errorType: 'SERVICE_UNAVAILABLE' });
        expect(answer.body.message).toMatch(/database/);
        expect(String(answer.body.message)).not.toMatch(/127\.0\.0\.1|:\d{4,}/);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    };
    const loads = contracts.map((_, i) => load(i));
    for (let round = 0; round < 3; round++) {
      const atCut = [...seen.values()].reduce((sum, n) => sum + n, 0);
      expect(await dropAll()).toBeGreaterThan(5);
      await eventually(
        async () => [...seen.values()].reduce((sum, n) => sum + n, 0),
        (count) => count > atCut + 100,
        BACK_MS,
      );
    }
    isOver = true;
    await Promise.all(loads);
    expect([...seen.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(seen.get(200)).toBeGreaterThan(100);
    await eventually(
      () => client.get('/tables?limit=1'),
      ({ status }) => status === 200,
      BACK_MS,
    );
  });

  it('a validation afterwards is done and its end is heard', async () => {
    const [id] = await makeContracts(client, 1);
    const { status } = await client.post<Result>(`/dataContracts/${id}/validate`, undefined, { prefer: 'wait=60' });
    expect(status).toBe(200);
    await dropAll();
    const again = () => client.post<Result>(`/dataContracts/${id}/validate`, undefined, { prefer: 'wait=30' });
    const answer = await eventually(again, (given) => given.status === 200);
    expect(answer.body.contractExecutionStatus).toBe('Success');
  });

  it('a validation that waits while the connections go is answered with its end', async () => {
    const [id] = await makeContracts(client, 1);
    const path = `/dataContracts/${id}/validate`;
    const waits = Array.from({ length: 5 }, () => client.post<Result>(path, undefined, { prefer: 'wait=60' }));
    await Promise.race(waits);
    await dropAll();
    const answers = await Promise.all(waits);
    for (const { status, body } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 200) expect(body.contractExecutionStatus).toBe('Success');
    }
    const list = () => client.get<{ data: Result[] }>(`/dataContracts/${id}/results`);
    const settled = await eventually(
      list,
      ({ status, body }) => status === 200 && body.data.every((run) => run.contractExecutionStatus === 'Success'),
      60_000,
    );
    expect(settled.body.data.length).toBeGreaterThan(0);
  });

  it('both processes end in order after all that', async () => {
    expect(await service.kill('api', 'SIGTERM')).toBe(0);
    expect(await service.kill('worker-0', 'SIGTERM')).toBe(0);
  });
});
