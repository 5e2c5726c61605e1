import { ResultRepository } from '@app/results';
import { ADMIN } from './support/contract-world';
import { WorkLanes } from '@app/runs';
import { backends, deferred, parsed, RunWorld, SUCCESS } from './support/run-world';

const BACKENDS = backends(14);
if (BACKENDS.length === 1) console.info('TEST_REDIS_URL is not set: the queue on Redis is not tested');

/** Above any pause of a busy machine; nothing here waits for time to pass. */
describe.each(BACKENDS)('validation runs with the queue on $name', (backend) => {
  let world: RunWorld;

  beforeEach(async () => {
    world = await RunWorld.create(backend);
  });
  afterEach(() => world.destroy());

  it('answers with the finished result', async () => {
    world.startWorker();
    const contract = await world.contracts.contract();
    const answer = await world.validate(contract, { parts: 'details' });
    expect(answer).toMatchObject({ status: 200, headers: {} });
    expect(parsed(answer)).toEqual({
      id: expect.any(String),
      dataContractFQN: contract.fqn,
      timestamp: expect.any(Number),
      contractExecutionStatus: 'Success',
      result: 'fine',
      executionTime: expect.any(Number),
      trigger: 'manual',
      requestedBy: ADMIN.name,
      attempts: 1,
      details: {},
    });
    expect(await world.contracts.latestResult(contract)).toEqual({
      timestamp: parsed(answer).timestamp,
      status: 'Success',
      message: 'fine',
      resultId: parsed(answer).id,
    });
    expect(await world.openRun(parsed(answer).id as string)).toBeUndefined();
  });

  it.each([
    ['as the notice of its end tells it', { score: 12.5, text: 'a "quoted" line\n', none: null }, 0],
    ['as it is read where it is too long for a notice', { text: 'é"'.repeat(3_000) }, 1],
  ])('answers with the result %s', async (_, said, reads) => {
    world.startWorker(() => Promise.resolve({ ...SUCCESS, body: { ...SUCCESS.body, said } }));
    const byId = jest.spyOn(ResultRepository.prototype, 'byId');
    const contract = await world.contracts.contract();
    const { body } = await world.validate(contract);
    expect(byId).toHaveBeenCalledTimes(reads);
    byId.mockRestore();
    const { id } = JSON.parse(body) as { id: string };
    expect(body).toBe(await world.contracts.results.byId(ADMIN, contract.id, id));
  });

  it('answers 202 with the place of the run when nobody waits, or the wait is over', async () => {
    const contract = await world.contracts.contract();
    const atOnce = await world.validate(contract, { waitMs: 0 });
    const { id } = parsed(atOnce);
    expect(atOnce).toMatchObject({
      status: 202,
      headers: { Location: `/api/v1/dataContracts/${contract.id}/results/${id as string}` },
    });
    expect(parsed(atOnce)).toMatchObject({ contractExecutionStatus: 'Queued' });
    const waited = await world.validate(contract, { waitMs: 50 });
    expect(waited).toMatchObject({ status: 202, headers: { 'X-Validation-Joined': 'true' } });
    expect(parsed(waited).id).toBe(id);
  });

  it('ends a wait at once when the process stops', async () => {
    const contract = await world.contracts.contract();
    const stop = new AbortController();
    const answer = world.validate(contract, { waitMs: 60_000, signal: stop.signal });
    stop.abort();
    await expect(answer).resolves.toMatchObject({ status: 202 });
  });

  it('joins the queued run, and queues one more behind the running one', async () => {
    const [started, release] = [deferred(), deferred()];
    const evaluations: string[] = [];
    world.startWorker(async (contract) => {
      evaluations.push(contract);
      started.resolve();
      await release.promise;
      return SUCCESS;
    });
    const contract = await world.contracts.contract();
    const first = world.validate(contract);
    await started.promise;
    const behind = await Promise.all(Array.from({ length: 5 }, () => world.validate(contract, { waitMs: 0 })));
    const ids = new Set(behind.map((answer) => parsed(answer).id));
    expect(ids.size).toBe(1);
    expect(behind.filter(({ headers }) => headers['X-Validation-Joined'])).toHaveLength(4);
    const begun = world.moreWaits(1);
    const joined = world.validate(contract);
    await begun;
    release.resolve();
    expect([...ids]).toEqual([parsed(await joined).id]);
    expect(parsed(await first).id).not.toBe(parsed(await joined).id);
    expect(evaluations).toHaveLength(2);
  });

  it('answers 1,000 validates at once by few runs, each of which started after it came', async () => {
    let running = 0;
    let most = 0;
    world.startWorker(async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return SUCCESS;
    });
    const contract = await world.contracts.contract();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => world.validate(contract)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = new Set(answers.map((answer) => parsed(answer).id));
    expect(ids.size).toBeLessThanOrEqual(50);
    expect(answers.filter(({ headers }) => !headers['X-Validation-Joined'])).toHaveLength(ids.size);
    expect(most).toBe(1);
  });

  it('runs 200 contracts at once, each once, by two workers', async () => {
    const evaluations = new Map<string, number>();
    const evaluate = async (contract: string) => {
      evaluations.set(contract, (evaluations.get(contract) ?? 0) + 1);
      await new Promise(setImmediate);
      return SUCCESS;
    };
    world.startWorker(evaluate);
    world.startWorker(evaluate);
    const contracts = [];
    for (let n = 0; n < 200; n++) contracts.push(await world.contracts.contract());
    const answers = await Promise.all(contracts.map((contract) => world.validate(contract)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
    expect([...evaluations.values()]).toEqual(Array.from({ length: 200 }, () => 1));
  });

  it('finds runs by itself for which it is not woken', async () => {
    jest.spyOn(WorkLanes.prototype, 'wake').mockImplementation(() => undefined);
    world.startWorker();
    const contracts = await Promise.all(Array.from({ length: 10 }, () => world.contracts.contract()));
    const ids = await Promise.all(contracts.map((contract) => world.queuedRun(contract)));
    const begun = world.moreWaits(10);
    const waiting = contracts.map((contract) => world.validate(contract));
    await begun;
    jest.restoreAllMocks();
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((answer) => parsed(answer).id))).toEqual(new Set(ids));
  });

  it('takes over the run of a worker that fell silent, whose late writes are refused', async () => {
    const contract = await world.contracts.contract();
    const resultId = await world.queuedRun(contract);
    const [reached, release] = [deferred(), deferred()];
    const zombie = world.worker(async () => {
      reached.resolve();
      await release.promise;
      return { ...SUCCESS, status: 'Failed' };
    });
    const late = world.execute(zombie, resultId);
    await reached.promise;
    await world.expireLease(resultId);
    const answer = world.validate(contract);
    world.startWorker();
    expect(parsed(await answer).id).not.toBe(resultId);
    const before = await world.result(resultId);
    release.resolve();
    await late;
    expect(before).toMatchObject({ status: 'Success', details: { attempts: 2 } });
    expect(await world.result(resultId)).toEqual(before);
  });

  it('gives a stopping worker its time, and takes back what it does not finish', async () => {
    const contract = await world.contracts.contract();
    const [reached, never] = [deferred(), deferred<typeof SUCCESS>()];
    const stopping = world.startWorker(() => {
      reached.resolve();
      return never.promise;
    });
    const answer = world.validate(contract, { parts: 'details' });
    await reached.promise;
    await stopping.stop(50);
    world.startWorker();
    const { contractExecutionStatus, attempts } = parsed(await answer);
    expect(contractExecutionStatus).toBe('Success');
    // On a busy machine it may be taken and given back once more.
    expect(attempts).toBeGreaterThanOrEqual(2);
  });
});
