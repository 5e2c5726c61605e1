import { Client } from 'pg';
import { FullDisk } from '../../integration/support/full-disk';
import { backends, parsed, RunWorld } from '../../integration/runs/support/run-world';
import { workerProgram, WorkerProcess } from '../../integration/runs/support/worker-process';

/** Processes start here on a machine that may be busy. */
const program = workerProgram();
afterAll(() => program.remove());

describe.each(backends(13))('a worker with the queue on $name', (backend) => {
  let world: RunWorld;
  let worker: WorkerProcess;

  beforeAll(async () => {
    world = await RunWorld.create(backend);
    const environment: Record<string, string> = { DATABASE_URL: world.contracts.url };
    if (backend.redisUrl) environment.REDIS_URL = backend.redisUrl;
    worker = await WorkerProcess.start(program.main, environment);
  });
  afterAll(async () => {
    await worker.kill();
    await world.destroy();
  });

  /** Every connection of every process, those of listeners and pools alike. A vacuum is not the owner's to end. */
  const cutAll = async () => {
    const client = new Client({ connectionString: world.contracts.url });
    await client.connect();
    const text = `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
                   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
    const { rows } = await client.query<{ n: number }>(text);
    await client.end();
    return rows[0]!.n;
  };
  const validated = async () => {
    for (;;) {
      try {
        const contract = await world.contracts.contract({ semantics: [{ name: 'hasOwner' }] });
        return parsed(await world.validate(contract, { waitMs: 60_000 }));
      } catch {
        // A pooled connection that was cut is noticed by the request that takes it: the edge answers 503, clients repeat.
      }
    }
  };

  it('goes on after all its connections were cut, again and again, without a wait by its callers', async () => {
    for (let n = 0; n < 3; n++) {
      expect(await validated()).toMatchObject({ contractExecutionStatus: 'Failed' });
      expect(await cutAll()).toBeGreaterThan(0);
    }
    expect(await validated()).toMatchObject({ contractExecutionStatus: 'Failed' });
    expect((await worker.get('/livez')).status).toBe(200);
  });

  it('takes no jobs and is not ready while the disk is full, and goes on when there is room', async () => {
    const contract = await world.contracts.contract({ semantics: [{ name: 'hasOwner' }] });
    const disk = await FullDisk.of(world.database, 'contract_result');
    const answer = world.validate(contract, { waitMs: 60_000 });
    await worker.says('/readyz', {
      code: 503,
      parts: {
        database: { ready: true },
        disk: { ready: false, reason: 'the disk of the database is full' },
        jobs: { ready: false, reason: 'not consumed' },
      },
    });
    await disk.empty();
    expect(parsed(await answer)).toMatchObject({ contractExecutionStatus: 'Failed' });
    await worker.says('/readyz', { code: 200, parts: { disk: { ready: true }, jobs: { ready: true } } });
  });

  it('ends a wait that was open when the connections were cut', async () => {
    await validated();
    const contract = await world.contracts.contract({ semantics: [{ name: 'hasOwner' }] });
    const begun = world.moreWaits(1);
    const answer = world.validate(contract, { waitMs: 60_000 });
    await begun;
    await cutAll();
    expect(parsed(await answer.catch(() => world.validate(contract)))).toMatchObject({
      contractExecutionStatus: 'Failed',
    });
  });
});
