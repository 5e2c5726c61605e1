import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app/database';
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { migrateQueue } from '@app/queue';
import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

/** The limit that every write is answered within. */
const ANSWERED_MS = 10_000;

interface Health {
  readonly status: string;
  readonly parts: Readonly<Record<string, { readonly ready: boolean; readonly reason?: string }>>;
}

describe('a synchronous standby that is lost', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let service: RunningService;
  let client: RestClient;
  let workerUrl: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-standby-'));
    // As root the server runs under another account, which has to pass through.
    chmodSync(folder, 0o711);
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
    await migrateDatabase(server.url);
    await migrateQueue({ databaseUrl: server.url, workerConcurrency: 1 });
    const port = String(await freePort());
    workerUrl = `http://127.0.0.1:${port}`;
    service = await RunningService.start({ environment: { DATABASE_URL: server.url }, workers: 0 });
    await service.startWorker({ WORKER_PORT: port });
    client = await service.client();
  });
  afterAll(async () => {
    await service?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const standby = async (setting: string): Promise<void> => {
    const admin = new Client({ connectionString: server.administratorUrl });
    await admin.connect();
    await admin.query(`alter system ${setting}`);
    await admin.query('select pg_reload_conf()');
    await admin.end();
  };
  const health = async (url: string): Promise<Health> => (await (await fetch(`${url}/readyz`)).json()) as Health;
  const make = (name: string) =>
    client.post<{ id: string }>(
      '/services/databaseServices',
      { name, serviceType: 'Postgres' },
      { 'idempotency-key': name },
    );

  it('has writes answered in time, is named by the health of both, and all goes on when it is back', async () => {
    expect((await make('before')).status).toBe(201);
    await standby(`set synchronous_standby_names = 'ghost'`);
    const since = performance.now();
    const answers = Promise.all(Array.from({ length: 15 }, (_, i) => make(`during-${i}`)));
    const isNamed = ({ parts }: Health) => /synchronous standby/.test(parts.commits?.reason ?? '');
    const [api, worker] = await Promise.all(
      [service.baseUrl, workerUrl].map((url) => eventually(() => health(url), isNamed, ANSWERED_MS)),
    );
    expect([api?.status, worker?.status]).toEqual(['degraded', 'not ready']);
    expect((await client.get('/services/databaseServices/name/before')).status).toBe(200);
    for (const { status, body, headers } of await answers) {
      expect({ status, body }).toMatchObject({ status: 503, body: { errorType: 'SERVICE_UNAVAILABLE' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(performance.now() - since).toBeLessThan(ANSWERED_MS);

    await standby('reset synchronous_standby_names');
    for (const url of [service.baseUrl, workerUrl])
      await eventually(
        () => health(url),
        ({ status }) => status === 'ready',
        2 * ANSWERED_MS,
      );
    const repeated = await Promise.all(Array.from({ length: 15 }, (_, i) => make(`during-${i}`)));
    expect(repeated.map(({ status }) => status)).toEqual(Array(15).fill(201));
    const { body } = await client.get<{ paging: { total: number } }>('/services/databaseServices?limit=1');
    expect(body.paging.total).toBe(16);
  });
});
