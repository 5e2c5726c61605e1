import { QueueControl } from '@app/queue';
import { Client } from 'pg';
import type { TestContract } from './support/contract-world';
import { backends, deferred, parsed, runContext, RunWorld, SUCCESS } from './support/run-world';

const QUEUE = 'validation';
/** Of the world's workers. */
const SLOTS = 4;
const MANY = 12;

describe.each(backends(9))('the queue of runs, with jobs on $name', (backend) => {
  let world: RunWorld;
  let control: QueueControl;

  beforeEach(async () => {
    world = await RunWorld.create(backend);
    control = new QueueControl(world.producer, world.registry);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.destroy();
  });

  async function queued(count: number): Promise<{ contract: TestContract; resultId: string }[]> {
    const made: { contract: TestContract; resultId: string }[] = [];
    for (let n = 0; n < count; n++) {
      const contract = await world.contracts.contract();
      made.push({ contract, resultId: await world.queuedRun(contract) });
    }
    return made;
  }

  const idsOf = (runs: readonly ({ id: string } | { resultId: string })[]) =>
    runs.map((run) => ('id' in run ? run.id : run.resultId));
  const claim = (most: number, lane: 'urgent' | 'batch' = 'urgent') => world.claims.claim(lane, most, 'a worker');

  it('evaluates each run once, by workers that claim it in blocks, and sends no job for one that ends soon', async () => {
    const send = jest.spyOn(world.producer, 'send');
    const runs = await queued(MANY);
    const evaluated: string[] = [];
    await world.waits.open();
    const ended = runs.map(({ resultId }) => world.waits.expect(resultId).ended);
    const claims = jest.spyOn(world.claims, 'claim');
    const evaluate = (node: string) => {
      evaluated.push(node);
      return Promise.resolve(SUCCESS);
    };
    world.startWorker(evaluate);
    world.startWorker(evaluate);
    await Promise.all(ended);
    expect(evaluated.sort()).toEqual(runs.map(({ contract }) => contract.node).sort());
    expect(claims.mock.calls.map(([lane, most]) => [lane, most])).toContainEqual(['urgent', SLOTS]);
    expect(await world.database.query('select from validation_run')).toEqual([]);
    expect(send).not.toHaveBeenCalled();
  });

  it('begins a run within its notification, of which it prefetches what the run needs', async () => {
    const worker = world.startWorker();
    const listening = jest.spyOn(world.database, 'listen');
    // The first poll listens.
    while (worker.lanes.freeLanes.length === 0 || listening.mock.results.length === 0) await new Promise(setImmediate);
    await listening.mock.results[0]!.value;
    const claims = jest.spyOn(world.claims, 'claim');
    const contract = await world.contracts.contract();
    expect((await world.validate(contract)).status).toBe(200);
    const { id: contractId, node, assetId } = contract;
    const named = claims.mock.calls.map(([, , , likely]) => likely).filter((likely) => likely !== undefined);
    expect(named).toEqual([{ contract: node, contractId, assetId, assetType: 'table' }]);
  });

  it('wakes a worker that hears no notification by a job', async () => {
    const worker = world.worker(() => Promise.resolve(SUCCESS));
    worker.host.start();
    worker.queue.resume();
    expect((await world.validate(await world.contracts.contract())).status).toBe(200);
  });

  it('claims the oldest first, and no run twice', async () => {
    const runs = await queued(6);
    const both = await Promise.all([claim(2), claim(2)]);
    const ids = idsOf(both.flatMap((one) => one.runs));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(idsOf(runs.slice(0, 2))));
    expect((await claim(64)).runs.length + ids.length).toBe(6);
    expect(await claim(64)).toEqual({ runs: [], hasSkipped: false });
  });

  it('leaves runs of another lane, and those behind a run of their contract', async () => {
    const [run] = await queued(1);
    expect((await claim(4, 'batch')).runs).toEqual([]);
    expect(await world.lanesToClaim()).toEqual(['urgent']);
    const [running] = (await claim(4)).runs;
    const behind = await world.queuedRun(run!.contract);
    expect(await claim(4)).toEqual({ runs: [], hasSkipped: false });
    expect(await world.lanesToClaim()).toEqual([]);
    await world.claims.finish(running!, SUCCESS);
    expect(idsOf((await claim(4)).runs)).toEqual([behind]);
  });

  it('skips contracts that somebody has locked, tells so, and claims what is behind them', async () => {
    const [locked, free] = await queued(2);
    const other = new Client({ connectionString: world.contracts.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from contract where node = $1 for no key update', [locked!.contract.node]);
      const { runs, hasSkipped } = await claim(1);
      expect([idsOf(runs), hasSkipped]).toEqual([[free!.resultId], false]);
      expect(await claim(4)).toEqual({ runs: [], hasSkipped: true });
    } finally {
      await other.end();
    }
    expect(await world.openRun(locked!.resultId)).toMatchObject({ state: 'Queued', attempt: 0 });
  });

  it('looks again soon for a run whose contract was locked, though nothing wakes it', async () => {
    const [locked] = await queued(1);
    await world.waits.open();
    const { ended } = world.waits.expect(locked!.resultId);
    const { queue } = world.worker(() => Promise.resolve(SUCCESS));
    const claims = jest.spyOn(world.claims, 'claim');
    const other = new Client({ connectionString: world.contracts.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from contract where node = $1 for no key update', [locked!.contract.node]);
      queue.resume();
      while (claims.mock.calls.every(([lane]) => lane !== 'urgent')) await new Promise(setImmediate);
      await Promise.all(claims.mock.results.map(({ value }) => value as Promise<unknown>));
    } finally {
      await other.end();
    }
    await ended;
  });

  it('hands back what a worker claims while it is stopped', async () => {
    const [run] = await queued(1);
    const worker = world.worker(() => new Promise(() => undefined));
    const [claimed] = (await claim(1)).runs;
    await worker.executor.execute(claimed!, { ...runContext(), signal: AbortSignal.abort() });
    expect(await world.openRun(run!.resultId)).toMatchObject({ state: 'Running', worker: null, crashes: 0 });
    expect(idsOf((await claim(1)).runs)).toEqual([run!.resultId]);
  });

  it('takes runs over first from a worker that is gone', async () => {
    const [lost, ...others] = await queued(3);
    await world.claim(lost!.resultId, 'a worker that is gone');
    expect((await claim(1)).runs).toMatchObject([{ id: others[0]!.resultId }]);
    await world.expireLease(lost!.resultId);
    expect((await claim(1)).runs).toMatchObject([{ id: lost!.resultId, retaken: true, crashes: 1, attempt: 2 }]);
    expect((await claim(4)).runs).toMatchObject([{ id: others[1]!.resultId }]);
  });

  it('claims nothing of a paused lane, which tells what waits and what is under way', async () => {
    const [begun, end] = [deferred(), deferred()];
    world.startWorker(() => {
      begun.resolve();
      return end.promise.then(() => SUCCESS);
    });
    const first = world.validate(await world.contracts.contract());
    await begun.promise;
    expect(await control.drain(QUEUE, 0)).toMatchObject({ paused: true, waiting: 0, active: 1 });
    const later = await world.contracts.contract();
    const asked = await world.validate(later, { waitMs: 200 });
    expect([asked.status, parsed(asked).contractExecutionStatus]).toEqual([202, 'Queued']);
    expect((await control.list())[0]).toMatchObject({ paused: true, waiting: 1, active: 1 });
    end.resolve();
    await first;
    expect(await control.drain(QUEUE, 10_000)).toMatchObject({ paused: true, waiting: 1, active: 0 });
    await control.resume(QUEUE);
    expect((await world.validate(later)).status).toBe(200);
  });

  it('goes on while the queue of jobs does not answer', async () => {
    jest.spyOn(world.producer, 'isPaused').mockRejectedValue(new Error('away'));
    jest.spyOn(world.producer, 'send').mockRejectedValue(new Error('away'));
    world.startWorker();
    expect((await world.validate(await world.contracts.contract())).status).toBe(200);
  });
});

describe('runs that go on', () => {
  it('are shown together, and one whose contract is locked waits alone', async () => {
    const world = await RunWorld.create();
    try {
      const contracts = [1, 2, 3].map(() => world.contracts.contract());
      const runs = [];
      for (const contract of await Promise.all(contracts)) {
        const id = await world.queuedRun(contract);
        runs.push((await world.claim(id))!);
      }
      const [locked, free, lost] = runs;
      const other = new Client({ connectionString: world.contracts.url });
      await other.connect();
      await other.query('begin');
      await other.query('select 1 from contract where node = $1 for no key update', [locked!.contract]);
      const late = world.claims.report(locked!, []);
      const others = [free!, { ...lost!, attempt: 9 }].map((run) => world.claims.report(run, []));
      expect(await Promise.all(others)).toEqual([true, false]);
      const status = async () => (await world.result(locked!.id)).status;
      expect([await status(), (await world.result(free!.id)).status]).toEqual(['Queued', 'Running']);
      await other.end();
      expect([await late, await status()]).toEqual([true, 'Running']);
    } finally {
      await world.destroy();
    }
  });
});
