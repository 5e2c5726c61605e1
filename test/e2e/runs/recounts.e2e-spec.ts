import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

const PATH = '/system/recounts';
const ADMIN = resolve(__dirname, '../../../bin/admin.cjs');

interface Recount {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly mended?: object;
  readonly progress?: { readonly done: number; readonly total: number; readonly current: string };
}

describe('recounts', () => {
  let service: RunningService;
  let client: RestClient;
  let database: Client;

  beforeAll(async () => {
    service = await RunningService.start();
    client = await service.client();
    database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await service.stop();
  });

  it('are requested, shown, listed and cancelled by administrators alone', async () => {
    const done = await client.post(PATH, undefined, { prefer: 'wait=30' });
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'Success', requestedBy: 'admin', attempts: 1, left: [], mended: { misnamed: 0, counts: 0 } },
    });
    const { id } = done.body as unknown as Recount;
    expect((await client.get(`${PATH}/${id}`)).body).toEqual(done.body);
    expect((await client.get(`${PATH}?status=Success&limit=1`)).body).toEqual({
      data: [done.body],
      paging: { total: 1 },
    });
    expect((await client.post(`${PATH}/${id}/cancel`)).status).toBe(409);
    expect((await client.get(`${PATH}/${randomUUID()}`)).status).toBe(404);
    const steward = await service.client('steward', 'DataSteward');
    for (const path of [PATH, `${PATH}/${id}`]) expect((await steward.get(path)).status).toBe(403);
    for (const path of [PATH, `${PATH}/${id}/cancel`]) expect((await steward.post(path)).status).toBe(403);
  });

  it('answer a repeated request with a key as the first', async () => {
    const key = { 'idempotency-key': randomUUID(), prefer: 'wait=30' };
    const first = await client.post(PATH, undefined, key);
    const again = await client.post(PATH, undefined, key);
    expect(again).toMatchObject({ status: first.status, body: first.body });
  });

  it('go on in another worker when theirs is killed in the middle', async () => {
    const domain = await client.must<{ id: string }>('PUT', '/domains', {
      ...{ name: 'misnamed', description: 'x', domainType: 'Source-aligned' },
    });
    await database.query(`update entity set fqn = 'mangled' where id = $1`, [domain.id]);
    // The mend of this row waits for us.
    await database.query('begin');
    await database.query('select from entity where id = $1 for update', [domain.id]);
    const asked = await client.post(PATH);
    expect(asked.status).toBe(202);
    const { id } = asked.body as unknown as Recount;
    const recount = async () => (await client.get(`${PATH}/${id}`)).body as unknown as Recount;
    await eventually(recount, ({ status }) => status === 'Running');
    await service.kill('worker-0');
    await database.query('rollback');
    await service.startWorker();
    const ended = await eventually(recount, ({ status }) => status === 'Success');
    expect(ended).toMatchObject({ attempts: 2, mended: { misnamed: 1 } });
    expect(await client.must('GET', `/domains/${domain.id}`)).toMatchObject({ fullyQualifiedName: 'misnamed' });
  });

  describe('by the command of the operator', () => {
    const command = async (): Promise<string> => {
      const env = { PATH: process.env.PATH, ...service.environment };
      return (await promisify(execFile)(process.execPath, [ADMIN, 'catalog', 'check', '--background'], { env })).stdout;
    };
    const recount = async (id: string) => (await client.get(`${PATH}/${id}`)).body as unknown as Recount;
    /** What a command that queues a recount has printed. @returns the id in it */
    const idOf = (printed: string): string => {
      const [, id = '', state, route] = /^The recount (\S+) (is .+): (.+)\n$/.exec(printed) ?? [];
      expect({ state, route }).toEqual({ state: 'is queued', route: `GET /api/v1${PATH}/${id}` });
      return id;
    };
    /** A wrong counter, where counters are checked behind all others once we have ended. */
    const pause = async (): Promise<void> => {
      await database.query(`update counter set n = n + 5 where type = 'domain' and parent = 0 and not deleted`);
      await database.query('begin');
      await database.query('lock table counter in share mode');
    };
    const waitsForUs = ({ status, progress }: Recount) => status === 'Running' && progress?.current === 'documents';

    it('run in a worker, show their progress and their end, and are one at a time', async () => {
      await pause();
      const id = idOf(await command());
      const { progress } = await eventually(() => recount(id), waitsForUs);
      expect(progress!.done).toBeGreaterThan(0);
      expect(progress!.done).toBeLessThan(progress!.total);
      expect(await command()).toBe(`The recount ${id} is open already: GET /api/v1${PATH}/${id}\n`);
      await database.query('rollback');
      const ended = await eventually(
        () => recount(id),
        ({ status }) => status === 'Success',
      );
      expect(ended).toMatchObject({ requestedBy: 'operator', attempts: 1, mended: { counts: 1 } });
      expect(ended.progress!.done).toBe(ended.progress!.total);
    });

    it('end where they are cancelled, and another one begins', async () => {
      await pause();
      const id = idOf(await command());
      await eventually(() => recount(id), waitsForUs);
      expect(await client.must('POST', `${PATH}/${id}/cancel`)).toMatchObject({
        ...{ status: 'Aborted', reason: 'cancelled', requestedBy: 'operator', progress: { current: 'documents' } },
      });
      const next = idOf(await command());
      await database.query('rollback');
      await eventually(
        () => recount(next),
        ({ status }) => status === 'Success',
      );
      expect(await recount(id)).toMatchObject({ status: 'Aborted' });
    });
  });
});
