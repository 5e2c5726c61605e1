import { RunningService } from '../../support/running-service';
import { makeContracts, makeTables, onDatabase, type Result } from './restart-world';
import { eventually } from '../../support/eventually';
import { sentToLocked } from '../../support/metric';

/** The time that a supervisor grants before it kills a process. */
const MOST_MS = 10_000;
/** A quarter of its ten connections, and one. */
const WRITES = 3;
const WAITS = 10;

describe('a process that is asked to stop', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
  });
  afterAll(() => service?.stop());

  it('finishes the requests in flight, answers waits at once with 202, and exits 0', async () => {
    const client = await service.client();
    const tables = await makeTables(client, WRITES);
    const contracts = await makeContracts(client, WAITS);
    await onDatabase(service, async (database) => {
      await database.query('begin');
      await database.query('select 1 from entity where id = any($1) for update', [tables]);
      const describe = tables.map(
        (id) => () =>
          client.patch<{ description: string }>(`/tables/${id}`, [{ op: 'add', path: '/description', value: 'kept' }]),
      );
      const writes = await sentToLocked(service.baseUrl, describe);
      // Beside them there are connections left for the others.
      const waits = contracts.map((id) =>
        client.post<Result>(`/dataContracts/${id}/validate`, undefined, { prefer: 'wait=60' }),
      );
      const queued = async (): Promise<number> => {
        const { rows } = await database.query<{ n: number }>('select count(*)::int as n from validation_run');
        return rows[0]!.n;
      };
      await eventually(queued, (count) => count === WAITS);

      const asked = Date.now();
      const exit = service.kill('api', 'SIGTERM');
      const answers = await Promise.all(waits);
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: WAITS }, () => 202));
      expect(answers.every(({ body }) => body.contractExecutionStatus === 'Queued')).toBe(true);
      await database.query('commit');
      const written = await Promise.all(writes);
      expect(written.map(({ status, body }) => [status, body.description])).toEqual(
        Array.from({ length: WRITES }, () => [200, 'kept']),
      );
      expect(await exit).toBe(0);
      expect(Date.now() - asked).toBeLessThan(MOST_MS);
    });

    await service.startApi();
    const worker = await service.startWorker();
    for (const id of contracts) {
      const latest = () => client.get<Result>(`/dataContracts/${id}/results/latest`);
      await eventually(latest, ({ body }) => body.contractExecutionStatus === 'Success');
    }
    const asked = Date.now();
    expect(await service.kill(worker, 'SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(MOST_MS);
  });
});
