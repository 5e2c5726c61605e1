import { QueueControl } from '@app/queue';
import { AnnouncedRuns } from '@app/validation';
import type { TestContract } from './support/contract-world';
import { backends, deferred, parsed, RunWorld, SUCCESS, type Evaluate } from './support/run-world';

const QUEUE = 'validation';
/** Of the world's workers. */
const PLACES = 4;

describe.each(backends(9))('announced runs with the queue on $name', (backend) => {
  let world: RunWorld;
  let contract: TestContract;
  const heard: AnnouncedRuns[] = [];

  beforeEach(async () => {
    world = await RunWorld.create(backend);
    contract = await world.contracts.contract();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(heard.splice(0).map(({ task }) => task.stop()));
    await world.destroy();
  });

  /** A worker that has begun to listen. */
  async function listeningWorker(evaluate: Evaluate = () => Promise.resolve(SUCCESS)) {
    const worker = world.startWorker(evaluate);
    const listen = jest.spyOn(world.database, 'listen');
    const announced = new AnnouncedRuns(world.database, worker.host);
    heard.push(announced);
    announced.task.start();
    while (listen.mock.results.length === 0) await new Promise(setImmediate);
    await listen.mock.results[0]!.value;
    listen.mockRestore();
    return worker;
  }

  /** However slow the machine is: a queue that does not say so at once counts as paused. */
  const queueIsOpen = () => jest.spyOn(world.producer, 'isPaused').mockResolvedValue(false);

  it('need no job where a worker has a place', async () => {
    jest.spyOn(world.producer, 'send').mockResolvedValue();
    queueIsOpen();
    await listeningWorker();
    const answer = await world.validate(contract);
    expect([answer.status, parsed(answer).contractExecutionStatus]).toEqual([200, 'Success']);
  });

  it('tell the worker what they are evaluated with', async () => {
    queueIsOpen();
    const claim = jest.spyOn(world.claims, 'claim');
    await listeningWorker();
    await world.validate(contract);
    const { id: contractId, assetId } = contract;
    const documents = { contractId, assetId, assetType: 'table' };
    expect(claim.mock.calls[0]?.[3]).toEqual({ waits: false, documents });
  });

  it('are prefetched by one worker of several at most, which claimed the last one', async () => {
    jest.spyOn(world.producer, 'send').mockResolvedValue();
    queueIsOpen();
    const claim = jest.spyOn(world.claims, 'claim');
    await listeningWorker();
    await listeningWorker();
    for (let round = 1; round <= 4; round++) {
      await world.validate(contract);
      while (claim.mock.calls.length < 2 * round) await new Promise(setImmediate);
      await Promise.all(claim.mock.results.map(({ value }) => value as Promise<unknown>));
      const readAlong = claim.mock.calls.slice(-2).filter(([, , , options]) => options?.documents);
      expect(readAlong).toHaveLength(round === 1 ? 2 : 1);
    }
  });

  it('get a job where nobody waits for them, or no worker listens', async () => {
    const send = jest.spyOn(world.producer, 'send');
    world.startWorker();
    expect((await world.validate(contract)).status).toBe(200);
    expect(send).toHaveBeenCalledTimes(1);
    const { host } = await listeningWorker();
    const offer = jest.spyOn(host, 'offer');
    const { status } = await world.validate(contract, { waitMs: 0 });
    expect([status, send.mock.calls.length, offer.mock.calls.length]).toEqual([202, 2, 0]);
  });

  it('are evaluated once, whoever hears of them', async () => {
    const evaluate = jest.fn(() => Promise.resolve(SUCCESS));
    queueIsOpen();
    await listeningWorker(evaluate);
    await listeningWorker(evaluate);
    expect((await world.validate(contract)).status).toBe(200);
    expect(evaluate).toHaveBeenCalledTimes(1);
  });

  it('wait as jobs while the queue is paused, which tells of those under way', async () => {
    const [begun, end] = [deferred(), deferred()];
    await listeningWorker(() => {
      begun.resolve();
      return end.promise.then(() => SUCCESS);
    });
    const control = new QueueControl(world.producer, world.registry);
    const first = world.validate(contract);
    await begun.promise;
    expect(await control.drain(QUEUE, 0)).toMatchObject({ paused: true, active: 1 });
    const later = await world.contracts.contract();
    const asked = await world.validate(later, { waitMs: 200 });
    expect([asked.status, parsed(asked).contractExecutionStatus]).toEqual([202, 'Queued']);
    end.resolve();
    await first;
    expect(await control.drain(QUEUE, 10_000)).toMatchObject({ paused: true, active: 0 });
    await control.resume(QUEUE);
    expect((await world.validate(later)).status).toBe(200);
  });

  it('are left to the queue by a worker whose places are in use', async () => {
    queueIsOpen();
    // Jobs come later: one that finds its run taken has a place for a moment.
    const send = jest.spyOn(world.producer, 'send').mockResolvedValue();
    const ends = Array.from({ length: PLACES + 1 }, () => deferred());
    const begun: string[] = [];
    const worker = await listeningWorker((node) => ends[begun.push(node) - 1]!.promise.then(() => SUCCESS));
    const offer = jest.spyOn(worker.host, 'offer');
    const contracts = await Promise.all(ends.map(() => world.contracts.contract()));
    const asked: Promise<unknown>[] = [];
    for (const one of contracts) {
      const before = offer.mock.results.length;
      asked.push(world.validate(one));
      while (offer.mock.results.length === before) await new Promise(setImmediate);
    }
    expect(offer.mock.results.map(({ value }) => value as boolean)).toEqual([true, true, true, true, false]);
    const held = [...send.mock.calls];
    send.mockRestore();
    for (const job of held) await world.producer.send(...job);
    for (const end of ends) end.resolve();
    expect(await Promise.all(asked)).toMatchObject(ends.map(() => ({ status: 200 })));
  });
});
