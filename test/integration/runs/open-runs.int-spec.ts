import { Logger } from '@nestjs/common';
import { AppError, LAST_INSTANT } from '@app/common';
import { idempotencyToken, LargeReads } from '@app/database';
import { ResultRepository } from '@app/results';
import { ADMIN, actor } from './support/contract-world';
import { deferred, RunWorld, SUCCESS } from './support/run-world';

/** Above any pause of a busy machine; nothing here waits for time to pass. */
describe('open runs', () => {
  let world: RunWorld;

  beforeAll(async () => {
    world = await RunWorld.create();
  });
  afterAll(() => world.destroy());

  const queuedRun = async () => {
    const contract = await world.contracts.contract();
    return { contract, resultId: await world.queuedRun(contract) };
  };

  it('takes the next free millisecond', async () => {
    const contract = await world.contracts.contract();
    const now = Date.now();
    await world.database.query(
      `insert into contract_result select $1, t, gen_random_uuid(), 'Success', 'pushed', '{}', '{}'
         from generate_series($2::bigint, $2::bigint + 20000) t`,
      [contract.node, now - 5_000],
    );
    const resultId = await world.queuedRun(contract);
    const [row] = await world.database.query<{ timestamp: string }>(
      `select timestamp::text from contract_result where id = $1`,
      [resultId],
    );
    expect(Number(row!.timestamp)).toBe(now - 5_000 + 20_001);
  });

  it('is claimed by one of many, and has one attempt', async () => {
    const { resultId } = await queuedRun();
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => world.claim(resultId, `worker ${n}`)));
    const [run, ...others] = claims.filter((claim) => claim !== undefined);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ id: resultId, attempt: 1, crashes: 0, retaken: false });
    expect(await world.result(resultId)).toMatchObject({ status: 'Queued', details: { attempts: 0 } });
    expect(await world.claims.report(run!, [])).toBe(true);
    expect(await world.result(resultId)).toMatchObject({ status: 'Running', details: { attempts: 1 } });
  });

  it('that began unseen is shown as Running before the next one of its contract is Queued', async () => {
    const { contract, resultId } = await queuedRun();
    await world.claim(resultId, 'a');
    const behind = await world.queuedRun(contract);
    expect(behind).not.toBe(resultId);
    expect(await world.result(resultId)).toMatchObject({ status: 'Running', details: { attempts: 1 } });
    expect(await world.result(behind)).toMatchObject({ status: 'Queued' });
  });

  it('is counted by the status that it is shown with', async () => {
    const { contract, resultId } = await queuedRun();
    const counted = async () => {
      const window = { from: 0, to: LAST_INSTANT };
      const of = (status?: string) =>
        new ResultRepository(world.database, new LargeReads()).total(contract.node, window, status);
      return [await of(), await of('Queued'), await of('Running')];
    };
    const run = (await world.claim(resultId, 'a'))!;
    expect(await counted()).toEqual([1, 1, 0]);
    await world.claims.report(run, []);
    expect(await counted()).toEqual([1, 0, 1]);
  });

  it('whose claim a crash of the database undid is claimed with the same number, and another token', async () => {
    const { resultId } = await queuedRun();
    const [before] = await world.database.query(`select * from validation_run where result_id = $1`, [resultId]);
    const first = (await world.claim(resultId, 'a'))!;
    const undo = `update validation_run set state = $2, attempt = $3, claim = $4, worker = null, started_at = null, lease_until = null
                   where result_id = $1`;
    await world.database.query(undo, [resultId, before!.state, before!.attempt, before!.claim]);
    expect(await world.claims.finish(first, SUCCESS)).toBe(false);
    const second = (await world.claim(resultId, 'b'))!;
    expect(second.attempt).toBe(first.attempt);
    expect(await world.claims.finish(first, SUCCESS)).toBe(false);
    expect(await world.claims.report(first, [])).toBe(false);
    expect(await world.renew(first)).toEqual([]);
    expect(await world.claims.leased.retryAfter(first, 1)).toBe(false);
    expect(await world.claims.leased.handBack(first)).toBe(false);
    expect(await world.claims.leased.markAlone(first)).toBe(false);
    expect(await world.claims.finish(second, SUCCESS)).toBe(true);
    expect(await world.result(resultId)).toMatchObject({ status: 'Success', details: { attempts: 1 } });
  });

  it('waits behind the running one of its contract', async () => {
    const { contract, resultId } = await queuedRun();
    const running = await world.claim(resultId, 'a');
    const behind = await world.queuedRun(contract);
    expect(await world.claim(behind, 'b')).toBeUndefined();
    expect(await world.claims.finish(running!, SUCCESS)).toBe(true);
    expect(await world.claim(behind, 'b')).toBeDefined();
  });

  it('stays Running when its worker dies, and is never seen Queued again', async () => {
    const { resultId } = await queuedRun();
    const first = (await world.claim(resultId, 'a'))!;
    await world.claims.report(first, []);
    expect(await world.claim(resultId, 'b')).toBeUndefined();
    await world.expireLease(resultId);
    expect(await world.result(resultId)).toMatchObject({ status: 'Running' });
    const second = (await world.claim(resultId, 'b'))!;
    expect(second).toMatchObject({ attempt: 2, crashes: 1, retaken: true });
    expect(await world.result(resultId)).toMatchObject({ status: 'Running', details: { attempts: 1 } });
    expect(await world.claims.report(first, [])).toBe(false);
    await world.claims.report(second, []);
    expect(await world.result(resultId)).toMatchObject({ status: 'Running', details: { attempts: 2 } });
  });

  it('refuses every write of an attempt that was overtaken', async () => {
    const { resultId } = await queuedRun();
    const first = (await world.claim(resultId, 'a'))!;
    await world.expireLease(resultId);
    const second = (await world.claim(resultId, 'b'))!;
    expect(await world.claims.finish(first, SUCCESS)).toBe(false);
    expect(await world.claims.leased.retryAfter(first, 1)).toBe(false);
    expect(await world.claims.leased.handBack(first)).toBe(false);
    expect(await world.renew(first)).toEqual([]);
    expect(await world.renew(second)).toEqual([resultId]);
    expect(await world.claims.finish(second, SUCCESS)).toBe(true);
    expect(await world.claims.finish(second, SUCCESS)).toBe(false);
  });

  it('counts a hand-back as no crash', async () => {
    const { resultId } = await queuedRun();
    const first = (await world.claim(resultId, 'a'))!;
    expect(await world.claims.leased.handBack(first)).toBe(true);
    expect(await world.claim(resultId, 'b')).toMatchObject({
      attempt: 2,
      crashes: 0,
      retaken: false,
    });
  });

  it('is given up after a third crash in which it was alone, and only then', async () => {
    const { resultId } = await queuedRun();
    const crash = async () => {
      const run = await world.claim(resultId, 'dying');
      await world.expireLease(resultId);
      return run!.crashes;
    };
    // The third and fourth lease are lost while the run was not alone: someone else may have been to blame.
    expect([await crash(), await crash(), await crash(), await crash()]).toEqual([0, 1, 2, 2]);
    const alone = (await world.claim(resultId, 'dying'))!;
    expect(await world.claims.leased.markAlone(alone)).toBe(true);
    await world.expireLease(resultId);
    const never = world.worker(() => Promise.reject(new Error('must not be tried')));
    await world.execute(never, resultId);
    expect(await world.result(resultId)).toMatchObject({
      status: 'Aborted',
      body: { result: expect.stringContaining('3 times') },
      details: { details: { reason: 'worker_crashed' } },
    });
  });

  it('tries a suspect alone and without a crash lets it pass', async () => {
    const { contract, resultId } = await queuedRun();
    for (let n = 0; n < 2; n++) {
      await world.claim(resultId, 'dying');
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
    const neighbour = world.execute(worker, other.resultId);
    await reached.promise;
    const alone = world.execute(worker, resultId);
    release.resolve();
    await Promise.all([neighbour, alone, suspect.promise]);
    expect(order).toEqual(['neighbour', 'suspect']);
    expect(await world.result(resultId)).toMatchObject({ status: 'Success' });
  });

  it('is tried again after errors, stays Running meanwhile, and ends Aborted with the cause', async () => {
    const { resultId } = await queuedRun();
    const failing = world.worker(() => Promise.reject(new Error('secret host db-7')));
    for (let failures = 1; failures <= 3; failures++) {
      await world.execute(failing, resultId);
      expect(await world.openRun(resultId)).toMatchObject({ state: 'Running', failures, crashes: 0, worker: null });
      expect(await world.result(resultId)).toMatchObject({ status: 'Running', details: { attempts: failures } });
      expect(await world.claim(resultId, 'too early')).toBeUndefined();
      await world.expireLease(resultId);
    }
    await world.execute(failing, resultId);
    const { status, body, details } = await world.result(resultId);
    expect({ status, details }).toMatchObject({
      status: 'Aborted',
      details: { attempts: 4, details: { reason: 'internal_error' } },
    });
    expect(body.result).not.toContain('db-7');
  });

  it('is not given up after three failures for an outage of the database, but for statements that it is too slow for', async () => {
    const { resultId } = await queuedRun();
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const waited = new AppError('SERVICE_UNAVAILABLE', 'Other writes are under way');
    const failuresOf = [lost, waited, lost, waited, lost];
    const cut = world.worker(() => Promise.reject(failuresOf.shift()!));
    for (let failures = 1; failures <= 5; failures++) {
      await world.execute(cut, resultId);
      expect(await world.openRun(resultId)).toMatchObject({ state: 'Running', failures });
      await world.expireLease(resultId);
    }
    const worker = world.worker(() => Promise.resolve(SUCCESS));
    await world.execute(worker, resultId);
    expect(await world.result(resultId)).toMatchObject({ status: 'Success', details: { attempts: 6 } });

    const other = await queuedRun();
    const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const slow = world.worker(() => Promise.reject(late));
    for (let failures = 1; failures <= 4; failures++) {
      await world.execute(slow, other.resultId);
      if (failures < 4) await world.expireLease(other.resultId);
    }
    expect(await world.result(other.resultId)).toMatchObject({
      status: 'Aborted',
      details: { details: { reason: 'internal_error' } },
    });
  });

  it('is not taken for one whose worker ended where the database is away for what follows the failure, too', async () => {
    const { resultId } = await queuedRun();
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const report = jest.spyOn(world.claims, 'report').mockRejectedValueOnce(lost);
    const retry = jest.spyOn(world.claims.leased, 'retryAfter').mockRejectedValueOnce(lost);
    try {
      const worker = world.worker(() => Promise.reject(lost));
      await world.execute(worker, resultId);
      expect([report.mock.calls.length, retry.mock.calls.length]).toEqual([3, 2]);
    } finally {
      for (const spy of [report, retry]) spy.mockRestore();
    }
    expect(await world.openRun(resultId)).toMatchObject({ state: 'Running', failures: 1, crashes: 0, worker: null });
  });

  it('is given up after ten failures for outages: it may be what ends the database', async () => {
    const { resultId } = await queuedRun();
    const lost = Object.assign(new Error('Connection terminated unexpectedly'));
    const cut = world.worker(() => Promise.reject(lost));
    for (let failures = 0; failures <= 10; failures++) {
      await world.execute(cut, resultId);
      if (failures < 10) await world.expireLease(resultId);
    }
    expect(await world.result(resultId)).toMatchObject({
      status: 'Aborted',
      details: { attempts: 11, details: { reason: 'service_unavailable' } },
    });
  });

  it('is told of with a stack where it is the first that meets an outage of the database, or fails for itself', async () => {
    const stacks: boolean[] = [];
    const warn = jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((line: string) => void stacks.push(line.includes('\n    at ')));
    try {
      const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
      let failure: Error = away;
      const worker = world.worker(() => Promise.reject(failure));
      const fail = async (times: number) => {
        for (let n = 0; n < times; n++) {
          const { resultId } = await queuedRun();
          await world.execute(worker, resultId);
        }
      };
      await fail(3);
      expect(stacks).toEqual([true]);
      failure = new Error('a fault');
      await fail(2);
      expect(stacks).toEqual([true, true, true]);
    } finally {
      warn.mockRestore();
    }
  });

  it('ends Aborted when its contract is deleted, in the same transaction, and nothing comes after', async () => {
    const { contract, resultId } = await queuedRun();
    const running = (await world.claim(resultId, 'a'))!;
    const behind = await world.queuedRun(contract);
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
    expect(await world.claims.finish(running, SUCCESS)).toBe(false);
    await expect(waiting).resolves.toMatchObject({ status: 200 });
    await expect(world.validate(contract)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is cancelled once, and makes way for the one behind it', async () => {
    const { contract, resultId } = await queuedRun();
    const running = (await world.claim(resultId, 'a'))!;
    const behind = await world.queuedRun(contract);
    const cancelled = JSON.parse((await world.service.cancel(ADMIN, contract.id, resultId)).body) as object;
    expect(cancelled).toMatchObject({ id: resultId, contractExecutionStatus: 'Aborted' });
    expect(await world.claims.finish(running, SUCCESS)).toBe(false);
    await expect(world.service.cancel(ADMIN, contract.id, resultId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await world.claim(behind, 'b')).toBeDefined();
    const other = await world.contracts.contract();
    await expect(world.service.cancel(ADMIN, other.id, behind)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is cancelled by a request that may be sent again under its key; one that is refused takes no key', async () => {
    const { contract, resultId } = await queuedRun();
    const token = (key: string) =>
      idempotencyToken({ key, caller: ADMIN.name, method: 'POST', url: resultId, body: undefined });
    const cancel = (key: string) => world.service.cancel(ADMIN, contract.id, resultId, token(key));
    const [first, again] = [await cancel('one'), await cancel('one')];
    expect(first).toMatchObject({ status: 200, headers: {} });
    expect(again).toEqual({ ...first, headers: { 'Idempotent-Replayed': 'true' } });
    await expect(cancel('two')).rejects.toMatchObject({ code: 'CONFLICT' });
    const keys = await world.database.query(`select 1 from idempotency where key = $1`, [token('two').key]);
    expect(keys).toEqual([]);
  });

  it('asks for ValidateContract', async () => {
    const contract = await world.contracts.contract();
    await expect(world.service.request(actor('anyone'), contract.id, { waitMs: 0 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Principal anyone is not allowed: operations [ValidateContract] on dataContract',
    });
  });

  it('is found although many that nobody can claim were queued before it', async () => {
    const contract = await world.contracts.contract();
    const blocked: Awaited<ReturnType<typeof queuedRun>>[] = [];
    for (let n = 0; n < 8; n++) blocked.push(await queuedRun());
    const resultId = await world.queuedRun(contract);
    for (const [n, one] of blocked.entries()) if (n < 4) await world.claim(one.resultId);
    for (const one of blocked.slice(0, 4)) await world.queuedRun(one.contract);
    const claimed = await world.claims.claim('urgent', 64, 'a worker');
    const ids = [...blocked.slice(4).map((one) => one.resultId), resultId];
    expect(claimed.runs.map((run) => run.id).filter((id) => ids.includes(id))).toEqual(ids);
  });
});
