import { ADMIN, actor } from './support/contract-world';
import { BACKENDS, deferred, parsed, RunWorld, SUCCESS } from './support/run-world';

if (BACKENDS.length === 1) console.info('TEST_REDIS_URL is not set: the queue on Redis is not tested');

/** Above any pause of a busy machine; nothing here waits for time to pass. */
jest.setTimeout(60_000);

describe.each(BACKENDS)('validation runs with the queue on $name', (backend) => {
  let world: RunWorld;

  beforeEach(async () => {
    world = await RunWorld.create(backend);
  });
  afterEach(() => world.destroy());

  it('answers with the finished result', async () => {
    world.startWorker();
    const contract = await world.contracts.contract();
    const answer = await world.validate(contract, { details: true });
    expect(answer).toMatchObject({ status: 200, headers: {} });
    expect(parsed(answer)).toEqual({
      id: expect.any(String),
      dataContractFQN: contract.fqn,
      timestamp: expect.any(Number),
      contractExecutionStatus: 'Success',
      result: 'fine',
      executionTime: expect.any(Number),
      trigger: 'onDemand',
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

  it('finds runs whose jobs were lost', async () => {
    world.startWorker();
    const contracts = await Promise.all(Array.from({ length: 10 }, () => world.contracts.contract()));
    const ids = await Promise.all(contracts.map((contract) => world.forgottenRun(contract)));
    expect(await world.reconciler.ringForForgotten()).toBe(0);
    await world.database.query(`update validation_run set ring_at = clock_timestamp()`);
    const begun = world.moreWaits(10);
    const waiting = contracts.map((contract) => world.validate(contract));
    await begun;
    expect(await world.reconciler.ringForForgotten()).toBe(10);
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((answer) => parsed(answer).id))).toEqual(new Set(ids));
  });

  it('takes over the run of a worker that fell silent, whose late writes are refused', async () => {
    const contract = await world.contracts.contract();
    const resultId = await world.forgottenRun(contract);
    const [reached, release] = [deferred(), deferred()];
    const zombie = world.worker(async () => {
      reached.resolve();
      await release.promise;
      return { ...SUCCESS, status: 'Failed' };
    });
    const late = zombie.job.handle({ resultId, contract: contract.node }, { signal: new AbortController().signal });
    await reached.promise;
    await world.expireLease(resultId);
    const answer = world.validate(contract);
    world.startWorker();
    await world.reconciler.ringForForgotten();
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
    const answer = world.validate(contract, { details: true });
    await reached.promise;
    await stopping.host.stop(50);
    world.startWorker();
    expect(parsed(await answer)).toMatchObject({ contractExecutionStatus: 'Success', attempts: 2 });
  });
});

describe('open runs', () => {
  let world: RunWorld;
  const signal = new AbortController().signal;

  beforeAll(async () => {
    world = await RunWorld.create();
  });
  afterAll(() => world.destroy());

  const queuedRun = async () => {
    const contract = await world.contracts.contract();
    return { contract, resultId: await world.forgottenRun(contract) };
  };

  it('takes the next free millisecond', async () => {
    const contract = await world.contracts.contract();
    const now = Date.now();
    await world.database.query(
      `insert into contract_result select $1, t, gen_random_uuid(), 'Success', 'pushed', '{}', '{}'
         from generate_series($2::bigint, $2::bigint + 20000) t`,
      [contract.node, now - 5_000],
    );
    const resultId = await world.forgottenRun(contract);
    const [row] = await world.database.query<{ timestamp: string }>(
      `select timestamp::text from contract_result where id = $1`,
      [resultId],
    );
    expect(Number(row!.timestamp)).toBe(now - 5_000 + 20_001);
  });

  it('is claimed by one of many, and has one attempt', async () => {
    const { contract, resultId } = await queuedRun();
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.claims.claim(resultId, contract.node, `worker ${n}`)),
    );
    expect(claims.filter(Boolean)).toEqual([
      expect.objectContaining({ resultId, attempt: 1, crashes: 0, retaken: false }),
    ]);
    expect(await world.result(resultId)).toMatchObject({ status: 'Running' });
  });

  it('waits behind the running one of its contract', async () => {
    const { contract, resultId } = await queuedRun();
    const running = await world.claims.claim(resultId, contract.node, 'a');
    const behind = await world.forgottenRun(contract);
    expect(await world.claims.claim(behind, contract.node, 'b')).toBeUndefined();
    expect(await world.claims.finish(running!, SUCCESS)).toEqual({
      next: { resultId: behind, contract: contract.node, lane: 'urgent' },
    });
    expect(await world.claims.claim(behind, contract.node, 'b')).toBeDefined();
  });

  it('stays Running when its worker dies, and is never seen Queued again', async () => {
    const { contract, resultId } = await queuedRun();
    await world.claims.claim(resultId, contract.node, 'a');
    expect(await world.claims.claim(resultId, contract.node, 'b')).toBeUndefined();
    await world.expireLease(resultId);
    expect(await world.result(resultId)).toMatchObject({ status: 'Running' });
    expect(await world.claims.claim(resultId, contract.node, 'b')).toMatchObject({
      attempt: 2,
      crashes: 1,
      retaken: true,
    });
    expect(await world.result(resultId)).toMatchObject({ status: 'Running', details: { attempts: 2 } });
  });

  it('refuses every write of an attempt that was overtaken', async () => {
    const { contract, resultId } = await queuedRun();
    const first = (await world.claims.claim(resultId, contract.node, 'a'))!;
    await world.expireLease(resultId);
    const second = (await world.claims.claim(resultId, contract.node, 'b'))!;
    expect(await world.claims.finish(first, SUCCESS)).toBeUndefined();
    expect(await world.claims.retryAfter(first, 1)).toBe(false);
    expect(await world.claims.handBack(first)).toBe(false);
    expect(await world.claims.renew([first])).toEqual([]);
    expect(await world.claims.renew([second])).toEqual([resultId]);
    expect(await world.claims.finish(second, SUCCESS)).toEqual({});
    expect(await world.claims.finish(second, SUCCESS)).toBeUndefined();
  });

  it('counts a hand-back as no crash', async () => {
    const { contract, resultId } = await queuedRun();
    const first = (await world.claims.claim(resultId, contract.node, 'a'))!;
    expect(await world.claims.handBack(first)).toBe(true);
    expect(await world.claims.claim(resultId, contract.node, 'b')).toMatchObject({
      attempt: 2,
      crashes: 0,
      retaken: false,
    });
  });

  it('is given up after a third crash in which it was alone, and only then', async () => {
    const { contract, resultId } = await queuedRun();
    const crash = async () => {
      const run = await world.claims.claim(resultId, contract.node, 'dying');
      await world.expireLease(resultId);
      return run!.crashes;
    };
    // The third and fourth lease are lost while the run was not alone: someone else may have been to blame.
    expect([await crash(), await crash(), await crash(), await crash()]).toEqual([0, 1, 2, 2]);
    const alone = (await world.claims.claim(resultId, contract.node, 'dying'))!;
    expect(await world.claims.markAlone(alone)).toBe(true);
    await world.expireLease(resultId);
    const never = world.worker(() => Promise.reject(new Error('must not be tried')));
    await never.job.handle({ resultId, contract: contract.node }, { signal });
    expect(await world.result(resultId)).toMatchObject({
      status: 'Aborted',
      body: { result: expect.stringContaining('3 times') },
      details: { details: { reason: 'worker_crashed' } },
    });
  });

  it('tries a suspect alone and without a crash lets it pass', async () => {
    const { contract, resultId } = await queuedRun();
    for (let n = 0; n < 2; n++) {
      await world.claims.claim(resultId, contract.node, 'dying');
      await world.expireLease(resultId);
    }
    const other = await queuedRun();
    const [reached, release, suspect] = [deferred(), deferred(), deferred()];
    const order: string[] = [];
    const worker = world.worker(async (node) => {
      if (node === contract.node) {
        order.push('suspect');
        suspect.resolve();
        return SUCCESS;
      }
      reached.resolve();
      await release.promise;
      order.push('neighbour');
      return SUCCESS;
    });
    const neighbour = worker.job.handle({ resultId: other.resultId, contract: other.contract.node }, { signal });
    await reached.promise;
    const alone = worker.job.handle({ resultId, contract: contract.node }, { signal });
    release.resolve();
    await Promise.all([neighbour, alone, suspect.promise]);
    expect(order).toEqual(['neighbour', 'suspect']);
    expect(await world.result(resultId)).toMatchObject({ status: 'Success' });
  });

  it('is tried again after errors, stays Running meanwhile, and ends Aborted with the cause', async () => {
    const { contract, resultId } = await queuedRun();
    const failing = world.worker(() => Promise.reject(new Error('secret host db-7')));
    for (let failures = 1; failures <= 3; failures++) {
      await failing.job.handle({ resultId, contract: contract.node }, { signal });
      expect(await world.openRun(resultId)).toMatchObject({ state: 'Running', failures, crashes: 0, worker: null });
      expect(await world.claims.claim(resultId, contract.node, 'too early')).toBeUndefined();
      await world.expireLease(resultId);
    }
    await failing.job.handle({ resultId, contract: contract.node }, { signal });
    const { status, body, details } = await world.result(resultId);
    expect({ status, details }).toMatchObject({
      status: 'Aborted',
      details: { attempts: 4, details: { reason: 'internal_error' } },
    });
    expect(body.result).not.toContain('db-7');
  });

  it('ends Aborted when its contract is deleted, in the same transaction, and nothing comes after', async () => {
    const { contract, resultId } = await queuedRun();
    const running = (await world.claims.claim(resultId, contract.node, 'a'))!;
    const behind = await world.forgottenRun(contract);
    const begun = world.moreWaits(1);
    const waiting = world.validate(contract);
    await begun;
    await world.database.transaction(async (tx) => {
      await tx.query(`update contract set live = false where node = $1`, [contract.node]);
      expect(await world.service.abortAll(tx, contract.node)).toBe(2);
    });
    for (const id of [resultId, behind]) {
      expect(await world.result(id)).toMatchObject({
        status: 'Aborted',
        details: { details: { reason: 'contract_deleted' } },
      });
    }
    expect(await world.claims.finish(running, SUCCESS)).toBeUndefined();
    await expect(waiting).resolves.toMatchObject({ status: 200 });
    await expect(world.validate(contract)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is cancelled once, and makes way for the one behind it', async () => {
    const { contract, resultId } = await queuedRun();
    const running = (await world.claims.claim(resultId, contract.node, 'a'))!;
    const behind = await world.forgottenRun(contract);
    const cancelled = JSON.parse(await world.service.cancel(ADMIN, contract.id, resultId)) as object;
    expect(cancelled).toMatchObject({ id: resultId, contractExecutionStatus: 'Aborted' });
    expect(await world.claims.finish(running, SUCCESS)).toBeUndefined();
    await expect(world.service.cancel(ADMIN, contract.id, resultId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await world.claims.claim(behind, contract.node, 'b')).toBeDefined();
    const other = await world.contracts.contract();
    await expect(world.service.cancel(ADMIN, other.id, behind)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('asks for ValidateContract', async () => {
    const contract = await world.contracts.contract();
    await expect(world.service.request(actor('anyone'), contract.id, { waitMs: 0 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Principal anyone is not allowed: operations [ValidateContract] on dataContract',
    });
  });

  it('is found although thousands that nothing helps were there before it', async () => {
    const contract = await world.contracts.contract();
    const resultId = await world.forgottenRun(contract);
    const other = await world.contracts.contract();
    await world.database.query(
      `with extra as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'dataContract', 'x' || n, 'x' || n || $1::text, 1, 0, 'test', '{}', '{}'
           from generate_series(1, 5000) n returning node),
       contracts as (
         insert into contract (node, asset, status, live) select node, $2, 'Draft', false from extra returning node)
       insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by, ring_at)
       select gen_random_uuid(), node, 0, 'Queued', 'onDemand', 'batch', 'test', clock_timestamp() - interval '1 h'
         from contracts`,
      [resultId, other.assetNode],
    );
    await world.database.query(`update validation_run set ring_at = clock_timestamp() where result_id = $1`, [
      resultId,
    ]);
    let rounds = 0;
    while ((await world.openRun(resultId))!.rings === 0) {
      await world.reconciler.ringForForgotten();
      expect(++rounds).toBeLessThanOrEqual(11);
    }
    await world.database.query(`delete from validation_run where requested_by = 'test'`);
  });
});
