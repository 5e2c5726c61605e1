import { backends, parsed, RunWorld } from '../../integration/runs/support/run-world';
import type { TestContract } from '../../integration/runs/support/contract-world';
import { workerProgram, hasProc, WorkerProcess } from '../../integration/runs/support/worker-process';

/** Processes start and die here on a machine that may be busy; nothing waits for time to pass. */
const ASSET = {
  body: { description: 'All orders' },
  details: {
    columns: [
      { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
      { name: 'total', dataType: 'DECIMAL' },
    ],
  },
};
const CONTRACT = {
  schema: [
    { name: 'id', dataType: 'INT', constraint: 'NOT_NULL' },
    { name: 'total', dataType: 'STRING' },
  ],
  semantics: [{ name: 'hasDescription' }, { name: 'hasOwner' }, { name: 'be nice', description: 'text only' }],
  sla: { refreshFrequency: 'P1D' },
};

const program = workerProgram();
afterAll(() => program.remove());

describe.each(backends(15))('a worker process with the queue on $name', (backend) => {
  let world: RunWorld;
  let contract: TestContract;
  const workers: WorkerProcess[] = [];

  beforeEach(async () => {
    world = await RunWorld.create(backend);
    contract = await world.contracts.contract(CONTRACT, ASSET);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await world.destroy();
  });

  const start = async (failpoints?: string) => {
    const environment: Record<string, string> = { DATABASE_URL: world.contracts.url };
    if (backend.redisUrl) environment.REDIS_URL = backend.redisUrl;
    const worker = await WorkerProcess.start(program.main, environment, failpoints);
    workers.push(worker);
    return worker;
  };

  it('is ready, validates in all dimensions, and ends in order', async () => {
    const owner = await world.contracts.entity('user', 'someone');
    await world.contracts.refer(contract.assetNode, 'owners', owner.node);
    await world.database.query(`insert into observation values ($1, 'refresh', $2, 'test')`, [
      contract.assetNode,
      Date.now() - 1_000,
    ]);
    const worker = await start();
    const ready = { ready: true };
    const parts = {
      database: ready,
      migrations: ready,
      writes: ready,
      disk: ready,
      commits: ready,
      queue: ready,
      jobs: ready,
      background: ready,
    };
    // It takes jobs once it has seen that the queue keeps them.
    await worker.says('/readyz', { code: 200, parts });
    expect(await (await worker.get('/readyz')).json()).toEqual({ status: 'ready', parts });
    expect(parsed(await world.validate(contract, { parts: 'details' }))).toMatchObject({
      contractExecutionStatus: 'PartialSuccess',
      schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['total'] },
      semanticsValidation: { passed: 2, failed: 0, total: 2, failedRules: [] },
      slaValidation: { refreshFrequencyMet: true },
      result: expect.stringContaining('total'),
      details: { schemaValidation: [{ field: 'total', message: expect.any(String) }] },
      notEvaluated: ['be nice'],
      contractVersion: 0.1,
      trigger: 'manual',
      attempts: 1,
    });
    worker.signal('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  });

  it('is not ready while a round fails each time, and says why', async () => {
    const worker = await start();
    await worker.says('/readyz', { code: 200, parts: { background: { ready: true } } });
    await world.database.query('alter table schedule rename to away');
    const reason = 'due schedules wait: relation "schedule" does not exist';
    await worker.says('/readyz', { code: 503, parts: { background: { ready: false, reason } } });
    await world.database.query('alter table away rename to schedule');
    await worker.says('/readyz', { code: 200, parts: { background: { ready: true } } });
  });

  it('judges test cases by their newest result', async () => {
    const [good, bad] = [
      await world.contracts.entity('testCase', 't.good'),
      await world.contracts.entity('testCase', 't.bad'),
    ];
    const tested = await world.contracts.contract();
    await world.contracts.refer(tested.node, 'qualityExpectations', good.node);
    await world.contracts.refer(tested.node, 'qualityExpectations', bad.node);
    await world.database.query(
      `insert into test_case_result values ($1, 1, 'Failed', '{}'), ($1, 2, 'Success', '{}'), ($2, 1, 'Success', '{}'),
         ($2, 2, 'Failed', '{"result": "3 rows"}')`,
      [good.node, bad.node],
    );
    await start();
    expect(parsed(await world.validate(tested))).toMatchObject({
      contractExecutionStatus: 'Failed',
      qualityValidation: { passed: 1, failed: 1, total: 2, qualityScore: 50 },
    });
  });

  it.each([
    ['after-claim', 2],
    ['after-compute-before-commit', 2],
    ['after-commit-before-ack', 1],
  ])('killed %s leaves a run that ends once', async (failpoint, attempts) => {
    const dying = await start(`${failpoint}=kill`);
    const answer = world.validate(contract, { waitMs: 60_000, parts: 'details' });
    expect(await dying.ended).toMatchObject({ signal: 'SIGKILL' });
    const open = await world.database.query<{ id: string }>(`select result_id::text as id from validation_run`);
    for (const { id } of open) await world.expireLease(id);
    await start();
    expect(parsed(await answer)).toMatchObject({ contractExecutionStatus: 'Failed', attempts });
    const results = await world.database.query(`select status from contract_result where contract = $1`, [
      contract.node,
    ]);
    expect(results).toEqual([{ status: 'Failed' }]);
    expect(await world.database.query(`select 1 from validation_run`)).toEqual([]);
  });

  (hasProc ? it : it.skip)('that comes back from the dead writes nothing', async () => {
    const zombie = await start('after-compute-before-commit=stop');
    const answer = world.validate(contract, { waitMs: 60_000, parts: 'details' });
    await zombie.isStopped();
    const [open] = await world.database.query<{ id: string }>(`select result_id::text as id from validation_run`);
    await world.expireLease(open!.id);
    const second = await start();
    expect(parsed(await answer)).toMatchObject({ attempts: 2 });
    await second.hasCounted('retaken');
    const before = await world.result(open!.id);
    zombie.signal('SIGCONT');
    await zombie.hasCounted('fenced');
    expect(await world.result(open!.id)).toEqual(before);
  });

  it('finds runs by itself that were queued before it started', async () => {
    const resultId = await world.queuedRun(contract);
    const begun = world.moreWaits(1);
    const answer = world.validate(contract);
    await begun;
    await start();
    expect(parsed(await answer).id).toBe(resultId);
  });
});
