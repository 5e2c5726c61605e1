import { QueueControl } from '@app/queue';
import { Client } from 'pg';
import { WaitingRuns } from '../../../libs/validation/src/runs/work/waiting-runs';
import type { TestContract } from './support/contract-world';
import { backends, deferred, jobContext, RunWorld, SUCCESS } from './support/run-world';

const QUEUE = 'validation';
/** More than the places of a worker of this world. */
const MANY = 12;

describe.each(backends(14))('runs that wait with the queue on $name', (backend) => {
  let world: RunWorld;

  beforeEach(async () => {
    world = await RunWorld.create(backend);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.destroy();
  });

  async function queued(count: number): Promise<{ contract: TestContract; resultId: string }[]> {
    const made: { contract: TestContract; resultId: string }[] = [];
    for (let n = 0; n < count; n++) {
      const contract = await world.contracts.contract();
      made.push({ contract, resultId: await world.forgottenRun(contract) });
    }
    return made;
  }

  const send = (runs: Awaited<ReturnType<typeof queued>>) =>
    world.dispatcher.dispatchAll(
      runs.map(({ contract, resultId }) => ({ contract: contract.node, resultId, lane: 'urgent' as const })),
    );

  const waitingJobs = async () => (await world.producer.queue(QUEUE).getJobCounts('waiting'))['waiting'];

  /** What a worker would take, without its places. */
  const takerOf = (evaluate = jest.fn(() => Promise.resolve(SUCCESS))) =>
    new WaitingRuns(world.claims, world.dispatcher, world.worker(evaluate).job);

  it('are evaluated once each by workers with a backlog, and leave no job', async () => {
    const runs = await queued(MANY);
    const evaluated: string[] = [];
    const ended = runs.map(({ resultId }) => world.waits.expect(resultId).ended);
    await world.waits.open();
    jest.spyOn(world.producer, 'isPaused').mockResolvedValue(false);
    const claimWaiting = jest.spyOn(world.claims, 'claimWaiting');
    await send(runs);
    const evaluate = (node: string) => {
      evaluated.push(node);
      return Promise.resolve(SUCCESS);
    };
    const workers = [world.startWorker(evaluate), world.startWorker(evaluate)];
    await Promise.all(ended);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(evaluated.sort()).toEqual(runs.map(({ contract }) => contract.node).sort());
    expect(claimWaiting).toHaveBeenCalled();
    expect(await world.database.query('select from validation_run')).toEqual([]);
  });

  it('are taken the oldest first, with their jobs, by one of two who take at once', async () => {
    const runs = await queued(6);
    await send(runs);
    jest.spyOn(world.producer, 'isPaused').mockResolvedValue(false);
    const withdraw = jest.spyOn(world.dispatcher, 'withdraw');
    const [first, second] = await Promise.all([1, 2].map(() => takerOf().take('urgent', 2)));
    const ids = [...first!, ...second!].map(({ id }) => id);
    expect(ids.sort()).toEqual(
      runs
        .slice(0, 4)
        .map(({ resultId }) => resultId)
        .sort(),
    );
    await Promise.all(withdraw.mock.results.map(({ value }) => value as Promise<void>));
    expect(await waitingJobs()).toBe(2);
    for (const { run } of [...first!, ...second!]) await run(jobContext());
    expect(await world.result(runs[0]!.resultId)).toMatchObject({ status: 'Success', details: { attempts: 1 } });
  });

  it('are left where they are while the queue is paused, in another lane, or behind a run of their contract', async () => {
    const [run] = await queued(1);
    const taker = takerOf();
    const control = new QueueControl(world.producer, world.registry);
    await control.pause(QUEUE);
    expect(await taker.take('urgent', 4)).toEqual([]);
    await control.resume(QUEUE);
    jest.spyOn(world.producer, 'isPaused').mockResolvedValue(false);
    expect(await taker.take('batch', 4)).toEqual([]);
    expect((await taker.take('urgent', 4)).map(({ id }) => id)).toEqual([run!.resultId]);
    await world.forgottenRun(run!.contract);
    expect(await taker.take('urgent', 4)).toEqual([]);
  });

  it('do not wait for contracts that somebody has locked', async () => {
    const [locked, free] = await queued(2);
    const other = new Client({ connectionString: world.contracts.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from contract where node = $1 for no key update', [locked!.contract.node]);
      const runs = await world.claims.claimWaiting('urgent', 4, 'a worker');
      expect(runs.map(({ resultId }) => resultId)).toEqual([free!.resultId]);
    } finally {
      await other.end();
    }
    expect(await world.openRun(locked!.resultId)).toMatchObject({ state: 'Queued', attempt: 0 });
  });

  it('are handed back by a worker that is stopped while it takes them', async () => {
    const [run] = await queued(1);
    const never = deferred<typeof SUCCESS>();
    jest.spyOn(world.producer, 'isPaused').mockResolvedValue(false);
    const [taken] = await takerOf(jest.fn(() => never.promise)).take('urgent', 1);
    await taken!.run({ ...jobContext(), signal: AbortSignal.abort() });
    expect(await world.openRun(run!.resultId)).toMatchObject({ state: 'Running', worker: null, crashes: 0 });
  });

  it('are taken over first from a worker that is gone', async () => {
    const [lost, ...others] = await queued(3);
    await world.claims.claim(lost!.resultId, lost!.contract.node, 'a worker that is gone');
    expect(await world.claims.claimWaiting('urgent', 1, 'a worker')).toMatchObject([{ resultId: others[0]!.resultId }]);
    await world.expireLease(lost!.resultId);
    expect(await world.claims.claimWaiting('urgent', 1, 'a worker')).toMatchObject([
      { resultId: lost!.resultId, retaken: true, crashes: 1, attempt: 2 },
    ]);
    expect(await world.claims.claimWaiting('urgent', 4, 'a worker')).toMatchObject([{ resultId: others[1]!.resultId }]);
  });

  it('are rung as soon as the lease of a worker has ended, however late they would be otherwise', async () => {
    const [run] = await queued(1);
    await world.claims.claimWaiting('urgent', 1, 'a worker that is gone');
    await world.database.query(
      `update validation_run set rings = 9, ring_at = clock_timestamp() + interval '15 s', lease_until = clock_timestamp() - interval '1 s'
        where result_id = $1`,
      [run!.resultId],
    );
    expect(await world.reconciler.dispatchForgotten()).toBe(1);
    expect(await world.reconciler.dispatchForgotten()).toBe(0);
  });
});

describe('runs that go on', () => {
  it('are shown together, and one whose contract is locked waits alone', async () => {
    const world = await RunWorld.create();
    try {
      const contracts = [1, 2, 3].map(() => world.contracts.contract());
      const runs = [];
      for (const contract of await Promise.all(contracts)) {
        const id = await world.forgottenRun(contract);
        runs.push((await world.claims.claim(id, contract.node, 'a worker'))!);
      }
      const [locked, free, lost] = runs;
      const other = new Client({ connectionString: world.contracts.url });
      await other.connect();
      await other.query('begin');
      await other.query('select 1 from contract where node = $1 for no key update', [locked!.contract]);
      const late = world.claims.report(locked!, []);
      const others = [free!, { ...lost!, attempt: 9 }].map((run) => world.claims.report(run, []));
      expect(await Promise.all(others)).toEqual([true, false]);
      const status = async () => (await world.result(locked!.resultId)).status;
      expect([await status(), (await world.result(free!.resultId)).status]).toEqual(['Queued', 'Running']);
      await other.end();
      expect([await late, await status()]).toEqual([true, 'Running']);
    } finally {
      await world.destroy();
    }
  });
});
